// Decides where a debugger stops a processor: breakpoints, watchpoints and steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/debug/debug_target.h"

namespace docsis_vp::platform {

// Kinds of stop points as the debugger sets them. Both kinds of breakpoints compare addresses;
// neither changes memory.
enum class StopPointKind {
  kSoftwareBreakpoint,
  kHardwareBreakpoint,
  kWriteWatchpoint,
  kReadWatchpoint,
  kAccessWatchpoint
};

struct StopPoint {
  StopPointKind kind;
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;

  bool operator==(const StopPoint& other) const {
    return kind == other.kind && address == other.address && bytes == other.bytes;
  }
};

struct Stop {
  enum class Cause {
    kStepped,
    kStopPoint,    // see point
    kInterrupted,  // the debugger requested it, or has connected
    kTrap,         // the instruction at pc is about to trap; see signal
    kFailed,       // the run is about to end
    kNewProgram,   // text: its file
  };
  Cause cause = Cause::kInterrupted;
  StopPoint point{};
  std::string text{};
  unsigned signal = 0;  // GDB's signal number of the trap
  unsigned hart = 0;    // the hart that stops
};

// Stop points apply to all harts; a step applies to the hart that is selected when it begins. The
// server asks before every instruction of a hart if watches_instructions(), otherwise at least at
// breakpoints. A breakpoint stops before its instruction, a watchpoint after the access, as GDB
// expects of RISC-V.
class ExecutionControl {
 public:
  // Setting the same point twice has the same effect as setting it once.
  void set(const StopPoint& point);
  void remove(const StopPoint& point);
  // Removes all stop points; all harts run freely.
  void clear();

  // The selected hart continues from here to a stop point. A breakpoint at this pc stops it at once
  // (GDB manual, "Continuing at a Different Address"). To leave a breakpoint, debuggers remove it,
  // step and set it again.
  void run(const DebugTarget& target, std::uint32_t pc);
  // The selected hart runs to a stop point, or for at least one instruction to an address outside a
  // range. Breakpoints at this pc stop it only when it returns there.
  void step(const DebugTarget& target, std::uint32_t pc, std::uint32_t range_first,
            std::uint32_t range_end);

  bool watches_instructions(unsigned hart = 0) const {
    return watches_data_ || (hart < runs_.size() && runs_[hart].steps);
  }
  // Addresses of the breakpoints, ascending.
  std::vector<std::uint32_t> breakpoints() const;
  // Returns whether and why to stop before the selected hart's instruction at pc. Repeated calls
  // before the instruction runs give the same answer.
  std::optional<Stop> before(DebugTarget& target, std::uint32_t pc);
  // Returns the watchpoint that an access touches, with the touched address.
  std::optional<StopPoint> touched_by(const MemoryAccess& access) const;

 private:
  struct Expected {
    StopPoint point;
    std::uint64_t instructions;  // count before the accessing instruction
  };

  // How a hart was resumed.
  struct Run {
    bool steps = false;
    std::uint32_t range_first = 0;
    std::uint32_t range_end = 0;
    std::uint64_t resumed_at = 0;  // progress
    std::uint32_t resumed_pc = 0;
    std::optional<Expected> expected;
  };

  Run& run_of_selected(const DebugTarget& target);
  void look_ahead(DebugTarget& target, Run& state);

  std::vector<StopPoint> points_;
  bool watches_data_ = false;  // a watchpoint is set
  std::vector<Run> runs_;      // by hart; a missing one runs freely
};

}  // namespace docsis_vp::platform
