#include "system/assembly/hazard.h"

#include <algorithm>

namespace docsis_vp::system {

void Hazard::strike_from(TimePs from, unsigned count) {
  const auto place =
      std::upper_bound(script_.begin(), script_.end(), from,
                       [](TimePs time, const Strike& strike) { return time < strike.from; });
  script_.insert(place, {from, count});
}

Hazard::Cause Hazard::decide(TimePs at) {
  const bool by_chance = below_ > 0 && random_.next_u32() < below_;
  if (!by_chance && (script_.empty() || at < script_.front().from)) {
    return Cause::kNone;
  }
  ++struck_;
  if (by_chance) {
    return Cause::kChance;
  }
  if (--script_.front().count == 0) {
    script_.erase(script_.begin());
  }
  return Cause::kScript;
}

}  // namespace docsis_vp::system
