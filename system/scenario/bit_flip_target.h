// What bit an event flips: of a register of the CPU, of memory or of a device.
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

  std::optional<unsigned> cpu_register;  // x0 to x31, kPc; else the word at
  std::uint32_t address = 0;
  bool is_memory = true;  // ROM or RAM; else a device's register
};

// cpu: its memory map. image: what it runs then, for symbols. pointer: of the event. Throws
// ConfigError.
BitFlipTarget bit_flip_target(const EventConfig& event, const CpuConfig& cpu,
                              const platform::ElfImage& image, const std::string& pointer);

}  // namespace docsis_vp::system
