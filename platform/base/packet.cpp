#include "platform/base/packet.h"

namespace docsis_vp {

void PacketHandle::reset() {
  if (slot_ != nullptr) {
    slot_->pool->free_.push_back(slot_);
    slot_ = nullptr;
  }
}

PacketHandle PacketPool::take() {
  if (free_.empty()) {
    slots_.push_back({Packet{}, this});
    free_.push_back(&slots_.back());
  }
  PacketHandle::Slot* slot = free_.back();
  free_.pop_back();
  slot->packet = Packet{};
  slot->packet.id = next_id_++;
  return PacketHandle(slot);
}

}  // namespace docsis_vp
