// Who called whom, out of interrupts too.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/symbols/debug_info.h"

namespace docsis_vp::platform {

// What a trap interrupted; the innermost is the last of a list.
struct OpenTrap {
  std::uint32_t pc = 0;
  std::uint32_t sp = 0;
  bool is_interrupt = false;
  std::uint32_t handler = 0;
};

struct BacktraceEntry {
  std::uint32_t pc = 0;       // where it is, or goes on when what it called returns
  std::uint32_t address = 0;  // in the instruction that says its line: of a call, the call
  bool interrupted = false;   // by what is above it, rather than calling it
};

// The innermost first. Ends where there is no call frame information: in start-up code.
std::vector<BacktraceEntry> backtrace(const DebugInfo& debug, CallFrame frame,
                                      std::vector<OpenTrap> traps, const ReadWord& read);

}  // namespace docsis_vp::platform
