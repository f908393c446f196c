#include "models/hosts/tcp/congestion/linux_hystart.h"

#include <algorithm>

namespace docsis_vp::hosts {

void LinuxHystart::restart(TimePs now, std::uint64_t nxt) {
  found_ = false;
  least_rtt_ = round_rtt_ = kNever;
  round_end_ = nxt;
  round_start_ = train_end_ = now;
  samples_ = 0;
}

bool LinuxHystart::on_ack(const AckSample& ack, const Sender& sender) {
  if (ack.rtt == kNever) return false;
  least_rtt_ = std::min(least_rtt_, ack.rtt);
  if (found_ || !sender.in_slow_start) return false;
  if (ack.una > round_end_) begin_round(ack);
  if (sender.cwnd < config_.low_window_segments * sender.mss) return false;
  const bool long_train = config_.ack_train && train_is_long(ack, sender);
  const bool risen = config_.delay_increase && delay_has_risen(ack.rtt);
  found_ = long_train || risen;
  return found_;
}

void LinuxHystart::begin_round(const AckSample& ack) {
  round_end_ = ack.nxt;
  round_start_ = train_end_ = ack.now;
  round_rtt_ = kNever;
  samples_ = 0;
}

// A gap ends the train for the rest of the round.
bool LinuxHystart::train_is_long(const AckSample& ack, const Sender& sender) {
  if (ack.now - train_end_ > config_.ack_delta) return false;
  train_end_ = ack.now;
  const TimePs threshold = least_rtt_ + batch_delay(ack, sender);
  return ack.now - round_start_ > (config_.paced ? threshold : threshold / 2);
}

// The first samples of a round only set its minimum.
bool LinuxHystart::delay_has_risen(TimePs rtt) {
  round_rtt_ = std::min(round_rtt_, rtt);
  if (samples_ < config_.samples_per_round) {
    ++samples_;
    return false;
  }
  const TimePs rise = std::clamp(least_rtt_ / config_.delay_divisor, config_.min_delay_threshold,
                                 config_.max_delay_threshold);
  return round_rtt_ > least_rtt_ + rise;
}

// Uses twice the window per round trip, Linux's rate in slow start.
TimePs LinuxHystart::batch_delay(const AckSample& ack, const Sender& sender) const {
  if (ack.srtt == kNever) return 0;
  const double rate = 2 * static_cast<double>(sender.cwnd) / to_seconds(ack.srtt);
  const double seconds = 4 * static_cast<double>(config_.batch_bytes) / rate;
  return std::min(config_.max_batch_delay,
                  static_cast<TimePs>(seconds * static_cast<double>(kPsPerSecond)));
}

}  // namespace docsis_vp::hosts
