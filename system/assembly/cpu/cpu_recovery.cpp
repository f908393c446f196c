#include "system/assembly/cpu/cpu_recovery.h"

#include <utility>

#include "platform/kernel/kernel_time.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/cpu/interrupt_state_of.h"
#include "system/scenario/read/firmware.h"

namespace docsis_vp::system {

using platform::ResetCause;

CpuRecovery::CpuRecovery(const LoadedScenario& loaded, unsigned modem_index, ControlCpu& cpu)
    : config_(loaded.scenario.modems[modem_index].cpu.recovery),
      cpu_(cpu),
      due_([this] { deferred_.request(); }),
      deferred_([this] { restart(); }) {
  slots_[0] = cpu.image();
  if (config_.fallback_firmware) {
    slots_[1] =
        platform::ElfImage::read(find_firmware(*config_.fallback_firmware, loaded.directory));
  }
  cpu.recover_by([this](const std::string& cause, TimePs at) { return note(cause, at); });
}

// The CPU may be ahead of the kernel; it executes nothing before the alarm.
bool CpuRecovery::note(const std::string& cause, TimePs at) {
  if (!failure_) {
    failure_ = {cause, at,
                cpu_.watchdog().is_timing_out() ? ResetCause::kWatchdog : ResetCause::kFault};
    due_.set(at);
  }
  return true;
}

void CpuRecovery::restart() {
  if (!failure_) {
    return;  // another reset came at this instant
  }
  const Failure failure = *std::exchange(failure_, std::nullopt);
  report(failure);
  const TimePs start = platform::now_ps() + from_us(config_.reset_us);
  const std::uint32_t failures = cpu_.watchdog().boot_failures() + 1;
  if (failures >= config_.boot_attempts && slots_[1 - cpu_.slot()]) {
    fall_back(failure, start);
  } else {
    cpu_.reset(start, failure.kind);
  }
}

void CpuRecovery::report(const Failure& failure) {
  const bool bite = failure.kind == ResetCause::kWatchdog;
  EventResult event{
      to_seconds(failure.at), bite ? "watchdog_bite" : "firmware_fault", cpu_.modem(), {}};
  event.details.emplace_back("cause", failure.cause);
  event.details.emplace_back("interrupted", cpu_.position());
  if (const std::string exception = cpu_.last_exception(); !exception.empty()) {
    event.details.emplace_back("last_exception", exception);
  }
  for (unsigned hart = 0; hart < cpu_.harts(); ++hart) {
    event.details.emplace_back(cpu_.name_of_hart("interrupts", hart),
                               interrupt_state_text(interrupt_state_of(cpu_, hart), "; "));
  }
  event.details.emplace_back("slot", std::uint64_t{cpu_.slot()});
  event.details.emplace_back("boot_failures", std::uint64_t{cpu_.watchdog().boot_failures()} + 1);
  event.details.emplace_back("reset_us", std::uint64_t{config_.reset_us});
  events_.push_back(std::move(event));
}

void CpuRecovery::fall_back(const Failure& failure, TimePs start) {
  const unsigned slot = 1 - cpu_.slot();
  EventResult event{to_seconds(failure.at), "boot_fallback", cpu_.modem(), {}};
  event.details.emplace_back("from_slot", std::uint64_t{cpu_.slot()});
  event.details.emplace_back("from_firmware_sha256", cpu_.image().sha256());
  event.details.emplace_back("slot", std::uint64_t{slot});
  event.details.emplace_back("firmware_sha256", slots_[slot]->sha256());
  events_.push_back(std::move(event));
  cpu_.replace_image(*slots_[slot], start, failure.kind, slot);
}

void CpuRecovery::settle() {
  if (failure_) {
    report(*std::exchange(failure_, std::nullopt));
  }
}

void CpuRecovery::install(platform::ElfImage image, TimePs start) {
  settle();
  const unsigned slot = 1 - cpu_.slot();
  slots_[slot] = image;
  cpu_.replace_image(std::move(image), start, ResetCause::kUpdate, slot);
}

}  // namespace docsis_vp::system
