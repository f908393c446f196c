#include "models/cm/burst_builder/head_walk.h"

#include <algorithm>

namespace docsis_vp::cm {

namespace {

std::uint32_t header_rest(const FrameStream& stream, std::size_t index) {
  return index == 0 ? stream.head_header_rest() : stream.next_header_bytes();
}

std::uint32_t frame_rest(const FrameStream& stream, std::size_t index) {
  const queue::Fifo& fifo = stream.fifo();
  return index == 0 ? fifo.head_rest() : fifo[index].packet->size_bytes;
}

}  // namespace

HeadWalk::HeadWalk(const FrameStream& stream, std::uint32_t mac_bytes) : room_(mac_bytes) {
  const queue::Fifo& fifo = stream.fifo();
  for (std::size_t i = 0; i < fifo.judged() && room_ > 0; ++i) {
    if (fifo[i].to_drop) {
      ++packets_;
    } else {
      take(header_rest(stream, i), frame_rest(stream, i));
    }
  }
}

bool HeadWalk::find(FrameStream& stream, std::uint64_t eligible) {
  const queue::Fifo& fifo = stream.fifo();
  while (room_ > 0 && fifo.judged() < fifo.packets()) {
    const std::size_t next = fifo.judged();
    const std::uint32_t header = header_rest(stream, next);
    const std::uint32_t frame = frame_rest(stream, next);
    const std::uint64_t left = eligible - std::min(eligible, frame_bytes_);
    if (left == 0 || left < std::min(frame, room_ - std::min(room_, header))) {
      return false;
    }
    if (next > 0 || stream.head_untouched()) {
      return true;
    }
    judge(stream, false);
  }
  return false;
}

void HeadWalk::judge(FrameStream& stream, bool drops) {
  const std::size_t next = stream.fifo().judged();
  if (drops) {
    ++packets_;
  } else {
    take(header_rest(stream, next), frame_rest(stream, next));
  }
  stream.judge_next(drops);
}

void HeadWalk::take(std::uint32_t header_rest, std::uint32_t frame_rest) {
  const std::uint32_t header = std::min(room_, header_rest);
  const std::uint32_t frame = std::min(room_ - header, frame_rest);
  room_ -= header + frame;
  frame_bytes_ += frame;
  ++packets_;
}

}  // namespace docsis_vp::cm
