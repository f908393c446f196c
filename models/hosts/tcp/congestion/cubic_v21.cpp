#include "models/hosts/tcp/congestion/cubic_v21.h"

#include <algorithm>
#include <cmath>

#include "models/hosts/tcp/congestion/cube_root.h"

namespace docsis_vp::hosts {
namespace {

constexpr std::uint64_t kScale = 1024;
constexpr std::int64_t kJiffiesPerSecond = 1000;
constexpr TimePs kJiffy = kPsPerSecond / kJiffiesPerSecond;
constexpr std::int64_t kUpdateJiffies = kJiffiesPerSecond / 32;
constexpr std::uint64_t kMaxIncrement = 16;  // segments per 100 ms
constexpr unsigned kRatioShift = 4;
constexpr std::uint64_t kFirstRatio = 2U << kRatioShift;
constexpr std::uint64_t kLeastWindow = 2;
// acknowledged windows per segment of growth on the plateau
constexpr std::uint64_t kNoGrowth = 100;

std::uint64_t scaled(double value) {
  return static_cast<std::uint64_t>(std::llround(value * static_cast<double>(kScale)));
}

}  // namespace

CubicV21::CubicV21(const CubicConfig& config)
    : config_(config),
      beta_1024_(scaled(config.beta)),
      c_1024_(scaled(config.c)),
      reno_scale_(8 * (kScale + beta_1024_) / 3 / (kScale - beta_1024_)),
      search_acks_(config.search_growth > 0
                       ? static_cast<std::uint64_t>(std::llround(1 / config.search_growth))
                       : 0) {}

void CubicV21::start(const CongestionStart& start) {
  mss_ = start.mss_bytes;
  cwnd_ = start.initial_window_bytes;
  ssthresh_ = config_.growth.initial_ssthresh_bytes.value_or(kUnlimited);
  count_ = 0;
  timed_out_ = false;
  forget();
}

// bictcp_reset()
void CubicV21::forget() {
  acks_per_segment_ = last_max_ = loss_window_ = last_cwnd_ = plateau_ = 0;
  last_update_ = 0;
  k_1024_ = delay_min_8_ = 0;
  in_epoch_ = false;
  epoch_acks_ = reno_window_ = 0;
  delayed_ack_16_ = kFirstRatio;
}

void CubicV21::on_ack(const AckSample& ack) {
  if (ack.acked_bytes == 0) return;
  const bool repairing = repairs_timeout(ack);
  if (!ack.in_recovery && !repairing) {
    const std::uint64_t acked = (ack.acked_bytes + mss_ - 1) / mss_;
    delayed_ack_16_ += acked - (delayed_ack_16_ >> kRatioShift);
    if (ack.delivered_bytes <= ack.acked_bytes) measure(ack);
  }
  if (ack.in_recovery || ack.flight_bytes + mss_ <= cwnd_) return;
  if (cwnd_ <= ssthresh_) {
    cwnd_ += mss_;  // tcp_slow_start()
  } else {
    avoid_congestion(ack.now / kJiffy);
  }
}

// Returns whether data sent before a timeout is still unacknowledged. Nothing new is sent before
// the first acknowledgment.
bool CubicV21::repairs_timeout(const AckSample& ack) {
  if (!timed_out_) return false;
  if (loss_end_ == 0) loss_end_ = ack.nxt;
  timed_out_ = ack.una < loss_end_;
  return true;
}

// measure_delay()
void CubicV21::measure(const AckSample& ack) {
  const Jiffies now = ack.now / kJiffy;
  if (ack.rtt == kNever || (in_epoch_ && now - epoch_ < kJiffiesPerSecond)) return;
  const Jiffies sent = (ack.now - ack.rtt + kJiffy / 2) / kJiffy;
  const std::uint64_t delay = now > sent ? static_cast<std::uint64_t>(now - sent) << 3 : 1;
  if (delay_min_8_ == 0 || delay < delay_min_8_) delay_min_8_ = delay;
}

void CubicV21::avoid_congestion(Jiffies now) {
  update(cwnd_segments(), now);
  if (count_ >= acks_per_segment_) {
    cwnd_ += mss_;
    count_ = 0;
  } else {
    ++count_;
  }
}

void CubicV21::begin_epoch(Segments cwnd, Jiffies now) {
  in_epoch_ = true;
  epoch_ = now;
  epoch_acks_ = 1;
  reno_window_ = cwnd;
  plateau_ = std::max(last_max_, cwnd);
  const double rise = static_cast<double>(plateau_ - cwnd) * static_cast<double>(kScale) /
                      static_cast<double>(c_1024_);
  k_1024_ = static_cast<std::uint64_t>(cube_root(rise) * static_cast<double>(kScale));
}

CubicV21::Segments CubicV21::target_of_curve(Jiffies now, bool& is_above_plateau) const {
  const auto elapsed = static_cast<std::uint64_t>(now - epoch_) + (delay_min_8_ >> 3);
  const std::uint64_t t = elapsed * kScale / kJiffiesPerSecond;
  is_above_plateau = t >= k_1024_;
  const std::uint64_t away = is_above_plateau ? t - k_1024_ : k_1024_ - t;
  // 2^20 s/1024 are twelve days: the cube of a connection's duration fits.
  const double seconds = static_cast<double>(away) / static_cast<double>(kScale);
  const auto delta = static_cast<Segments>(
      seconds * seconds * seconds * static_cast<double>(c_1024_) / static_cast<double>(kScale));
  return is_above_plateau ? plateau_ + delta : plateau_ - std::min(plateau_, delta);
}

// bictcp_update(): number of acknowledgments per segment of growth.
void CubicV21::update(Segments cwnd, Jiffies now) {
  ++epoch_acks_;
  if (last_cwnd_ == cwnd && now - last_update_ <= kUpdateJiffies) return;
  last_cwnd_ = cwnd;
  last_update_ = now;
  if (!in_epoch_) begin_epoch(cwnd, now);

  bool is_above_plateau = false;
  const Segments target = target_of_curve(now, is_above_plateau);
  acks_per_segment_ = target > cwnd ? cwnd / (target - cwnd) : kNoGrowth * cwnd;
  if (delay_min_8_ > 0 && is_above_plateau) {
    const Segments least = cwnd * kJiffiesPerSecond * 8 / (10 * kMaxIncrement * delay_min_8_);
    acks_per_segment_ = std::max(acks_per_segment_, least);
  }
  if (loss_window_ == 0 && search_acks_ != 0) acks_per_segment_ = search_acks_;
  if (config_.reno_friendly) pace_as_reno(cwnd);
  acks_per_segment_ = (acks_per_segment_ << kRatioShift) / delayed_ack_16_;
  acks_per_segment_ = std::max<Segments>(acks_per_segment_, 1);
}

void CubicV21::pace_as_reno(Segments cwnd) {
  const std::uint64_t acks = std::max<std::uint64_t>(cwnd * reno_scale_ >> 3, 1);
  if (epoch_acks_ > acks) {
    const std::uint64_t times = (epoch_acks_ - 1) / acks;
    epoch_acks_ -= times * acks;
    reno_window_ += times;
  }
  if (reno_window_ > cwnd) {
    acks_per_segment_ = std::min(acks_per_segment_, cwnd / (reno_window_ - cwnd));
  }
}

// bictcp_recalc_ssthresh()
CubicV21::Segments CubicV21::reduce() {
  const Segments cwnd = cwnd_segments();
  in_epoch_ = false;
  last_max_ = cwnd < last_max_ && config_.fast_convergence
                  ? cwnd * (kScale + beta_1024_) / (2 * kScale)
                  : cwnd;
  loss_window_ = cwnd;
  return std::max(cwnd * beta_1024_ / kScale, kLeastWindow);
}

void CubicV21::on_congestion(const CongestionSample& /*sample*/) {
  ssthresh_ = cwnd_ = reduce() * mss_;
  count_ = 0;
  timed_out_ = false;
}

void CubicV21::on_timeout(const CongestionSample& /*sample*/, bool /*first*/) {
  ssthresh_ = reduce() * mss_;
  cwnd_ = mss_;
  count_ = 0;
  timed_out_ = true;
  loss_end_ = 0;
  forget();
}

}  // namespace docsis_vp::hosts
