// Ends the run when firmware no longer shows that it is alive.
#pragma once

#include <cstdint>
#include <systemc>

#include "platform/bus/register_file.h"
#include "platform/irq/interrupt_line.h"
#include "platform/kernel/outcome.h"

namespace docsis_vp::platform {

// watchdog.rdl has the registers. Enabled, it raises its line `warning` microseconds after the
// last kick and fails the run `timeout` microseconds after it, to the picosecond.
class Watchdog : public sc_core::sc_module {
 public:
  RegisterFile registers;

  // `warning` may be empty.
  Watchdog(const sc_core::sc_module_name& name, InterruptLine warning, Outcome& outcome);

  // As after power-on: off.
  void reset(TimePs at);

 private:
  void add_registers();
  // Time counts from `at` with the timeout and warning that the registers hold.
  void restart(TimePs at);
  void expire();
  // State -> warning line at `at`, and the one event still to come.
  void update(TimePs at);
  std::uint32_t remaining_us(TimePs at) const;

  const InterruptLine warn_;
  Outcome& outcome_;
  bool enabled_ = false;
  std::uint32_t timeout_us_;
  std::uint32_t warning_us_;
  std::uint32_t running_timeout_us_ = 0;  // as it was at the last kick
  TimePs warns_at_ = kNever;
  TimePs bites_at_ = kNever;
  bool warned_ = false;
  sc_core::sc_event due_;
};

}  // namespace docsis_vp::platform
