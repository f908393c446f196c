// Takes packets of service flows while the FIFO in front of the queue memory's port has room; loses
// the others before anybody judges them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/queue/packet_tally.h"

namespace docsis_vp::cm {

// The FIFO holds packets from their arrival until the port has written them. A packet that is
// dropped before its write begins leaves it at once.
class IngressFifo : public FlowSink {
 public:
  IngressFifo(QueueMemory& memory, FlowSink& sink)
      : memory_(memory), lost_(memory.flows()), sink_(sink) {}

  void offer(unsigned flow, PacketHandle packet, TimePs arrived) override {
    if (!memory_.fifo_has_room(packet->size_bytes, arrived)) {
      lost_[flow].add(packet->size_bytes);
      return;
    }
    sink_.offer(flow, std::move(packet), arrived);
  }

  const queue::PacketTally& lost(unsigned flow) const { return lost_[flow]; }

 private:
  QueueMemory& memory_;
  std::vector<queue::PacketTally> lost_;
  FlowSink& sink_;
};

}  // namespace docsis_vp::cm
