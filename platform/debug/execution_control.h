// Where a debugger wants a processor to stop.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/debug/debug_target.h"

namespace docsis_vp::platform {

// What is written is told apart by how it is set, though both kinds of breakpoints compare
// addresses: memory never shows them.
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
    kInterrupted,  // the debugger asked for it, or came
    kTrap,         // the instruction at pc is about to trap; see signal
    kFailed,       // the run is about to end
    kNewProgram,   // text: its file
  };
  Cause cause = Cause::kInterrupted;
  StopPoint point{};
  std::string text{};
  unsigned signal = 0;  // GDB's number of it
};

// Asked before every instruction while it watches them, else at breakpoints at least. A breakpoint
// holds before its instruction runs, a watchpoint after the access, as GDB expects of RISC-V.
class ExecutionControl {
 public:
  // Twice the same counts once.
  void set(const StopPoint& point);
  void remove(const StopPoint& point);
  // Of all that was set; the processor runs freely.
  void clear();

  // The processor goes on from here up to a stop point. A breakpoint at this very place holds it
  // at once (GDB manual, "Continuing at a Different Address"): debuggers that want to leave one
  // remove it, step and set it again.
  void run(const DebugTarget& target, std::uint32_t pc);
  // Up to a stop point or, after an instruction, outside a range. Breakpoints at this very place
  // hold only when it comes back.
  void step(const DebugTarget& target, std::uint32_t pc, std::uint32_t range_first,
            std::uint32_t range_end);

  bool watches_instructions() const { return steps_ || watches_data_; }
  // Addresses, in order.
  std::vector<std::uint32_t> breakpoints() const;
  // Before the instruction at pc. Asking again before it ran changes nothing.
  std::optional<Stop> before(DebugTarget& target, std::uint32_t pc);

 private:
  struct Expected {
    StopPoint point;
    std::uint64_t instructions;  // before the one that accesses it
  };

  void look_ahead(DebugTarget& target);

  std::vector<StopPoint> points_;
  bool watches_data_ = false;  // is there a watchpoint?
  bool steps_ = false;
  std::uint32_t range_first_ = 0;
  std::uint32_t range_end_ = 0;
  std::uint64_t resumed_at_ = 0;
  std::uint32_t resumed_pc_ = 0;
  std::optional<Expected> expected_;
};

}  // namespace docsis_vp::platform
