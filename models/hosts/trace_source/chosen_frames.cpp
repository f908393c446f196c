#include "models/hosts/trace_source/chosen_frames.h"

#include <utility>

#include "platform/base/errors.h"

namespace docsis_vp::hosts {

ChosenFrames::ChosenFrames(const std::string& file, FrameFilter filter)
    : file_(file), filter_(std::move(filter)), reader_(file) {}

std::string ChosenFrames::place(const CapturedFrame& frame) const {
  return file_ + ": byte " + std::to_string(frame.file_offset) + ": ";
}

bool ChosenFrames::passes_over(const CapturedFrame& frame) {
  if (!filter_.accepts_from(frame.interface_name, frame.interface, frame.is_sent)) {
    return true;
  }
  if (const std::optional<std::string> objection = objection_to(frame)) {
    if (!filter_.asks_for_addresses()) {
      throw InputError(place(frame) + *objection);
    }
    if (objection_.empty()) {
      objection_ = place(frame) + *objection;
    }
    return true;
  }
  return false;
}

std::optional<ChosenFrames::Frame> ChosenFrames::next() {
  while (const std::optional<CapturedFrame> frame = reader_.next()) {
    if (passes_over(*frame)) {
      continue;
    }
    const FrameHeaders headers = read_headers(*frame);
    if (!filter_.accepts(headers.key)) {
      continue;
    }
    has_chosen_ = true;
    if (!frame->time) {
      throw InputError(place(*frame) + "a simple packet block has no time to replay it at");
    }
    const std::uint32_t size_bytes = ethernet_bytes(*frame);
    // Captures of hosts with segmentation or receive offload contain such packets.
    if (size_bytes > kLongestFrameBytes) {
      throw InputError(place(*frame) + "a frame of " + std::to_string(size_bytes) +
                       " octets, expected at most " + std::to_string(kLongestFrameBytes) +
                       ": the capture has segmentation offload, record without (ethtool -K)");
    }
    return Frame{headers, size_bytes, *frame->time, frame->file_offset};
  }
  if (!has_chosen_ && !objection_.empty()) {
    throw InputError(objection_);
  }
  return std::nullopt;
}

}  // namespace docsis_vp::hosts
