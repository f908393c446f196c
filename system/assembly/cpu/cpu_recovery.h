// Resets a control CPU whose firmware fails, instead of ending the run. Starts the image of the
// other slot after too many failures.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/agenda.h"
#include "platform/memory/elf_image.h"
#include "system/assembly/cpu/control_cpu.h"
#include "system/results/results.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

// Failures are the events that would end the run: an expired watchdog, an exit with a status other
// than 0, a CPU that cannot continue. The CPU is reset after all other events of the instant.
class CpuRecovery {
 public:
  // Requires on_failure reset_cpu. The CPU must outlive the object. Throws InputError for an image
  // that cannot be read.
  CpuRecovery(const LoadedScenario& loaded, unsigned modem_index, ControlCpu& cpu);

  // Call it if another reset occurs at this instant: reports a pending failure and cancels its
  // reset.
  void settle();
  // Installs an update: the image goes into the slot that does not run and starts at `start`.
  void install(platform::ElfImage image, TimePs start);

  // Returns failures and fallbacks, in order of time.
  const std::vector<EventResult>& events() const { return events_; }

 private:
  struct Failure {
    std::string cause;
    TimePs at = 0;
    platform::ResetCause kind = platform::ResetCause::kFault;
  };

  // Always returns true: the run continues.
  bool note(const std::string& cause, TimePs at);
  void restart();
  void report(const Failure& failure);
  void fall_back(const Failure& failure, TimePs start);

  const RecoveryConfig config_;
  ControlCpu& cpu_;
  std::array<std::optional<platform::ElfImage>, 2> slots_;
  std::optional<Failure> failure_;  // the CPU has stopped and waits for its reset
  platform::Alarm due_;
  platform::DeferredCall deferred_;
  std::vector<EventResult> events_;
};

}  // namespace docsis_vp::system
