// Reports the memory use of an image, as text and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/firmware_report/linked_image.h"
#include "app/firmware_report/stack_bound.h"

namespace docsis_vp::app {

struct Footprint {
  std::string image;                 // "docsis_pie.elf"
  std::string optimization;          // "-O2"; empty: unknown
  std::vector<std::string> options;  // further compiler options
  std::string sources;               // root folder of shown places; empty: none
  std::optional<std::uint32_t> reserved_stack_bytes;
  StackBound stack;
};

std::string footprint_text(const Footprint& footprint, const LinkedImage& image);
std::string footprint_json(const Footprint& footprint, const LinkedImage& image);

}  // namespace docsis_vp::app
