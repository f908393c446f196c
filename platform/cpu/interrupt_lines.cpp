#include "platform/cpu/interrupt_lines.h"

#include <algorithm>

namespace docsis_vp::platform {

void InterruptLines::set(unsigned line, bool level, TimePs at) {
  const auto after =
      std::upper_bound(changes_.begin(), changes_.end(), at,
                       [](TimePs time, const Change& change) { return time < change.at; });
  changes_.insert(after, {at, line, level});
}

void InterruptLines::advance(TimePs now) {
  auto change = changes_.begin();
  for (; change != changes_.end() && change->at <= now; ++change) {
    const std::uint32_t bit = 1U << change->line;
    if (!change->level) {
      levels_ &= ~bit;
      fresh_ &= ~bit;
    } else if ((levels_ & bit) == 0) {
      levels_ |= bit;
      fresh_ |= bit;
      raised_at_[change->line] = change->at;
    }
  }
  changes_.erase(changes_.begin(), change);
}

std::optional<TimePs> InterruptLines::take_rise(unsigned line) {
  const std::uint32_t bit = 1U << line;
  if ((fresh_ & bit) == 0) {
    return {};
  }
  fresh_ &= ~bit;
  return raised_at_[line];
}

}  // namespace docsis_vp::platform
