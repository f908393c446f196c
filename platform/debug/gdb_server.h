// Serves a processor to GDB over a port of this machine.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "platform/cpu/cpu_debugger.h"
#include "platform/cpu/trap.h"
#include "platform/debug/debug_target.h"
#include "platform/debug/execution_control.h"
#include "platform/debug/gdb_session.h"
#include "platform/debug/loopback_port.h"

namespace docsis_vp::platform {

// While the processor is held, the host's thread stays in here, so simulated time stands still.
// While it runs, the port is looked at every 20 ms of the host's time.
class GdbServer : public CpuDebugger {
 public:
  // Throws InputError if the port is taken.
  GdbServer(DebugTarget& target, std::uint16_t port);

  std::uint16_t port() const { return port_.number(); }
  // The processor is held at its first instruction until a debugger lets it go.
  void wait_for_debugger() { stop_ = Stop{}; }
  // Asked while waiting; false ends that, and the debugger's part in the run.
  void keep_waiting_while(std::function<bool()> ask) { keeps_waiting_ = std::move(ask); }
  // Called once if a debugger kills the processor, to end the run.
  void on_kill(std::function<void()> end_run) { end_run_ = std::move(end_run); }
  bool killed() const { return ended_ && session_.killed(); }

  // CpuDebugger
  bool watches_instructions() const override {
    return !ended_ && port_.connected() && control_.watches_instructions();
  }
  bool holds() override;
  void hold() override;
  // Unless the debugger passes the signal on, or has been shown this very trap.
  bool holds_trap(const Trap& trap) override;

  // While the processor sleeps nothing of it asks: to be called every now and then.
  void poll();
  // To a debugger that is there, while the processor stands: the run is about to fail.
  void failing(const std::string& cause);
  // The same: another program has taken the place of the one that ran.
  void program_replaced();
  void say(const std::string& line);
  // The run is over.
  void finish(int status);

 private:
  using HostClock = std::chrono::steady_clock;

  // Whether it is time to look at the port.
  bool is_due();
  void look();
  void stop_here(const Stop& stop);
  void serve_while_halted();
  void debugger_left();
  void set_breakpoints() { target_.set_breakpoints(control_.breakpoints()); }

  // A trap that was held, and the processor's progress then.
  struct HeldTrap {
    Trap trap;
    std::uint64_t progress;
  };

  DebugTarget& target_;
  ExecutionControl control_;
  GdbSession session_;
  LoopbackPort port_;
  std::function<bool()> keeps_waiting_;
  std::function<void()> end_run_;
  std::optional<Stop> stop_;  // where the processor is to be held next
  std::optional<HeldTrap> held_trap_;
  unsigned asked_ = 0;
  HostClock::time_point next_look_;
  bool ended_ = false;
};

}  // namespace docsis_vp::platform
