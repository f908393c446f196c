// Resets a control CPU whose firmware fails, in place of the end of the run, and starts the image
// of the other slot where the one that runs has failed too often.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/agenda.h"
#include "platform/memory/elf_image.h"
#include "system/assembly/control_cpu.h"
#include "system/results/results.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {

// Failures are those that would end the run: a bite of the watchdog, an exit with another status
// than 0, a core that cannot go on. The CPU is reset once all else at the instant has happened.
class CpuRecovery {
 public:
  // The scenario says reset_cpu. The CPU must outlive the recovery. Throws InputError for an image
  // that cannot be read.
  CpuRecovery(const LoadedScenario& loaded, unsigned modem_index, ControlCpu& cpu);

  // Another reset comes at this instant: reports a failure that waits for its own, and drops it.
  void settle();
  // An update: the image goes into the slot that does not run, and starts then.
  void install(platform::ElfImage image, TimePs start);

  // Returns failures and fallbacks, in order of time.
  const std::vector<EventResult>& events() const { return events_; }

 private:
  struct Failure {
    std::string cause;
    TimePs at = 0;
    platform::ResetCause kind = platform::ResetCause::kFault;
  };

  // Always true: the run goes on.
  bool note(const std::string& cause, TimePs at);
  void restart();
  void report(const Failure& failure);
  void fall_back(const Failure& failure, TimePs start);

  const RecoveryConfig config_;
  ControlCpu& cpu_;
  std::array<std::optional<platform::ElfImage>, 2> slots_;
  std::optional<Failure> failure_;  // since which the CPU stands still
  platform::Alarm due_;
  platform::DeferredCall deferred_;
  std::vector<EventResult> events_;
};

}  // namespace docsis_vp::system
