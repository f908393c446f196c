#include "models/hosts/tcp/congestion/prague.h"

#include <algorithm>

namespace docsis_vp::hosts {
namespace {

constexpr unsigned kMinWindowSegments = 2;

}  // namespace

Prague::Prague(const PragueConfig& config)
    : WindowControl(config.growth), config_(config), marks_(config.gain, 0) {}

void Prague::start(const CongestionStart& start) {
  WindowControl::start(start);
  marks_ = MarkFraction(config_.gain, 0);
  rounds_ = RoundCounter();
  as_reno_ = !start.accurate_marks;
  saw_ce_ = round_ended_ = false;
  rounds_since_slow_start_ = 0;
  nxt_ = reduced_until_ = 0;
  last_alpha_ = last_reduction_ = start.now - config_.reference_rtt;
  pacing_bytes_per_s_ = 0;
}

void Prague::on_ack(const AckSample& ack) {
  nxt_ = ack.nxt;
  if (as_reno_) {
    if (may_grow(ack)) grow(ack);
    return;
  }
  marks_.add(ack.delivered_bytes, ack.marked_bytes);
  if (ack.marked_bytes != 0) answer_marks(ack);
  count_rounds(ack);
  if (may_grow(ack)) grow(ack);
  pace(ack);
}

void Prague::answer_marks(const AckSample& ack) {
  if (!saw_ce_) {  // the meaning of a mark is not known yet, so it counts like a loss
    saw_ce_ = true;
    marks_.set_alpha(1);
  }
  if (ack.in_recovery || ack.una <= reduced_until_) return;
  if (ack.now - last_reduction_ < least_interval()) return;
  shrink(1 - alpha() / 2);
  reduced_until_ = ack.nxt;
  last_reduction_ = ack.now;
}

void Prague::count_rounds(const AckSample& ack) {
  if (rounds_.on_ack(ack.una, ack.nxt)) {
    round_ended_ = true;
    rounds_since_slow_start_ = in_slow_start() ? 0 : rounds_since_slow_start_ + 1;
  }
  if (!round_ended_ || ack.now - last_alpha_ < least_interval()) return;
  round_ended_ = false;
  last_alpha_ = ack.now;
  if (saw_ce_) marks_.end_round();
}

// Marked octets do not grow the window.
void Prague::grow(const AckSample& ack) {
  std::uint64_t unmarked = ack.acked_bytes - std::min(ack.acked_bytes, ack.marked_bytes);
  if (unmarked != 0 && in_slow_start()) unmarked = slow_start(unmarked);
  if (unmarked == 0) return;
  const auto step = static_cast<double>(unmarked * mss()) * growth_factor(ack.srtt);
  set_window(window() + step / window());
}

// A round trip of r grows the window by (r / R)^2 segments. Its rate then grows per second like
// that of a flow with the reference round trip R.
double Prague::growth_factor(TimePs srtt) const {
  if (!rtt_independent() || srtt == kNever || srtt >= config_.reference_rtt) return 1;
  const double ratio = static_cast<double>(srtt) / static_cast<double>(config_.reference_rtt);
  return ratio * ratio;
}

bool Prague::rtt_independent() const {
  return config_.rtt_independence && rounds_since_slow_start_ >= config_.rtt_transition_rounds;
}

// Least time between updates of alpha, or between reductions, in addition to the round trip.
TimePs Prague::least_interval() const {
  return rtt_independent() ? config_.reference_rtt : 0;
}

// Slow start paces at twice the rate, so that pacing does not limit it.
void Prague::pace(const AckSample& ack) {
  if (ack.srtt == kNever || ack.srtt <= 0) return;
  const std::uint64_t inflight = ack.nxt - ack.una;
  const double rate = static_cast<double>(std::max(cwnd(), inflight)) / to_seconds(ack.srtt);
  pacing_bytes_per_s_ = static_cast<std::uint64_t>(cwnd() < ssthresh() / 2 ? 2 * rate : rate);
}

void Prague::on_congestion(const CongestionSample& /*sample*/) {
  shrink(0.5);
  reduced_until_ = nxt_;
}

void Prague::on_timeout(const CongestionSample& /*sample*/, bool first) {
  if (first) shrink(0.5);
  collapse();
  reduced_until_ = nxt_;
}

void Prague::shrink(double factor) {
  set_window(std::max(window() * factor, static_cast<double>(kMinWindowSegments * mss())));
  ssthresh_ = cwnd();
}

}  // namespace docsis_vp::hosts
