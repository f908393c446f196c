// Finds the backtrace of a program through calls and interrupts.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/symbols/debug_info.h"

namespace docsis_vp::platform {

// A trap whose handler has not returned. In a list the innermost is the last.
struct OpenTrap {
  std::uint32_t pc = 0;
  std::uint32_t sp = 0;
  bool is_interrupt = false;
  std::uint32_t handler = 0;
};

struct BacktraceEntry {
  // pc of the frame, or the address to which the called function returns
  std::uint32_t pc = 0;
  // Address that gives the source line; for a call, that of the calling instruction.
  std::uint32_t address = 0;
  // True if the frame above interrupted this one instead of being called.
  bool interrupted = false;
};

// Innermost frame first. It ends where call frame information ends: in start-up code.
std::vector<BacktraceEntry> backtrace(const DebugInfo& debug, CallFrame frame,
                                      std::vector<OpenTrap> traps, const ReadWord& read);

}  // namespace docsis_vp::platform
