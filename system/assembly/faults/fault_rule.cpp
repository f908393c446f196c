#include "system/assembly/faults/fault_rule.h"

#include <algorithm>

namespace docsis_vp::system {

void FaultRule::affect_share(double part) {
  plan_->below = static_cast<std::uint64_t>(part * 0x1p32);
  look_ahead();
}

void FaultRule::affect_from(TimePs from, unsigned count) {
  std::vector<Entry>& script = plan_->script;
  const auto place =
      std::upper_bound(script.begin(), script.end(), from,
                       [](TimePs time, const Entry& entry) { return time < entry.from; });
  script.insert(place, {from, count});
  look_ahead();
}

FaultRule::Cause FaultRule::decide(TimePs at) {
  std::vector<Entry>& script = plan_->script;
  const bool by_chance = plan_->below > 0 && plan_->random.next_u32() < plan_->below;
  if (!by_chance && (script.empty() || at < script.front().from)) {
    return Cause::kNone;
  }
  ++plan_->affected;
  if (by_chance) {
    return Cause::kChance;
  }
  if (--script.front().count == 0) {
    script.erase(script.begin());
    look_ahead();
  }
  return Cause::kScript;
}

}  // namespace docsis_vp::system
