#include "platform/symbols/backtrace.h"

#include <optional>

namespace docsis_vp::platform {

namespace {

constexpr std::size_t kDeepest = 64;

// Returns whether pc lies in no code that the debug information knows. A jump to such an address
// most likely was a call.
bool is_nowhere(const DebugInfo& debug, std::uint32_t pc) {
  return !debug.rows().empty() && debug.row_at(pc) == nullptr;
}

}  // namespace

std::vector<BacktraceEntry> backtrace(const DebugInfo& debug, CallFrame frame,
                                      std::vector<OpenTrap> traps, const ReadWord& read) {
  std::vector<BacktraceEntry> entries;
  bool called = false;  // the frame's pc is a return address
  bool interrupted = false;
  while (entries.size() < kDeepest) {
    const std::uint32_t address = called ? frame.pc - 1 : frame.pc;
    entries.push_back({frame.pc, address, interrupted});
    std::optional<CallFrame> caller = debug.caller(frame, address, read);
    interrupted = false;
    const bool is_innermost = entries.size() == 1;
    const bool is_trapped = !traps.empty() && traps.back().handler == frame.pc;
    const bool is_jump = is_innermost && !is_trapped && !caller && is_nowhere(debug, address);
    // A handler's frame begins at the stack pointer of the trap. An assembly handler has no frame
    // information until it calls a function, so it stands alone.
    const bool is_handler =
        !traps.empty() && !is_jump &&
        (caller ? caller->registers[kStackPointer] == traps.back().sp : is_innermost);
    if (is_handler) {
      caller = caller.value_or(frame);
      caller->pc = traps.back().pc;
      caller->registers[kStackPointer] = traps.back().sp;
      traps.pop_back();
      interrupted = true;
    } else if (!caller && is_innermost) {
      caller = frame;
      caller->pc = frame.registers[kReturnAddress];
    }
    const bool moves = caller && (caller->pc != frame.pc || caller->registers[kStackPointer] !=
                                                                frame.registers[kStackPointer]);
    if (!moves || caller->pc == 0) {
      break;
    }
    called = !interrupted;
    frame = *caller;
  }
  return entries;
}

}  // namespace docsis_vp::platform
