#include "app/firmware_report/memory_use.h"

#include <algorithm>
#include <tuple>

namespace docsis_vp::app {

namespace {

std::uint32_t function_bytes(const LinkedImage& image, const ImageSection& section) {
  std::uint32_t bytes = 0;
  for (const ImageSymbol& symbol : image.symbols()) {
    if (symbol.is_function && image.section_at(symbol.address) == &section) {
      bytes += symbol.bytes;
    }
  }
  return std::min(bytes, section.bytes);
}

}  // namespace

MemoryUse memory_use(const LinkedImage& image) {
  MemoryUse use;
  const auto guard = image.address_of("__stack_guard");
  for (const ImageSection& section : image.sections()) {
    use.rom_bytes += section.stored ? section.bytes : 0;
    use.ram_bytes += section.writable ? section.bytes : 0;
    if (!section.writable) {
      const std::uint32_t code = function_bytes(image, section);
      use.code_bytes += code;
      use.constant_bytes += section.bytes - code;
    } else if (section.stored) {
      use.initialized_bytes += section.bytes;
    } else if (guard && *guard >= section.address && *guard - section.address < section.bytes) {
      use.stack_bytes += section.bytes;
    } else {
      use.zeroed_bytes += section.bytes;
    }
  }
  return use;
}

std::vector<ImageSymbol> largest_symbols(const LinkedImage& image, std::size_t most) {
  std::vector<ImageSymbol> symbols = image.symbols();
  std::sort(symbols.begin(), symbols.end(), [](const ImageSymbol& a, const ImageSymbol& b) {
    return std::tie(b.bytes, a.name, a.address) < std::tie(a.bytes, b.name, b.address);
  });
  symbols.resize(std::min(most, symbols.size()));
  return symbols;
}

}  // namespace docsis_vp::app
