#include "models/cm/queue_memory/frame_stream.h"

namespace docsis_vp::cm {

std::uint64_t FrameStream::header_bytes_within(std::uint64_t bytes) {
  while (begun_ < fifo_.packets() && next_start_ < bytes) {
    next_start_ += rest_of(begun_++);
  }
  std::uint64_t frames = begun_;
  if (waiting_.packets > 0 && bytes > fifo_.bytes()) {
    const std::uint64_t beyond = bytes - fifo_.bytes();
    frames += (beyond * waiting_.packets + waiting_.bytes - 1) / waiting_.bytes;
  }
  return frames * kMacHeaderBytes - (begun_ == 0 ? 0 : plain_header_sent());
}

std::uint64_t FrameStream::bytes_beyond(std::uint64_t mac_bytes, std::uint64_t bytes) {
  std::uint64_t covered = bytes + header_bytes_within(bytes);
  std::uint64_t start = next_start_;
  std::uint64_t frame = begun_;
  for (unsigned ahead = 0; ahead < kFramesAhead && start >= bytes; ++ahead) {
    if (covered + (start - bytes) > mac_bytes) {
      return bytes + mac_bytes + 1 - covered;
    }
    covered += start - bytes;
    bytes = start;
    if (frame == fifo_.packets()) {
      break;
    }
    // The first byte of a frame adds its header.
    covered += frame == 0 ? kMacHeaderBytes - plain_header_sent() : kMacHeaderBytes;
    if (covered >= mac_bytes) {
      return bytes + 1;
    }
    start += rest_of(frame++);
  }
  // Each byte adds at most itself and a header.
  return bytes + (mac_bytes - covered) / (kMacHeaderBytes + 1) + 1;
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
