#include "system/assembly/measure/fault_reports.h"

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
    ControlCpu* const soc = unit->cpu();
    for (unsigned hart = 0; soc != nullptr && hart < soc->harts(); ++hart) {
      watched_.push_back({unit.get(), hart,
                          std::make_unique<FaultWatch>(soc->hart(hart), soc->image(), soc->bus())});
    }
  }
}

// Several CPUs may have ended: in the last few microseconds, or at the same instant. Among the
// harts of a SoC the one that failed precedes one that is in an exception, then the first.
const FaultReports::Watched* FaultReports::culprit(const platform::Outcome& outcome) const {
  const auto guilt = [](const Watched& each) {
    return (each.watch->failure().empty() ? 0 : 2) + (each.watch->exception() ? 1 : 0);
  };
  const Watched* culprit = nullptr;
  for (const Watched& each : watched_) {
    const bool ended = each.unit->cpu()->outcome() == outcome;
    const bool same_soc = culprit == nullptr || culprit->unit == each.unit;
    if (ended && same_soc && (culprit == nullptr || guilt(each) > guilt(*culprit))) {
      culprit = &each;
    }
  }
  return culprit;
}

std::optional<FaultResult> FaultReports::result(const platform::Outcome& outcome,
                                                const std::string& cause) const {
  const bool went_well = !outcome.failed() && outcome.exit_code() == 0;
  const Watched* const watched = went_well ? nullptr : culprit(outcome);
  if (watched == nullptr) {
    return {};
  }
  ControlCpu& soc = *watched->unit->cpu();
  FaultResult fault = fault_of(*watched->watch, soc.hart(watched->hart), soc.image(),
                               {watched->unit->modem().config().name, cause, outcome.at()});
  fault.interrupts = interrupt_state_of(soc, watched->hart);
  return fault;
}

}  // namespace docsis_vp::system
