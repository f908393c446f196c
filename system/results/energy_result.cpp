#include "system/results/energy_result.h"

namespace docsis_vp::system {

namespace {

struct KindName {
  EnergyKind kind;
  const char* name;
};
constexpr KindName kKinds[] = {{EnergyKind::kLogic, "logic"},
                               {EnergyKind::kSram, "sram"},
                               {EnergyKind::kCpu, "cpu"},
                               {EnergyKind::kOffDie, "off_die"}};

}  // namespace

const char* name_of(EnergyKind kind) {
  for (const KindName& each : kKinds) {
    if (each.kind == kind) {
      return each.name;
    }
  }
  return "";
}

double EnergyResult::total(EnergyKind kind) const {
  double sum = 0;
  for (const EnergyItem& item : items) {
    sum += item.kind == kind ? item.energy() : 0;
  }
  return sum;
}

std::optional<double> EnergyResult::total_of_cpu() const {
  return core_is_known ? std::optional(total(EnergyKind::kCpu)) : std::nullopt;
}

std::optional<double> EnergyResult::total_on_die() const {
  double sum = 0;
  for (const KindName& each : kKinds) {
    sum += each.kind == EnergyKind::kOffDie ? 0 : total(each.kind);
  }
  return core_is_known ? std::optional(sum) : std::nullopt;
}

}  // namespace docsis_vp::system
