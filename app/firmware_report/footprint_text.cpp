#include "app/firmware_report/footprint.h"
#include "app/firmware_report/memory_use.h"
#include "app/firmware_report/places.h"
#include "system/results/format.h"

namespace docsis_vp::app {

namespace {

using system::format;

constexpr std::size_t kLargest = 20;

std::string sizes(const LinkedImage& image) {
  const MemoryUse use = memory_use(image);
  std::string text =
      format("ROM %8u bytes: %u of code, %u of constants, %u of initial values\n", use.rom_bytes,
             use.code_bytes, use.constant_bytes, use.initialized_bytes) +
      format("RAM %8u bytes: %u of variables with initial values, %u zeroed, %u of stack\n\n",
             use.ram_bytes, use.initialized_bytes, use.zeroed_bytes, use.stack_bytes);
  text += format("%-12s %10s %8s\n", "section", "address", "bytes");
  for (const ImageSection& section : image.sections()) {
    text += format("%-12s 0x%08x %8u\n", section.name.c_str(), section.address, section.bytes);
  }
  text += format("\n%8s %-12s %s\n", "bytes", "section", "largest functions and variables");
  for (const ImageSymbol& symbol : largest_symbols(image, kLargest)) {
    text += format("%8u %-12s %s\n", symbol.bytes, image.section_at(symbol.address)->name.c_str(),
                   demangled(symbol.name).c_str());
  }
  return text;
}

std::string chain(const StackRoot& root) {
  std::string text = format("  %-9s %-24s ", name_of(root.kind), root.function.c_str()) +
                     (root.bytes ? format("%6u bytes", *root.bytes) : "unbounded") + "\n";
  for (const StackFrame& frame : root.deepest) {
    text += format("    %6u %s\n", frame.bytes, frame.function.c_str());
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
