#include "platform/symbols/backtrace.h"

#include <optional>

namespace docsis_vp::platform {

namespace {

constexpr std::size_t kDeepest = 64;
constexpr unsigned kReturnAddress = 1, kStackPointer = 2;

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
    // A handler's frame begins where the stack was when the trap came. Until a handler in
    // assembly has come to one with a frame, it stands by itself.
    const bool is_handler =
        !traps.empty() &&
        (caller ? caller->registers[kStackPointer] == traps.back().sp : entries.size() == 1);
    if (is_handler) {
      caller = caller.value_or(frame);
      caller->pc = traps.back().pc;
      caller->registers[kStackPointer] = traps.back().sp;
      traps.pop_back();
      interrupted = true;
    } else if (!caller && entries.size() == 1) {
      // Nowhere: who jumped there has most likely called.
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
