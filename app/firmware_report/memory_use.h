// Sections by what they hold, and the largest symbols.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/firmware_report/linked_image.h"

namespace docsis_vp::app {

struct MemoryUse {
  std::uint32_t rom_bytes = 0;  // stored: code, constants, initial values
  std::uint32_t ram_bytes = 0;  // taken while it runs, stack included
  std::uint32_t code_bytes = 0;
  std::uint32_t constant_bytes = 0;     // rest of the sections with code, constants without a name
  std::uint32_t initialized_bytes = 0;  // in ROM and in RAM
  std::uint32_t zeroed_bytes = 0;
  std::uint32_t stack_bytes = 0;
};

MemoryUse memory_use(const LinkedImage& image);

// The largest first, of equals by name.
std::vector<ImageSymbol> largest_symbols(const LinkedImage& image, std::size_t most);

}  // namespace docsis_vp::app
