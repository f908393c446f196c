// Watches the CPUs of a system for failure reports, and finds the modem that ended a run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/kernel/outcome.h"
#include "platform/observe/fault_watch.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/results/fault_result.h"
#include "system/results/results.h"

namespace docsis_vp::system {

// Returns the early end of a run; empty if the run reached its end.
std::optional<EndResult> end_of(const std::vector<std::unique_ptr<ModemUnit>>& modems,
                                const platform::Outcome& outcome);

class FaultReports {
 public:
  // Call it before the first run; the modems must outlive the object.
  explicit FaultReports(const std::vector<std::unique_ptr<ModemUnit>>& modems);

  // Returns the report of a failed run. cause: the firmware's own message if it ended the run.
  // Empty if no CPU failed.
  std::optional<FaultResult> result(const platform::Outcome& outcome,
                                    const std::string& cause) const;

 private:
  struct Watched {
    ModemUnit* unit;
    unsigned hart;
    std::unique_ptr<platform::FaultWatch> watch;
  };
  const Watched* culprit(const platform::Outcome& outcome) const;

  std::vector<Watched> watched_;
};

}  // namespace docsis_vp::system
