#include "models/hosts/tcp/congestion/delay_history.h"

#include <algorithm>

namespace docsis_vp::hosts {
namespace {

constexpr TimePs kMinute = 60 * kPsPerSecond;

}  // namespace

void BaseDelay::clear() {
  minima_.fill(kNever);
  newest_ = 0;
  minute_ = 0;
}

void BaseDelay::add(TimePs now, TimePs delay) {
  const TimePs minute = now / kMinute;
  if (minute != minute_) {
    minute_ = minute;
    newest_ = (newest_ + 1) % minutes_;
    minima_[newest_] = kNever;
  }
  minima_[newest_] = std::min(minima_[newest_], delay);
}

TimePs BaseDelay::value() const {
  return *std::min_element(minima_.begin(),
                           minima_.begin() + static_cast<std::ptrdiff_t>(minutes_));
}

void CurrentDelay::clear() {
  ring_.fill({-1, kNever});
  newest_ = 0;
}

void CurrentDelay::add(TimePs now, TimePs delay) {
  newest_ = (newest_ + 1) % samples_;
  ring_[newest_] = {now, delay};
}

TimePs CurrentDelay::value(TimePs since) const {
  TimePs least = ring_[newest_].delay;
  for (std::size_t i = 0; i < samples_; ++i) {
    if (ring_[i].taken >= since) least = std::min(least, ring_[i].delay);
  }
  return least;
}

}  // namespace docsis_vp::hosts
