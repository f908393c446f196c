#include "models/hosts/tcp/congestion/cubic.h"

#include <algorithm>

#include "models/hosts/tcp/congestion/cube_root.h"

namespace docsis_vp::hosts {

Cubic::Cubic(const CubicConfig& config)
    : WindowControl(config.growth),
      config_(config),
      friendly_alpha_(3 * (1 - config.beta) / (1 + config.beta)) {
  if (const auto* rfc = std::get_if<HystartConfig>(&config.hystart)) hystart_.emplace(*rfc);
  if (const auto* linux_one = std::get_if<LinuxHystartConfig>(&config.hystart)) {
    linux_hystart_.emplace(*linux_one);
  }
}

void Cubic::start(const CongestionStart& start) {
  WindowControl::start(start);
  w_max_ = cwnd_prior_ = w_est_ = k_s_ = 0;
  epoch_start_ = kNever;
  last_ack_ = start.now;
  plateau_known_ = false;
  if (hystart_) hystart_->restart();
  if (linux_hystart_) linux_hystart_->restart(start.now, 0);
}

void Cubic::on_ack(const AckSample& ack) {
  // Sec. 4.2: time during which the window did not limit the sender is excluded.
  if (!ack.cwnd_limited && epoch_start_ != kNever) epoch_start_ += ack.now - last_ack_;
  last_ack_ = ack.now;
  if (linux_hystart_ && !ack.in_recovery) {
    const LinuxHystart::Sender sender{cwnd(), mss(), in_slow_start()};
    if (linux_hystart_->on_ack(ack, sender)) ssthresh_ = cwnd_;
  }
  if (!may_grow(ack)) return;

  std::uint64_t acked = ack.acked_bytes;
  if (in_slow_start()) {
    // RFC 9406 sec. 4.3: later slow starts end at the ssthresh set by congestion.
    acked = hystart_ && ssthresh_ == kUnlimited ? first_slow_start(ack) : slow_start(acked);
    // Sec. 4.3: a congestion avoidance stage begins with W_est = cwnd.
    if (!in_slow_start()) w_est_ = window() / static_cast<double>(mss());
  }
  if (acked != 0) avoid_congestion(ack, acked);
}

std::uint64_t Cubic::first_slow_start(const AckSample& ack) {
  if (hystart_->on_ack(ack) != Hystart::Phase::kDone) {
    cwnd_ += hystart_->growth(ack.acked_bytes, mss());
    return 0;
  }
  ssthresh_ = cwnd_;
  return ack.acked_bytes;
}

void Cubic::avoid_congestion(const AckSample& ack, std::uint64_t acked_bytes) {
  if (epoch_start_ == kNever) begin_epoch(ack.now);
  const double segment = static_cast<double>(mss());
  const double cwnd = window() / segment;
  const double acked = static_cast<double>(acked_bytes) / segment;
  const TimePs t = ack.now - epoch_start_;

  // Sec. 4.3, figure 4. Above cwnd_prior, alpha = 1 gives Reno's own growth.
  const bool full_pace = config_.friendly_pace_rises && w_est_ >= cwnd_prior_;
  w_est_ += (full_pace ? 1 : friendly_alpha_) * acked / cwnd;
  double next = std::max(cwnd, w_est_);
  if (!config_.reno_friendly || curve(t) >= w_est_) {
    // Sec. 4.4, 4.5: aims at the curve's value one round trip from now.
    const TimePs srtt = ack.srtt == kNever ? 0 : ack.srtt;
    const double target = std::clamp(curve(t + srtt), cwnd, 1.5 * cwnd);
    next = cwnd + (target - cwnd) / cwnd * acked;
  }
  if (!plateau_known_) next = std::max(next, cwnd + config_.search_growth * acked);
  set_window(next * segment);
}

void Cubic::begin_epoch(TimePs now) {
  const double cwnd = window() / static_cast<double>(mss());
  epoch_start_ = now;
  w_est_ = cwnd;
  if (plateau_known_ && w_max_ > cwnd) {
    k_s_ = cube_root((w_max_ - cwnd) / config_.c);
    return;
  }
  // Sec. 4.8, 4.10: after slow start the curve begins at its plateau.
  k_s_ = 0;
  w_max_ = cwnd;
}

double Cubic::curve(TimePs since_epoch) const {
  const double t = to_seconds(since_epoch) - k_s_;
  return config_.c * t * t * t + w_max_;
}

void Cubic::on_congestion(const CongestionSample& sample) {
  const std::uint64_t rest = reduce(sample.flight_bytes);
  ssthresh_ = std::max(rest, 2 * mss());
  const std::uint64_t least = sample.cause == Congestion::kLoss ? 2 * mss() : mss();
  set_window(static_cast<double>(std::max(rest, least)));
  plateau_known_ = true;
}

void Cubic::on_timeout(const CongestionSample& sample, bool first) {
  if (first) ssthresh_ = std::max(reduce(sample.flight_bytes), 2 * mss());
  collapse();
  plateau_known_ = false;
  if (linux_hystart_) linux_hystart_->restart(sample.now, sample.nxt);
}

// Sec. 4.2: a pause is excluded, too.
void Cubic::on_idle(TimePs now, TimePs /*idle*/) {
  if (epoch_start_ != kNever) epoch_start_ += now - last_ack_;
  last_ack_ = now;
}

std::uint64_t Cubic::reduce(std::uint64_t flight_bytes) {
  const double cwnd = window() / static_cast<double>(mss());
  // Sec. 4.7: a window below its previous plateau makes room for new flows.
  const bool shrinking = config_.fast_convergence && cwnd < w_max_;
  w_max_ = shrinking ? cwnd * (1 + config_.beta) / 2 : cwnd;
  cwnd_prior_ = cwnd;
  epoch_start_ = kNever;
  return whole(static_cast<std::uint64_t>(static_cast<double>(flight_bytes) * config_.beta));
}

}  // namespace docsis_vp::hosts
