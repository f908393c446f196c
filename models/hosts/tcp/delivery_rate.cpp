#include "models/hosts/tcp/delivery_rate.h"

#include <algorithm>

namespace docsis_vp::hosts {

// The connection counts as application-limited until the application has filled a window.
void DeliveryRate::start(TimePs now) {
  delivered_ = 0;
  delivered_at_ = first_sent_ = now;
  limited_until_ = 1;
}

void DeliveryRate::on_sent(std::uint64_t number, std::uint64_t first, bool idle, TimePs now) {
  if (number - first >= ring_.size()) {
    std::vector<Snapshot> larger(std::max<std::size_t>(2 * ring_.size(), 8));
    for (std::uint64_t n = first; n < first + ring_.size(); ++n) {
      larger[n & (larger.size() - 1)] = ring_[n & (ring_.size() - 1)];
    }
    ring_ = std::move(larger);
  }
  if (idle) first_sent_ = delivered_at_ = now;
  ring_[number & (ring_.size() - 1)] = {delivered_, delivered_at_, first_sent_, app_limited()};
}

RateSample DeliveryRate::on_delivered(std::uint64_t bytes, std::uint64_t number, TimePs sent,
                                      TimePs min_rtt, TimePs now) {
  const Snapshot& then = ring_[number & (ring_.size() - 1)];
  delivered_ += bytes;
  delivered_at_ = now;
  first_sent_ = sent;
  if (app_limited() && delivered_ > limited_until_) limited_until_ = 0;

  const TimePs interval = std::max(sent - then.first_sent, now - then.delivered_at);
  const bool valid = interval > 0 && (min_rtt == kNever || interval >= min_rtt);
  RateSample sample{};
  sample.delivered_bytes = delivered_;
  sample.prior_delivered = then.delivered;
  sample.interval = valid ? interval : kNever;
  sample.app_limited = then.app_limited;
  return sample;
}

void DeliveryRate::limit_by_application(std::uint64_t flight_bytes) {
  limited_until_ = std::max<std::uint64_t>(delivered_ + flight_bytes, 1);
}

}  // namespace docsis_vp::hosts
