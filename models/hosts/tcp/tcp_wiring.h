// What an endpoint is connected to.
#pragma once

#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::hosts {

class HostQueue;

// All must outlive the endpoint.
struct TcpWiring {
  TimerQueue& timers;
  PacketPool& pool;
  PacketSink& out;  // towards the peer
  FlowId flow;      // of the packets sent
  // Where packets wait for the host's line; null: nowhere.
  HostQueue* queue = nullptr;
};

}  // namespace docsis_vp::hosts
