#include "models/queue/fifo.h"

namespace docsis_vp::queue {

void Fifo::push(Descriptor descriptor) {
  bytes_ += descriptor.packet->size_bytes;
  ring_.push_back(std::move(descriptor));
}

void Fifo::read_head(std::uint32_t bytes) {
  head_offset_ += bytes;
  bytes_ -= bytes;
}

Descriptor Fifo::pop() {
  bytes_ -= head_rest();
  head_offset_ = 0;
  return ring_.pop_front();
}

}  // namespace docsis_vp::queue
