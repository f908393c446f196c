#include "system/assembly/fault_reports.h"

#include <algorithm>

#include "models/cm/soc_registers.h"
#include "system/assembly/fault_of.h"

namespace docsis_vp::system {

using platform::FaultWatch;

FaultReports::FaultReports(const std::vector<std::unique_ptr<ModemUnit>>& modems) {
  for (const auto& unit : modems) {
    if (unit->cpu() != nullptr) {
      watched_.push_back(
          {unit.get(), std::make_unique<FaultWatch>(unit->cpu()->cpu(), unit->cpu()->bus())});
    }
  }
}

// A CPU says so itself; a device that ended the run has the name of its SoC; of those whose
// firmware may have written to its exit device, the one in whose handler or last store it was.
const FaultReports::Watched* FaultReports::culprit(const platform::Outcome& outcome) const {
  const auto find = [this](auto is_culprit) {
    const auto found = std::find_if(watched_.begin(), watched_.end(), is_culprit);
    return found == watched_.end() ? nullptr : &*found;
  };
  if (outcome.failed()) {
    return find([&outcome](const Watched& each) {
      const std::string soc = each.unit->cpu()->name();
      return outcome.cause().compare(0, soc.size() + 1, soc + ".") == 0;
    });
  }
  return find([](const Watched& each) {
    return each.watch->stored_to() == cm::soc_registers::kExitDeviceBase;
  });
}

std::optional<FaultResult> FaultReports::result(const platform::Outcome& outcome,
                                                const std::string& cause) const {
  const bool went_well = !outcome.failed() && outcome.exit_code() == 0;
  const Watched* const watched = went_well ? nullptr : culprit(outcome);
  if (watched == nullptr) {
    return {};
  }
  ControlCpu& soc = *watched->unit->cpu();
  return fault_of(*watched->watch, soc.cpu(), soc.image(),
                  {watched->unit->modem().config().name, cause, outcome.at()});
}

}  // namespace docsis_vp::system
