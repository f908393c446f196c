// Bites when firmware no longer shows that it is alive, and remembers why the CPU started.
#pragma once

#include <cstdint>
#include <systemc>

#include "platform/bus/register_file.h"
#include "platform/irq/interrupt_line.h"
#include "platform/kernel/outcome.h"
#include "platform/timer/watchdog_registers.h"

namespace docsis_vp::platform {

// Values of the register reset_cause.
enum class ResetCause : std::uint32_t {
  kPowerOn = watchdog_registers::kResetCauseValuePowerOn,
  kWatchdog = watchdog_registers::kResetCauseValueWatchdog,
  kFault = watchdog_registers::kResetCauseValueFault,
  kExternal = watchdog_registers::kResetCauseValueExternal,
  kUpdate = watchdog_registers::kResetCauseValueUpdate
};

// watchdog.rdl has the registers. Enabled, it raises its line `warning` microseconds after the
// last kick and fails `timeout` microseconds after it, to the picosecond: the outcome decides what
// follows.
class Watchdog : public sc_core::sc_module {
 public:
  RegisterFile registers;

  // `warning` may be empty.
  Watchdog(const sc_core::sc_module_name& name, InterruptLine warning, Outcome& outcome);

  // The outcome is being told of a bite.
  bool bites() const { return bites_; }

  // As after power-on: off. What it remembers of resets stays.
  void reset(TimePs at);
  // On from then, as if firmware had enabled it.
  void start(std::uint32_t timeout_us, TimePs at);

  // The CPU starts, with the image of this slot. One that takes the place of another has not failed
  // yet; in place of one that failed too often it is the fallback.
  void note_reset(ResetCause cause, unsigned slot);
  // Failures in a row of the image that runs.
  std::uint32_t boot_failures() const { return boot_failures_; }
  std::uint32_t resets() const { return resets_; }

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
  bool bites_ = false;
  ResetCause reset_cause_ = ResetCause::kPowerOn;
  std::uint32_t resets_ = 0;
  std::uint32_t boot_failures_ = 0;
  unsigned slot_ = 0;
  bool is_fallback_ = false;
  sc_core::sc_event due_;
};

}  // namespace docsis_vp::platform
