// Accepts packets of service flows while the FIFO in front of the queue memory's port has room.
// Other packets are lost before any law judges them.
#pragma once

#include <vector>

#include "models/cm/flow_interfaces.h"
#include "models/queue/packet_tally.h"

namespace docsis_vp::cm {

class QueueMemory;

// The FIFO holds packets from their arrival until the port has written them. A packet that is
// dropped before its write begins leaves it immediately.
class IngressFifo : public FlowSink {
 public:
  // memory and sink must outlive the object.
  IngressFifo(QueueMemory& memory, FlowSink& sink);

  void offer(unsigned flow, PacketHandle packet, TimePs arrived) override;

  const queue::PacketTally& lost(unsigned flow) const { return lost_[flow]; }

 private:
  QueueMemory& memory_;
  FlowSink& sink_;
  std::vector<queue::PacketTally> lost_;
};

}  // namespace docsis_vp::cm
