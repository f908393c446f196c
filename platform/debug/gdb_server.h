// Serves the harts of a SoC to GDB over a TCP port of this machine.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/cpu/cpu_debugger.h"
#include "platform/cpu/trap.h"
#include "platform/debug/debug_target.h"
#include "platform/debug/execution_control.h"
#include "platform/debug/gdb_session.h"
#include "platform/debug/loopback_port.h"

namespace docsis_vp::platform {

// While a hart is held, the calling thread stays in the server, so simulated time and all other
// harts stand still. While the harts run, the server checks the port every 20 ms of host time.
class GdbServer {
 public:
  // Throws InputError if the port is taken.
  GdbServer(DebugTarget& target, std::uint16_t port);

  std::uint16_t port() const { return port_.number(); }
  // Returns the debugger of a hart, for Cpu::attach().
  CpuDebugger& of_hart(unsigned hart) { return *harts_.at(hart); }
  // Stops the first hart at its first instruction until a debugger continues it.
  void wait_for_debugger() { stop_ = Stop{}; }
  // `ask` is called while waiting; if it returns false, waiting and debugging end.
  void keep_waiting_while(std::function<bool()> ask) { keeps_waiting_ = std::move(ask); }
  // The function is called once, to end the run, if a debugger kills the processor.
  void on_kill(std::function<void()> end_run) { end_run_ = std::move(end_run); }
  bool killed() const { return ended_ && session_.killed(); }

  // Call it regularly, because sleeping harts do not call the server.
  void poll();
  // Stops now if the next hart that asks would be stopped. Call it when all harts sleep.
  void hold();
  // Call it after another initiator on the bus has accessed memory. If that touches a watchpoint,
  // the next hart stops before its next instruction, and the function returns true. who: name of
  // the initiator, for the debugger's console.
  bool accessed(const MemoryAccess& access, const std::string& who);
  // Informs a connected debugger, while the processor is stopped, that the run is about to fail.
  void failing(const std::string& cause);
  // Informs a connected debugger, while the processor is stopped, that another program was loaded.
  void program_replaced();
  void say(const std::string& line);
  // Reports the end of the run with its exit status.
  void finish(int status);

 private:
  using HostClock = std::chrono::steady_clock;
  // A deferred trap, and the hart's progress at that time.
  struct HeldTrap {
    Trap trap;
    std::uint64_t progress;
  };
  class Hart : public CpuDebugger {
   public:
    Hart(GdbServer& server, unsigned number) : server_(server), number_(number) {}

    bool watches_instructions() const override;
    bool holds() override;
    void hold() override;
    // True unless the debugger passes the signal on or has already been shown this trap.
    bool holds_trap(const Trap& trap) override;

    bool was_shown_last_trap();
    // Searches for the stop point again, because the debugger may have removed it.
    void forget_stop_point();

   private:
    GdbServer& server_;
    const unsigned number_;
    std::optional<Stop> stop_;  // next stop
    std::optional<HeldTrap> held_trap_;
  };

  // Returns whether the port must be checked.
  bool is_due();
  void look();
  void stop_here(const Stop& stop);
  void serve_while_halted();
  void debugger_left();
  void set_breakpoints() { target_.set_breakpoints(control_.breakpoints()); }

  DebugTarget& target_;
  ExecutionControl control_;
  GdbSession session_;
  LoopbackPort port_;
  std::function<bool()> keeps_waiting_;
  std::function<void()> end_run_;
  std::vector<std::unique_ptr<Hart>> harts_;
  std::optional<Stop> stop_;  // next stop, for the hart that asks next
  unsigned last_asked_ = 0;   // number of the hart
  unsigned asked_ = 0;
  HostClock::time_point next_look_;
  bool ended_ = false;
};

}  // namespace docsis_vp::platform
