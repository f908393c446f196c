#include <cstdio>

#include "app/firmware_report/footprint.h"
#include "app/firmware_report/memory_use.h"
#include "app/firmware_report/places.h"

namespace docsis_vp::app {

namespace {

constexpr std::size_t kLargest = 20;

template <typename... Values>
std::string line(const char* pattern, const Values&... values) {
  char text[256];
  const int length = std::snprintf(text, sizeof text, pattern, values...);
  if (length < static_cast<int>(sizeof text)) {
    return text;
  }
  std::string longer(static_cast<std::size_t>(length) + 1, 0);  // names of C++ have no end
  std::snprintf(longer.data(), longer.size(), pattern, values...);
  longer.pop_back();
  return longer;
}

std::string sizes(const LinkedImage& image) {
  const MemoryUse use = memory_use(image);
  std::string text =
      line("ROM %8u bytes: %u of code, %u of constants, %u of initial values\n", use.rom_bytes,
           use.code_bytes, use.constant_bytes, use.initialized_bytes) +
      line("RAM %8u bytes: %u of variables with initial values, %u zeroed, %u of stack\n\n",
           use.ram_bytes, use.initialized_bytes, use.zeroed_bytes, use.stack_bytes);
  text += line("%-12s %10s %8s\n", "section", "address", "bytes");
  for (const ImageSection& section : image.sections()) {
    text += line("%-12s 0x%08x %8u\n", section.name.c_str(), section.address, section.bytes);
  }
  text += line("\n%8s %-12s %s\n", "bytes", "section", "largest functions and variables");
  for (const ImageSymbol& symbol : largest_symbols(image, kLargest)) {
    text += line("%8u %-12s %s\n", symbol.bytes, image.section_at(symbol.address)->name.c_str(),
                 demangled(symbol.name).c_str());
  }
  return text;
}

std::string chain(const StackRoot& root) {
  std::string text = line("  %-9s %-24s ", name_of(root.kind), root.function.c_str()) +
                     (root.bytes ? line("%6u bytes", *root.bytes) : "unbounded") + "\n";
  for (const StackFrame& frame : root.deepest) {
    text += line("    %6u %s\n", frame.bytes, frame.function.c_str());
  }
  return text;
}

std::string stack(const Footprint& footprint) {
  const StackBound& bound = footprint.stack;
  std::string text = "\nStack: ";
  text += bound.bytes ? "at most " + std::to_string(*bound.bytes) + " bytes" : "unbounded";
  if (const auto reserved = footprint.reserved_stack_bytes) {
    text += " of " + std::to_string(*reserved) + " reserved";
    text += bound.bytes && *bound.bytes > *reserved ? ": too little" : "";
  }
  text += "; interrupt handlers at once: " + std::to_string(bound.nesting) + "\n";
  for (const std::string& reason : bound.unbounded) {
    text += "  " + shortened(reason, footprint.sources);
    text += '\n';
  }
  for (const StackRoot& root : bound.roots) {
    text += chain(root);
  }
  return text;
}

}  // namespace

std::string footprint_text(const Footprint& footprint, const LinkedImage& image) {
  std::string text =
      footprint.image + (footprint.optimization.empty() ? "" : ", " + footprint.optimization);
  for (const std::string& option : footprint.options) {
    text.append(" ").append(option);
  }
  return text + "\n\n" + sizes(image) + stack(footprint);
}

}  // namespace docsis_vp::app
