// What an image takes of memory, as text for people and as JSON.
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
  std::string optimization;          // "-O2"; empty: not told
  std::vector<std::string> options;  // further ones of the compiler
  std::string sources;               // a folder that places are shown from; empty: none
  std::optional<std::uint32_t> reserved_stack_bytes;
  StackBound stack;
};

std::string footprint_text(const Footprint& footprint, const LinkedImage& image);
std::string footprint_json(const Footprint& footprint, const LinkedImage& image);

}  // namespace docsis_vp::app
