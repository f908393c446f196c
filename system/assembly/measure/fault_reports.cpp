#include "system/assembly/measure/fault_reports.h"

#include <algorithm>

#include "system/assembly/configure/units.h"
#include "system/assembly/cpu/fault_of.h"
#include "system/assembly/cpu/interrupt_state_of.h"

namespace docsis_vp::system {

using platform::FaultWatch;

std::optional<EndResult> end_of(const std::vector<std::unique_ptr<ModemUnit>>& modems,
                                const platform::Outcome& outcome) {
  if (!outcome.ended()) {
    return {};
  }
  EndResult end{{}, to_seconds(outcome.at())};
  for (const auto& unit : modems) {
    if (!end.by && unit->cpu() != nullptr && unit->cpu()->outcome() == outcome) {
      end.by = unit->modem().config().name;
    }
  }
  return end;
}

FaultReports::FaultReports(const std::vector<std::unique_ptr<ModemUnit>>& modems) {
  for (const auto& unit : modems) {
    if (unit->cpu() != nullptr) {
      ControlCpu& soc = *unit->cpu();
      watched_.push_back(
          {unit.get(), std::make_unique<FaultWatch>(soc.cpu(), soc.image(), soc.bus())});
    }
  }
}

// Several CPUs may have ended: in the last few microseconds, or at the same instant.
const FaultReports::Watched* FaultReports::culprit(const platform::Outcome& outcome) const {
  const auto found = std::find_if(watched_.begin(), watched_.end(), [&](const Watched& each) {
    return each.unit->cpu()->outcome() == outcome;
  });
  return found == watched_.end() ? nullptr : &*found;
}

std::optional<FaultResult> FaultReports::result(const platform::Outcome& outcome,
                                                const std::string& cause) const {
  const bool went_well = !outcome.failed() && outcome.exit_code() == 0;
  const Watched* const watched = went_well ? nullptr : culprit(outcome);
  if (watched == nullptr) {
    return {};
  }
  ControlCpu& soc = *watched->unit->cpu();
  FaultResult fault = fault_of(*watched->watch, soc.cpu(), soc.image(),
                               {watched->unit->modem().config().name, cause, outcome.at()});
  fault.interrupts = interrupt_state_of(soc);
  return fault;
}

}  // namespace docsis_vp::system
