#include "models/cm/queue_memory/frame_stream.h"

namespace docsis_vp::cm {

std::uint64_t FrameStream::header_bytes_within(std::uint64_t bytes) {
  while (begun_ < fifo_.packets() && next_start_ < bytes) {
    next_start_ += begun_ == 0 ? fifo_.head_rest() : fifo_[begun_].packet->size_bytes;
    ++begun_;
  }
  std::uint64_t frames = begun_;
  if (waiting_.packets > 0 && bytes > fifo_.bytes()) {
    const std::uint64_t beyond = bytes - fifo_.bytes();
    frames += (beyond * waiting_.packets + waiting_.bytes - 1) / waiting_.bytes;
  }
  return frames * kMacHeaderBytes - (begun_ == 0 ? 0 : header_sent_);
}

void FrameStream::send_frame(std::uint32_t bytes) {
  fifo_.read_head(bytes);
  if (begun_ > 0) {
    next_start_ -= bytes;
  }
}

queue::Descriptor FrameStream::pop() {
  if (begun_ > 0) {
    next_start_ -= fifo_.head_rest();
    --begun_;
  }
  header_sent_ = 0;
  return fifo_.pop();
}

}  // namespace docsis_vp::cm
