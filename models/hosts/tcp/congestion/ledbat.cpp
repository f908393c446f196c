#include "models/hosts/tcp/congestion/ledbat.h"

#include <algorithm>

namespace docsis_vp::hosts {

Ledbat::Ledbat(const LedbatConfig& config)
    : WindowControl(GrowthConfig()),
      config_(config),
      base_(config.base_history_minutes),
      current_(config.current_filter) {}

void Ledbat::start(const CongestionStart& start) {
  WindowControl::start(start);
  cwnd_ = config_.initial_window_segments * mss();
  ssthresh_ = cwnd_;  // no slow start
  base_.clear();
  current_.clear();
}

// RFC 6817 sec. 2.4.2.
void Ledbat::on_ack(const AckSample& ack) {
  if (ack.one_way_delay != kNever) {
    base_.add(ack.now, ack.one_way_delay);
    current_.add(ack.now, ack.one_way_delay);
  }
  const TimePs queuing = queuing_delay(ack);
  if (queuing == kNever || ack.in_recovery || ack.acked_bytes == 0) return;

  const double target = static_cast<double>(config_.target);
  const double off_target = (target - static_cast<double>(queuing)) / target;
  const double step =
      config_.gain * off_target * static_cast<double>(ack.acked_bytes * mss()) / window();
  // The window does not grow for an application that sends less than the window allows.
  const auto most =
      static_cast<double>(ack.flight_bytes + config_.allowed_increase_segments * mss());
  const auto least = static_cast<double>(config_.min_window_segments * mss());
  set_window(std::max(std::min(window() + step, most), least));
}

TimePs Ledbat::queuing_delay(const AckSample& ack) const {
  const TimePs base = base_.value();
  if (base == kNever) return kNever;
  // Samples older than a round trip may show a queue that has drained since.
  return current_.value(ack.now - (ack.srtt == kNever ? 0 : ack.srtt)) - base;
}

void Ledbat::on_congestion(const CongestionSample& /*sample*/) {
  const std::uint64_t least = config_.min_window_segments * mss();
  limit_cwnd(std::max(cwnd() / 2, least));
  ssthresh_ = cwnd();
}

// The congestion timeout (CTO); it doubles like the retransmission timer.
void Ledbat::on_timeout(const CongestionSample& /*sample*/, bool /*first*/) {
  collapse();
  ssthresh_ = cwnd();
}

}  // namespace docsis_vp::hosts
