// Declares the environment of an endpoint: timers, packets, output.
#pragma once

#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::hosts {

class HostFlows;

// All references must outlive the endpoint.
struct TcpWiring {
  TimerQueue& timers;
  PacketPool& pool;
  PacketSink& out;  // towards the peer
  FlowId flow;      // flow of the sent packets
  // Flow control of the queue in which packets wait for the host's line; null: none.
  HostFlows* queue = nullptr;
};

}  // namespace docsis_vp::hosts
