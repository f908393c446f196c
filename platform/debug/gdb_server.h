// GDB server: serves a processor over a TCP port of this machine.
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

// While the processor is held, the calling thread stays in the server, so simulated time stands
// still. While it runs, the server checks the port every 20 ms of host time.
class GdbServer : public CpuDebugger {
 public:
  // Throws InputError if the port is taken.
  GdbServer(DebugTarget& target, std::uint16_t port);

  std::uint16_t port() const { return port_.number(); }
  // Holds the processor at its first instruction until a debugger continues it.
  void wait_for_debugger() { stop_ = Stop{}; }
  // `ask` is called while waiting; if it returns false, waiting and debugging end.
  void keep_waiting_while(std::function<bool()> ask) { keeps_waiting_ = std::move(ask); }
  // The function is called once, to end the run, if a debugger kills the processor.
  void on_kill(std::function<void()> end_run) { end_run_ = std::move(end_run); }
  bool killed() const { return ended_ && session_.killed(); }

  // CpuDebugger
  bool watches_instructions() const override {
    return !ended_ && port_.connected() && control_.watches_instructions();
  }
  bool holds() override;
  void hold() override;
  // True unless the debugger passes the signal on or has already been shown this trap.
  bool holds_trap(const Trap& trap) override;

  // Call it regularly: a sleeping processor does not call the server.
  void poll();
  // Call it after another initiator on the bus has accessed memory. If that touches a watchpoint,
  // the processor stops before its next instruction, and the function returns true. who: name of
  // the initiator, for the debugger's console.
  bool accessed(const MemoryAccess& access, const std::string& who);
  // Tells a connected debugger, with the processor stopped, that the run is about to fail.
  void failing(const std::string& cause);
  // Tells a connected debugger, with the processor stopped, that another program was loaded.
  void program_replaced();
  void say(const std::string& line);
  // Reports the end of the run with its exit status.
  void finish(int status);

 private:
  using HostClock = std::chrono::steady_clock;

  // Returns whether the port must be checked.
  bool is_due();
  void look();
  void stop_here(const Stop& stop);
  void serve_while_halted();
  void debugger_left();
  void set_breakpoints() { target_.set_breakpoints(control_.breakpoints()); }

  // A deferred trap, and the processor's progress at that time.
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
  std::optional<Stop> stop_;  // next stop
  std::optional<HeldTrap> held_trap_;
  unsigned asked_ = 0;
  HostClock::time_point next_look_;
  bool ended_ = false;
};

}  // namespace docsis_vp::platform
