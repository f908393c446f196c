// Models a watchdog timer: without a kick in time it fails the run or resets the CPU. It records
// the cause of the reset.
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

// The registers are in watchdog.rdl. While enabled, it raises its line `warning` microseconds after
// the last kick. It reports a failure to the outcome exactly `timeout` microseconds after the last
// kick. The outcome decides between the end of the run and a reset.
class Watchdog : public sc_core::sc_module {
 public:
  RegisterFile registers;

  // `warning` may be empty.
  Watchdog(const sc_core::sc_module_name& name, InterruptLine warning, Outcome& outcome);

  // True while the outcome handles a timeout.
  bool is_timing_out() const { return is_timing_out_; }

  // Disables the watchdog as after power-on, but keeps the record of resets.
  void reset(TimePs at);
  // Enables the watchdog at `at`, as firmware would.
  void start(std::uint32_t timeout_us, TimePs at);

  // Records a start of the CPU with the image of `slot`. A new slot starts with no boot failures. A
  // change of slot after a failure marks the new image as the fallback.
  void note_reset(ResetCause cause, unsigned slot);
  // Consecutive failures of the running image.
  std::uint32_t boot_failures() const { return boot_failures_; }
  std::uint32_t resets() const { return resets_; }

 private:
  void add_registers();
  // Restarts the countdown at `at`, with the current timeout and warning registers.
  void restart(TimePs at);
  void expire();
  // Updates the warning line at `at` and schedules the next event.
  void update(TimePs at);
  std::uint32_t remaining_us(TimePs at) const;

  const InterruptLine warn_;
  Outcome& outcome_;
  bool enabled_ = false;
  std::uint32_t timeout_us_;
  std::uint32_t warning_us_;
  std::uint32_t running_timeout_us_ = 0;  // value at the last kick
  TimePs warns_at_ = kNever;
  TimePs times_out_at_ = kNever;
  bool warned_ = false;
  bool is_timing_out_ = false;
  ResetCause reset_cause_ = ResetCause::kPowerOn;
  std::uint32_t resets_ = 0;
  std::uint32_t boot_failures_ = 0;
  unsigned slot_ = 0;
  bool is_fallback_ = false;
  sc_core::sc_event due_;
};

}  // namespace docsis_vp::platform
