#include "models/hosts/tcp/congestion/hystart.h"

#include <algorithm>

namespace docsis_vp::hosts {

void Hystart::restart() {
  rounds_ = RoundCounter();
  phase_ = Phase::kSlowStart;
  last_min_rtt_ = current_min_rtt_ = css_baseline_ = kNever;
  samples_ = 0;
  css_rounds_ = 0;
}

Hystart::Phase Hystart::on_ack(const AckSample& ack) {
  if (phase_ == Phase::kDone) return phase_;
  if (ack.rtt != kNever) take(ack.rtt);
  if (rounds_.on_ack(ack.una, ack.nxt)) begin_round();
  return phase_;
}

// RFC 9406 sec. 4.2: the minima of two rounds are compared once the round has enough samples.
void Hystart::take(TimePs rtt) {
  current_min_rtt_ = std::min(current_min_rtt_, rtt);
  ++samples_;
  if (!enough_samples()) return;
  if (phase_ == Phase::kSlowStart) {
    if (last_min_rtt_ != kNever && current_min_rtt_ >= last_min_rtt_ + threshold()) {
      css_baseline_ = current_min_rtt_;
      css_rounds_ = 0;
      phase_ = Phase::kConservative;
    }
  } else if (current_min_rtt_ < css_baseline_) {  // the rise did not last
    css_baseline_ = kNever;
    phase_ = Phase::kSlowStart;
  }
}

// The round in which CSS began counts as its first.
void Hystart::begin_round() {
  if (phase_ == Phase::kConservative && ++css_rounds_ >= config_.css_rounds) {
    phase_ = Phase::kDone;
  }
  last_min_rtt_ = current_min_rtt_;
  current_min_rtt_ = kNever;
  samples_ = 0;
}

bool Hystart::enough_samples() const {
  return samples_ >= config_.samples_per_round;
}

TimePs Hystart::threshold() const {
  return std::clamp(last_min_rtt_ / config_.min_rtt_divisor, config_.min_rtt_threshold,
                    config_.max_rtt_threshold);
}

std::uint64_t Hystart::growth(std::uint64_t acked_bytes, std::uint64_t mss) const {
  const std::uint64_t step = std::min(acked_bytes, config_.limit_segments * mss);
  return phase_ == Phase::kConservative ? step / config_.css_growth_divisor : step;
}

}  // namespace docsis_vp::hosts
