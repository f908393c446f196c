#include "models/cm/queue_memory/ingress_fifo.h"

#include <utility>

#include "models/cm/queue_memory/queue_memory.h"

namespace docsis_vp::cm {

IngressFifo::IngressFifo(QueueMemory& memory, FlowSink& sink)
    : memory_(memory), sink_(sink), lost_(memory.flows()) {}

void IngressFifo::offer(unsigned flow, PacketHandle packet, TimePs arrived) {
  if (!memory_.fifo_has_room(packet->size_bytes, arrived)) {
    lost_[flow].add(packet->size_bytes);
    return;
  }
  sink_.offer(flow, std::move(packet), arrived);
}

}  // namespace docsis_vp::cm
