// What the instructions of a function say of calls and of the stack.
#pragma once

#include <cstdint>
#include <vector>

#include "app/firmware_report/linked_image.h"

namespace docsis_vp::app {

struct MachineCode {
  // Instructions that take memory from the stack, added up: at least the frame.
  std::uint32_t frame_bytes = 0;
  std::vector<std::uint32_t> calls;  // and jumps to elsewhere, each once
  // Routines of the compiler's that return by t0 and leave the stack lower for their caller.
  std::vector<std::uint32_t> prologues;
  bool calls_indirectly = false;  // or jumps by a table that leads out of the function
  bool sets_stack = false;        // to a place of its own
  bool moves_stack = false;       // by what only the running program knows
  bool returns_from_trap = false;
  bool enables_interrupts = false;
};

MachineCode machine_code(const LinkedImage& image, const ImageSymbol& function);

}  // namespace docsis_vp::app
