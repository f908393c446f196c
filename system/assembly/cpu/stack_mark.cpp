#include "system/assembly/cpu/stack_mark.h"

#include <algorithm>

#include "platform/bus/debug_access.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint32_t kMarkBytes = 4;

}  // namespace

StackMark::StackMark(const platform::ElfImage& image, tlm::tlm_fw_transport_if<>& bus,
                     std::uint32_t memory_bytes) {
  const platform::ElfImage::Symbol* const guard = image.symbol("__stack_guard");
  const platform::ElfImage::Symbol* const top = image.symbol("__stack_top");
  if (guard != nullptr && top != nullptr && guard->address % kMarkBytes == 0 &&
      top->address % kMarkBytes == 0 && top->address > guard->address &&
      top->address - guard->address <= memory_bytes) {
    bottom_ = guard->address + kMarkBytes;
    top_ = top->address;
    before_ = words(bus);
  }
}

std::optional<StackResult> StackMark::read(tlm::tlm_fw_transport_if<>& bus) const {
  if (before_.empty()) {
    return {};
  }
  const std::vector<std::uint32_t> now = words(bus);
  const auto deepest = std::mismatch(now.begin(), now.end(), before_.begin()).first;
  const auto used = static_cast<std::uint64_t>(now.end() - deepest);
  return StackResult{top_ - bottom_ + kMarkBytes, kMarkBytes * used};
}

// Empty if the range is not memory.
std::vector<std::uint32_t> StackMark::words(tlm::tlm_fw_transport_if<>& bus) const {
  std::vector<std::uint32_t> words((top_ - bottom_) / kMarkBytes);
  const std::uint32_t bytes = top_ - bottom_;
  const unsigned there =
      platform::read_debug(bus, bottom_, reinterpret_cast<unsigned char*>(words.data()), bytes);
  return there == bytes ? words : std::vector<std::uint32_t>();
}

}  // namespace docsis_vp::system
