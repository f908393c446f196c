// Derives calls and stack use from the instructions of a function.
#pragma once

#include <cstdint>
#include <vector>

#include "app/firmware_report/linked_image.h"

namespace docsis_vp::app {

struct MachineCode {
  // Sum of the stack allocations of all instructions: at least the frame.
  std::uint32_t frame_bytes = 0;
  std::vector<std::uint32_t> calls;  // and jumps out of the function, each once
  // Compiler routines that return by t0 and leave the stack lower for their caller.
  std::vector<std::uint32_t> prologues;
  bool calls_indirectly = false;  // or jumps through a table out of the function
  bool sets_stack = false;        // to a stack of its own
  bool moves_stack = false;       // by an amount known at run time only
  bool returns_from_trap = false;
  bool enables_interrupts = false;
};

MachineCode machine_code(const LinkedImage& image, const ImageSymbol& function);

}  // namespace docsis_vp::app
