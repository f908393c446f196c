#include "models/hosts/tcp/congestion/bbr.h"

#include <algorithm>
#include <array>

namespace docsis_vp::hosts {
namespace {

constexpr std::uint64_t kMinSegments = 4;
constexpr std::uint64_t kInitialSegments = 10;
constexpr unsigned kFullRounds = 3;
// A cycle starts in a random phase, except the draining one.
constexpr std::array kCycleGains = {1.25, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
constexpr unsigned kCyclePhases = kCycleGains.size();
// Linux tcp_output.c, tcp_tso_autosize(): a millisecond of the rate, within these limits.
constexpr double kBatchSeconds = 1.0 / 1024;
constexpr double kLargestBatchBytes = 65'215;
constexpr std::uint64_t kLargestBatchSegments = 127;
// below this rate a batch is one segment, else at least two
constexpr double kSlowBytesPerS = 1.2e6 / 8;
constexpr std::uint64_t kBatchesInFlight = 3;  // in the sender, on the wire, in the receiver
constexpr double kLongestAggregationS = 0.1;

std::uint64_t whole_segments_up(double bytes, std::uint64_t mss) {
  const auto down = static_cast<std::uint64_t>(bytes / static_cast<double>(mss)) * mss;
  return static_cast<double>(down) < bytes ? down + mss : down;
}

}  // namespace

Bbr::Bbr(const BbrConfig& config, const RandomStream& random)
    : config_(config), random_(random), bandwidth_(config.bandwidth_rounds) {}

void Bbr::start(const CongestionStart& start) {
  mss_ = start.mss_bytes;
  cwnd_ = start.initial_window_bytes;
  ssthresh_ = kUnlimited;
  round_ = round_end_ = 0;
  round_starts_ = false;
  bandwidth_.restart();
  policer_.restart();
  aggregation_.restart(start.now);
  min_rtt_ = start.rtt;
  min_rtt_at_ = start.now;
  probe_rtt_end_ = kNever;
  probe_rtt_round_done_ = false;
  full_bandwidth_ = 0;
  rounds_without_growth_ = 0;
  pipe_is_full_ = false;
  cycle_phase_ = 0;
  cycle_phase_start_ = start.now;
  resumes_ = false;
  loss_state_ = LossState::kOpen;
  conserves_packets_ = false;
  saved_window_ = 0;
  enter_startup();
  update_gains();
  rtt_is_seen_ = false;
  pace_by_window(start.rtt);
}

void Bbr::on_ack(const AckSample& ack) {
  update_bandwidth(ack);
  update_aggregation(ack);
  update_cycle(ack);
  check_full_pipe(ack);
  check_drain(ack);
  update_min_rtt(ack);
  update_gains();
  update_pacing(pacing_gain_, ack.srtt);
  update_window(ack);
}

double Bbr::bandwidth_bytes_per_s() const {
  const double policed = policer_.bytes_per_s();
  return policed > 0 ? policed : bandwidth_.max();
}

void Bbr::update_bandwidth(const AckSample& ack) {
  round_starts_ = false;
  const RateSample& rate = *ack.rate;
  if (rate.interval == kNever) return;
  if (rate.prior_delivered >= round_end_) {
    round_end_ = rate.delivered_bytes;
    ++round_;
    round_starts_ = true;
    conserves_packets_ = false;
  }
  if (find_policer({ack.now, rate.delivered_bytes, rate.lost_bytes, rate.newly_lost_bytes > 0,
                    rate.app_limited, round_starts_})) {
    enter_probe_bw(ack.now);
  }
  const double bandwidth =
      static_cast<double>(rate.delivered_bytes - rate.prior_delivered) / to_seconds(rate.interval);
  if (!rate.app_limited || bandwidth >= bandwidth_.max()) bandwidth_.add(bandwidth, round_);
}

bool Bbr::find_policer(const PolicerDetector::Round& round) {
  return config_.finds_policers && policer_.on_sample(round, mode_ == Mode::kProbeBw);
}

void Bbr::update_aggregation(const AckSample& ack) {
  if (!config_.allows_aggregation || ack.rate->interval == kNever) return;
  aggregation_.on_delivered(ack.delivered_bytes, bandwidth_bytes_per_s(), cwnd_, round_starts_,
                            ack.now);
}

void Bbr::update_cycle(const AckSample& ack) {
  if (mode_ == Mode::kProbeBw && cycle_phase_is_over(ack)) next_cycle_phase(ack.now);
}

// The upward probe ends when it has filled the pipe by its gain, or at a loss. Draining ends as
// soon as no queue is left.
bool Bbr::cycle_phase_is_over(const AckSample& ack) const {
  const bool is_full_length = ack.now - cycle_phase_start_ > min_rtt_;
  if (pacing_gain_ == 1) return is_full_length;
  const std::uint64_t inflight = inflight_when_next_leaves(ack.flight_bytes, ack);
  if (pacing_gain_ > 1) {
    return is_full_length &&
           (ack.rate->newly_lost_bytes > 0 || inflight >= inflight_target(pacing_gain_));
  }
  return is_full_length || inflight <= inflight_target(1);
}

void Bbr::check_full_pipe(const AckSample& ack) {
  if (pipe_is_full_ || !round_starts_ || ack.rate->app_limited) return;
  if (bandwidth_.max() >= config_.full_bandwidth_growth * full_bandwidth_) {
    full_bandwidth_ = bandwidth_.max();
    rounds_without_growth_ = 0;
    return;
  }
  pipe_is_full_ = ++rounds_without_growth_ >= kFullRounds;
}

void Bbr::check_drain(const AckSample& ack) {
  if (mode_ == Mode::kStartup && pipe_is_full_) {
    mode_ = Mode::kDrain;
    ssthresh_ = inflight_target(1);
  }
  if (mode_ == Mode::kDrain &&
      inflight_when_next_leaves(ack.rate->flight_bytes, ack) <= inflight_target(1)) {
    enter_probe_bw(ack.now);
  }
}

void Bbr::update_min_rtt(const AckSample& ack) {
  const bool expired = ack.now > min_rtt_at_ + config_.min_rtt_window;
  // The acknowledgment of a single short segment may have been delayed for a second one.
  const bool may_be_delayed = ack.acked_bytes < mss_ && ack.delivered_bytes == ack.acked_bytes &&
                              ack.flight_bytes == ack.acked_bytes;
  if (ack.rtt != kNever &&
      (min_rtt_ == kNever || ack.rtt < min_rtt_ || (expired && !may_be_delayed))) {
    min_rtt_ = ack.rtt;
    min_rtt_at_ = ack.now;
  }
  if (expired && !resumes_ && mode_ != Mode::kProbeRtt) {
    save_window();
    mode_ = Mode::kProbeRtt;
    probe_rtt_end_ = kNever;
  }
  if (mode_ == Mode::kProbeRtt) stay_in_probe_rtt(ack);
  resumes_ = false;
}

// Stays for the configured time and one round trip after the flight has become small.
void Bbr::stay_in_probe_rtt(const AckSample& ack) {
  if (probe_rtt_end_ == kNever) {
    if (ack.rate->flight_bytes > kMinSegments * mss_) return;
    probe_rtt_end_ = ack.now + config_.probe_rtt_duration;
    probe_rtt_round_done_ = false;
    round_end_ = ack.rate->delivered_bytes;
    return;
  }
  probe_rtt_round_done_ = probe_rtt_round_done_ || round_starts_;
  if (probe_rtt_round_done_) end_probe_rtt(ack.now);
}

void Bbr::end_probe_rtt(TimePs now) {
  if (probe_rtt_end_ == kNever || now <= probe_rtt_end_) return;
  min_rtt_at_ = now;
  cwnd_ = std::max(cwnd_, saved_window_);
  if (pipe_is_full_) {
    enter_probe_bw(now);
  } else {
    enter_startup();
  }
}

void Bbr::enter_startup() {
  mode_ = Mode::kStartup;
}

void Bbr::enter_probe_bw(TimePs now) {
  mode_ = Mode::kProbeBw;
  // All phases but 1, which drains.
  cycle_phase_ = kCyclePhases - 1 - static_cast<unsigned>(random_.below(kCyclePhases - 1));
  next_cycle_phase(now);
}

void Bbr::next_cycle_phase(TimePs now) {
  cycle_phase_ = (cycle_phase_ + 1) % kCyclePhases;
  cycle_phase_start_ = now;
}

void Bbr::update_gains() {
  switch (mode_) {
    case Mode::kStartup:
      pacing_gain_ = cwnd_gain_ = config_.high_gain;
      break;
    case Mode::kDrain:
      pacing_gain_ = 1 / config_.high_gain;
      cwnd_gain_ = config_.high_gain;
      break;
    case Mode::kProbeBw:
      pacing_gain_ = policer_.bytes_per_s() > 0 ? 1 : kCycleGains.at(cycle_phase_);
      cwnd_gain_ = config_.cwnd_gain;
      break;
    case Mode::kProbeRtt:
      pacing_gain_ = cwnd_gain_ = 1;
      break;
  }
}

// In STARTUP the rate never falls.
void Bbr::update_pacing(double gain, TimePs srtt) {
  if (!rtt_is_seen_ && srtt != kNever) pace_by_window(srtt);
  const double rate = pacing_rate(bandwidth_bytes_per_s(), gain);
  if (pipe_is_full_ || rate > pacing_bytes_per_s_) pacing_bytes_per_s_ = rate;
}

// Before the first rate sample: paces the window over a round trip, or over a millisecond.
void Bbr::pace_by_window(TimePs rtt) {
  rtt_is_seen_ = rtt != kNever;
  const TimePs time = rtt_is_seen_ ? std::max(rtt, kPsPerUs) : kPsPerMs;
  pacing_bytes_per_s_ =
      pacing_rate(static_cast<double>(cwnd_) / to_seconds(time), config_.high_gain);
}

// The rate counts payload, like delivered octets. It stays a little below the bandwidth, so that no
// queue builds up.
double Bbr::pacing_rate(double bandwidth, double gain) const {
  return bandwidth * gain * (1 - config_.pacing_margin);
}

void Bbr::update_window(const AckSample& ack) {
  if (!recovers(ack)) {
    const std::uint64_t target =
        with_quantization(product(bandwidth_bytes_per_s(), cwnd_gain_) + aggregation_allowance());
    if (pipe_is_full_) {
      cwnd_ = std::min(cwnd_ + ack.delivered_bytes, target);
    } else if (cwnd_ < target || ack.rate->delivered_bytes < kInitialSegments * mss_) {
      cwnd_ += ack.delivered_bytes;
    }
    cwnd_ = std::max(cwnd_, kMinSegments * mss_);
  }
  if (mode_ == Mode::kProbeRtt) cwnd_ = std::min(cwnd_, kMinSegments * mss_);
}

// Returns true if packet conservation has set the window. The first round of recovery sends as much
// as is delivered. Afterwards the model holds, and recovery ends with the saved window.
bool Bbr::recovers(const AckSample& ack) {
  const RateSample& rate = *ack.rate;
  if (rate.newly_lost_bytes > 0) {
    cwnd_ = cwnd_ > rate.newly_lost_bytes + mss_ ? cwnd_ - rate.newly_lost_bytes : mss_;
  }
  const LossState state = ack.in_recovery ? LossState::kRecovery
                          : rate.in_loss  ? LossState::kLoss
                                          : LossState::kOpen;
  if (state == LossState::kRecovery && loss_state_ != LossState::kRecovery) {
    conserves_packets_ = true;
    round_end_ = rate.delivered_bytes;
    cwnd_ = rate.flight_bytes + ack.delivered_bytes;
  } else if (state == LossState::kOpen && loss_state_ != LossState::kOpen) {
    cwnd_ = std::max(cwnd_, saved_window_);
    conserves_packets_ = false;
  }
  loss_state_ = state;
  if (conserves_packets_) cwnd_ = std::max(cwnd_, rate.flight_bytes + ack.delivered_bytes);
  return conserves_packets_;
}

void Bbr::on_congestion(const CongestionSample& /*sample*/) {
  save_window();
}

void Bbr::on_timeout(const CongestionSample& sample, bool first) {
  if (first) save_window();
  cwnd_ = mss_;
  loss_state_ = LossState::kLoss;
  full_bandwidth_ = 0;
  round_starts_ = true;
  if (find_policer({sample.now, sample.delivered_bytes, sample.lost_bytes, true, false, true})) {
    enter_probe_bw(sample.now);
  }
}

void Bbr::save_window() {
  const bool as_it_was = loss_state_ == LossState::kOpen && mode_ != Mode::kProbeRtt;
  saved_window_ = as_it_was ? cwnd_ : std::max(saved_window_, cwnd_);
}

void Bbr::on_idle(TimePs now, TimePs /*idle*/) {
  resumes_ = true;
  aggregation_.begin_epoch(now);
  if (mode_ == Mode::kProbeBw) {
    update_pacing(1, kNever);
  } else if (mode_ == Mode::kProbeRtt) {
    end_probe_rtt(now);
  }
}

// Returns bandwidth x least round trip x gain in whole segments.
std::uint64_t Bbr::product(double bandwidth, double gain) const {
  if (min_rtt_ == kNever) return kInitialSegments * mss_;
  return whole_segments_up(bandwidth * to_seconds(min_rtt_) * gain, mss_);
}

// Adds room for batches, an even number of segments for delayed ACKs, and two more in the probe.
std::uint64_t Bbr::with_quantization(std::uint64_t bytes) const {
  std::uint64_t segments = bytes / mss_ + kBatchesInFlight * batch_segments();
  segments += segments % 2;
  if (mode_ == Mode::kProbeBw && cycle_phase_ == 0) segments += 2;
  return segments * mss_;
}

std::uint64_t Bbr::inflight_target(double gain) const {
  return with_quantization(product(bandwidth_.max(), gain));
}

// Returns the octets still in flight at the time when pacing releases the next segment.
std::uint64_t Bbr::inflight_when_next_leaves(std::uint64_t flight_bytes,
                                             const AckSample& ack) const {
  const TimePs wait = std::max<TimePs>(ack.rate->next_send - ack.now, 0);
  const auto delivered =
      static_cast<std::uint64_t>(bandwidth_bytes_per_s() * to_seconds(wait)) / mss_ * mss_;
  if (pacing_gain_ > 1) flight_bytes += batch_segments() * mss_;
  return flight_bytes > delivered ? flight_bytes - delivered : 0;
}

std::uint64_t Bbr::batch_segments() const {
  const double bytes = std::min(pacing_bytes_per_s_ * kBatchSeconds, kLargestBatchBytes);
  const auto segments = static_cast<std::uint64_t>(bytes / static_cast<double>(mss_));
  const std::uint64_t least = pacing_bytes_per_s_ < kSlowBytesPerS ? 1 : 2;
  return std::min(std::max(segments, least), kLargestBatchSegments);
}

std::uint64_t Bbr::aggregation_allowance() const {
  if (!pipe_is_full_) return 0;
  const auto most = static_cast<std::uint64_t>(bandwidth_bytes_per_s() * kLongestAggregationS);
  return std::min(aggregation_.excess_bytes(), most);
}

}  // namespace docsis_vp::hosts
