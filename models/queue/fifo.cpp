#include "models/queue/fifo.h"

namespace docsis_vp::queue {

void Fifo::push(Descriptor&& descriptor) {
  const std::uint32_t bytes = descriptor.packet->size_bytes;
  descriptor.ce = descriptor.packet->ecn == Ecn::kCe;
  bytes_ += bytes;
  ce_bytes_ += descriptor.ce ? bytes : 0;
  ce_packets_ += descriptor.ce ? 1 : 0;
  ring_.push_back(std::move(descriptor));
}

void Fifo::read_head(std::uint32_t bytes) {
  head_offset_ += bytes;
  bytes_ -= bytes;
  ce_bytes_ -= head().ce ? bytes : 0;
}

void Fifo::judge_next(bool drops) {
  Descriptor& next = ring_[judged_++];
  next.to_drop = drops;
  if (drops) {
    to_drop_.add(next.packet->size_bytes);
  }
}

Descriptor Fifo::pop() {
  judged_ -= judged_ > 0 ? 1 : 0;
  if (head().to_drop) {
    to_drop_.remove(head().packet->size_bytes);
  }
  bytes_ -= head_rest();
  ce_bytes_ -= head().ce ? head_rest() : 0;
  ce_packets_ -= head().ce ? 1 : 0;
  head_offset_ = 0;
  return ring_.pop_front();
}

}  // namespace docsis_vp::queue
