// Watches the CPUs of a system for what a report of their failure needs, and says who ended a run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/kernel/outcome.h"
#include "platform/observe/fault_watch.h"
#include "system/assembly/modem_unit.h"
#include "system/results/fault_result.h"
#include "system/results/results.h"

namespace docsis_vp::system {

// Nothing of a run that lasted.
std::optional<EndResult> end_of(const std::vector<std::unique_ptr<ModemUnit>>& modems,
                                const platform::Outcome& outcome);

class FaultReports {
 public:
  // Before the first run; the modems must outlive the reports.
  explicit FaultReports(const std::vector<std::unique_ptr<ModemUnit>>& modems);

  // Of a run that ended badly. cause: of one that firmware ended by itself, what it said. Nothing
  // if it was no CPU that failed.
  std::optional<FaultResult> result(const platform::Outcome& outcome,
                                    const std::string& cause) const;

 private:
  struct Watched {
    ModemUnit* unit;
    std::unique_ptr<platform::FaultWatch> watch;
  };
  const Watched* culprit(const platform::Outcome& outcome) const;

  std::vector<Watched> watched_;
};

}  // namespace docsis_vp::system
