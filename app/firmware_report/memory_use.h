// Sums the sections by their contents, and lists the largest symbols.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/firmware_report/linked_image.h"

namespace docsis_vp::app {

struct MemoryUse {
  std::uint32_t rom_bytes = 0;  // stored: code, constants, initial values
  std::uint32_t ram_bytes = 0;  // at run time, stack included
  std::uint32_t code_bytes = 0;
  std::uint32_t constant_bytes = 0;     // rest of the code sections, unnamed constants
  std::uint32_t initialized_bytes = 0;  // in ROM and in RAM
  std::uint32_t zeroed_bytes = 0;
  std::uint32_t stack_bytes = 0;
};

MemoryUse memory_use(const LinkedImage& image);

// Largest first; equal sizes by name.
std::vector<ImageSymbol> largest_symbols(const LinkedImage& image, std::size_t most);

}  // namespace docsis_vp::app
