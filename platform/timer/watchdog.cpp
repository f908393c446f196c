#include "platform/timer/watchdog.h"

#include <algorithm>
#include <string>
#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

Watchdog::Watchdog(const sc_core::sc_module_name& name, InterruptLine warning, Outcome& outcome)
    : sc_module(name),
      registers("registers"),
      warn_(std::move(warning)),
      outcome_(outcome),
      timeout_us_(watchdog_registers::kTimeoutReset),
      warning_us_(watchdog_registers::kWarningReset) {
  add_registers();
  SC_HAS_PROCESS(Watchdog);
  SC_METHOD(expire);
  sensitive << due_;
  dont_initialize();
}

void Watchdog::add_registers() {
  registers.add(
      watchdog_registers::kControlOffset,
      [this](TimePs) { return enabled_ ? watchdog_registers::kControlEnableMask : 0; },
      [this](std::uint32_t value, TimePs at) {
        if (!enabled_ && (value & watchdog_registers::kControlEnableMask) != 0) {
          enabled_ = true;
          restart(at);
        }
      });
  registers.add(
      watchdog_registers::kTimeoutOffset, [this](TimePs) { return timeout_us_; },
      [this](std::uint32_t value, TimePs) { timeout_us_ = value; });
  registers.add(watchdog_registers::kKickOffset, {}, [this](std::uint32_t value, TimePs at) {
    if (enabled_ && value == watchdog_registers::kKickKey) {
      restart(at);
    }
  });
  registers.add(
      watchdog_registers::kWarningOffset, [this](TimePs) { return warning_us_; },
      [this](std::uint32_t value, TimePs) { warning_us_ = value; });
  registers.add(watchdog_registers::kStatusOffset,
                [this](TimePs) { return warned_ ? watchdog_registers::kStatusWarningMask : 0; });
  registers.add(watchdog_registers::kRemainingOffset,
                [this](TimePs at) { return remaining_us(at); });
  registers.add(watchdog_registers::kResetCauseOffset,
                [this](TimePs) { return static_cast<std::uint32_t>(reset_cause_); });
  registers.add(watchdog_registers::kResetsOffset, [this](TimePs) { return resets_; });
  registers.add(watchdog_registers::kBootFailuresOffset, [this](TimePs) { return boot_failures_; });
  registers.add(watchdog_registers::kSlotOffset, [this](TimePs) {
    return slot_ | (is_fallback_ ? watchdog_registers::kSlotFallbackMask : 0);
  });
  registers.add(watchdog_registers::kConfirmOffset, {}, [this](std::uint32_t value, TimePs) {
    if (value == watchdog_registers::kConfirmKey) {
      boot_failures_ = 0;
    }
  });
}

void Watchdog::restart(TimePs at) {
  running_timeout_us_ = timeout_us_;
  times_out_at_ = at + timeout_us_ * kPsPerUs;
  warns_at_ = warning_us_ < timeout_us_ ? at + warning_us_ * kPsPerUs : kNever;
  update(at);
}

void Watchdog::reset(TimePs at) {
  enabled_ = false;
  timeout_us_ = watchdog_registers::kTimeoutReset;
  warning_us_ = watchdog_registers::kWarningReset;
  warns_at_ = kNever;
  times_out_at_ = kNever;
  update(at);
}

void Watchdog::start(std::uint32_t timeout_us, TimePs at) {
  timeout_us_ = timeout_us;
  enabled_ = true;
  restart(at);
}

void Watchdog::note_reset(ResetCause cause, unsigned slot) {
  const bool has_failed = cause == ResetCause::kWatchdog || cause == ResetCause::kFault;
  reset_cause_ = cause;
  ++resets_;
  if (slot != slot_) {
    is_fallback_ = has_failed;
    boot_failures_ = 0;
    slot_ = slot;
  } else if (cause == ResetCause::kUpdate) {
    is_fallback_ = false;
    boot_failures_ = 0;
  } else if (has_failed) {
    ++boot_failures_;
  }
}

void Watchdog::expire() {
  update(now_ps());
}

void Watchdog::update(TimePs at) {
  const bool warned = at >= warns_at_;
  if (warned != warned_) {
    warned_ = warned;
    if (warn_) {
      warn_(warned, at);
    }
  }
  due_.cancel();
  if (at >= times_out_at_) {
    is_timing_out_ = true;
    outcome_.fail(std::string(name()) + ": firmware did not kick the watchdog for " +
                      std::to_string(running_timeout_us_) + " us",
                  times_out_at_);
    is_timing_out_ = false;
  } else if (enabled_) {
    notify_at(due_, warned ? times_out_at_ : std::min(warns_at_, times_out_at_));
  }
}

std::uint32_t Watchdog::remaining_us(TimePs at) const {
  if (!enabled_) {
    return timeout_us_;
  }
  const TimePs left = std::max<TimePs>(times_out_at_ - at, 0);
  return static_cast<std::uint32_t>((left + kPsPerUs - 1) / kPsPerUs);
}

}  // namespace docsis_vp::platform
