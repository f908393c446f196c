#include "platform/base/packet.h"

namespace docsis_vp {

void PacketHandle::give_back() {
  if (slot_->pool->observer_ != nullptr) {
    slot_->pool->observer_->released(slot_->packet);
  }
  slot_->packet.id = 0;
  slot_->pool->free_.push_back(slot_);
  slot_ = nullptr;
}

PacketHandle PacketPool::take() {
  if (free_.empty()) {
    slots_.push_back({Packet{}, this});
    free_.push_back(&slots_.back());
  }
  PacketHandle::Slot* slot = free_.back();
  free_.pop_back();
  Packet& packet = slot->packet;
  packet.id = next_id_++;
  packet.flow = 0;
  packet.size_bytes = 0;
  packet.sequence = 0;
  packet.created = 0;
  packet.ecn = Ecn::kNotEct;
  packet.tos = {};
  packet.tcp.flags = 0;
  packet.tcp.sack_count = 0;
  packet.tcp.payload_bytes = 0;
  return PacketHandle(slot);
}

}  // namespace docsis_vp
