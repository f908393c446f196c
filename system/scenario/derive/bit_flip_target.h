// Finds the bit that an event flips: in a CPU register, in memory or in a device.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "platform/memory/elf_image.h"
#include "system/scenario/fields/event.h"
#include "system/scenario/fields/modem.h"

namespace docsis_vp::system {

struct BitFlipTarget {
  static constexpr unsigned kPc = 32;

  std::optional<unsigned> cpu_register;  // x0 to x31, kPc; empty: the word at address
  std::uint32_t address = 0;
  bool is_memory = true;  // ROM or RAM; false: a device's register
};

// cpu: for its memory map. image: the running image, for symbols. pointer: of the event. Throws
// ConfigError.
BitFlipTarget bit_flip_target(const EventConfig& event, const ControlCpuConfig& cpu,
                              const platform::ElfImage& image, const std::string& pointer);

}  // namespace docsis_vp::system
