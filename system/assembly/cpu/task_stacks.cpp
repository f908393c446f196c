#include "system/assembly/cpu/task_stacks.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "platform/bus/debug_access.h"

namespace docsis_vp::system {

namespace {

using platform::ElfImage;

constexpr std::uint32_t kTaskWordBytes = 4;
// Offsets within kernel_task; fw/kernel/kernel.c asserts them.
constexpr std::uint32_t kStackOffset = 4, kNextOffset = 28;
constexpr unsigned kMostTasks = 256;

// Returns the variable that begins at an address.
const ElfImage::Symbol* variable_at(const ElfImage& image, std::uint32_t address) {
  const ElfImage::Symbol* const symbol = image.symbol_at(address);
  return symbol != nullptr && symbol->address == address && symbol->size_bytes != 0 ? symbol
                                                                                    : nullptr;
}

// The first word of a stack is its guard.
std::optional<StackResult> stack_of(const ElfImage::Symbol& stack,
                                    tlm::tlm_fw_transport_if<>& bus) {
  std::vector<unsigned char> bytes(stack.size_bytes);
  if (platform::read_debug(bus, stack.address, bytes.data(), stack.size_bytes) !=
      stack.size_bytes) {
    return {};
  }
  const auto first = bytes.begin() + std::min<std::ptrdiff_t>(kTaskWordBytes, stack.size_bytes);
  const auto deepest =
      std::find_if(first, bytes.end(), [](unsigned char byte) { return byte != 0; });
  const auto unused = (deepest - bytes.begin()) / kTaskWordBytes * kTaskWordBytes;
  return StackResult{stack.size_bytes, stack.size_bytes - static_cast<std::uint64_t>(unused)};
}

}  // namespace

std::vector<TaskResult> task_stacks(const ElfImage& image, tlm::tlm_fw_transport_if<>& bus) {
  std::vector<TaskResult> tasks;
  const ElfImage::Symbol* const ring = image.symbol("kernel_tasks");
  const std::optional<std::uint32_t> last =
      ring == nullptr ? std::nullopt : platform::read_word(bus, ring->address);
  if (!last || *last == 0) {
    return tasks;
  }
  std::uint32_t task = *last;
  for (unsigned i = 0; i < kMostTasks; ++i) {
    const std::optional<std::uint32_t> next = platform::read_word(bus, task + kNextOffset);
    if (!next) {
      break;
    }
    task = *next;
    const ElfImage::Symbol* const variable = variable_at(image, task);
    const ElfImage::Symbol* const stack =
        variable_at(image, platform::read_word(bus, task + kStackOffset).value_or(0));
    if (variable != nullptr && stack != nullptr) {
      if (const std::optional<StackResult> used = stack_of(*stack, bus)) {
        tasks.push_back({variable->name, *used});
      }
    }
    if (task == *last) {
      break;
    }
  }
  return tasks;
}

}  // namespace docsis_vp::system
