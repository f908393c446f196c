#include "models/hosts/trace_source/capture_clock.h"

#include <algorithm>

namespace docsis_vp::hosts {

std::optional<TimePs> CaptureClock::next(EpochPs time) {
  if (!has_last_) {
    origin_ = time;
    last_ = time;
    has_last_ = true;
  }
  step_ = time - last_;
  last_ = time;
  closed_gap_ = max_gap_ && (step_ > *max_gap_ || step_ < -EpochPs{*max_gap_});
  if (closed_gap_) {
    origin_ += step_ > 0 ? step_ - *max_gap_ : step_;
  }
  const std::optional<TimePs> since_first = difference(time, origin_);
  if (since_first) {
    replayed_ = std::max(replayed_, *since_first);
  }
  return since_first ? std::optional(replayed_) : std::nullopt;
}

void CaptureClock::restart() {
  has_last_ = false;
  step_ = 0;
  closed_gap_ = false;
  replayed_ = 0;
}

}  // namespace docsis_vp::hosts
