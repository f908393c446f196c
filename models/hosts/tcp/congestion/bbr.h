// Implements BBR version 1 as in Linux 6.18 (tcp_bbr.c):
// draft-cardwell-iccrg-bbr-congestion-control-00. It sends at the path's bandwidth with about two
// bandwidth-delay products in flight, independent of losses.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/ack_aggregation.h"
#include "models/hosts/tcp/congestion/bandwidth_filter.h"
#include "models/hosts/tcp/congestion/congestion_control.h"
#include "models/hosts/tcp/congestion/policer_detector.h"
#include "platform/base/random.h"

namespace docsis_vp::hosts {

struct BbrConfig {
  unsigned bandwidth_rounds = 10;              // window of the maximum delivery rate
  TimePs min_rtt_window = 10 * kPsPerSecond;   // age at which PROBE_RTT measures a new one
  TimePs probe_rtt_duration = 200 * kPsPerMs;  // least time with four segments in flight
  double high_gain = 2.885;                    // 2 / ln 2: doubles the rate each round trip
  double cwnd_gain = 2;                        // in PROBE_BW
  double pacing_margin = 0.01;                 // below the estimated bandwidth
  double full_bandwidth_growth = 1.25;         // less growth in three rounds: the pipe is full
  bool finds_policers = true;                  // long-term bandwidth sampling
  bool allows_aggregation = true;              // larger window for bursty ACKs
};

class Bbr : public CongestionControl {
 public:
  enum class Mode : std::uint8_t {
    kStartup,   // doubles the rate each round trip until the bandwidth stops growing
    kDrain,     // empties the queue built in STARTUP
    kProbeBw,   // cycles around the bandwidth: 1.25, 0.75, six round trips of 1
    kProbeRtt,  // four segments in flight, to measure the round trip without a queue
  };

  // random: draws the first phase of each PROBE_BW cycle.
  Bbr(const BbrConfig& config, const RandomStream& random);

  void start(const CongestionStart& start) override;
  void on_ack(const AckSample& ack) override;
  void on_congestion(const CongestionSample& sample) override;
  void on_timeout(const CongestionSample& sample, bool first) override;
  void on_idle(TimePs now, TimePs idle) override;

  std::uint64_t pacing_bytes_per_s() const override {
    return static_cast<std::uint64_t>(pacing_bytes_per_s_);
  }
  bool is_rate_based() const override { return true; }
  bool limits_itself() const override { return mode_ == Mode::kProbeRtt; }

  Mode mode() const { return mode_; }
  double pacing_gain() const { return pacing_gain_; }
  double cwnd_gain() const { return cwnd_gain_; }
  // Estimates: octets of payload per second; kNever: no round trip measured.
  double bandwidth_bytes_per_s() const;
  TimePs min_rtt() const { return min_rtt_; }

 private:
  enum class LossState : std::uint8_t { kOpen, kRecovery, kLoss };

  // Path model
  void update_bandwidth(const AckSample& ack);
  void update_aggregation(const AckSample& ack);
  void update_cycle(const AckSample& ack);
  bool cycle_phase_is_over(const AckSample& ack) const;
  void check_full_pipe(const AckSample& ack);
  void check_drain(const AckSample& ack);
  void update_min_rtt(const AckSample& ack);
  void stay_in_probe_rtt(const AckSample& ack);
  bool find_policer(const PolicerDetector::Round& round);

  // Modes
  void enter_startup();
  void enter_probe_bw(TimePs now);
  void next_cycle_phase(TimePs now);
  void end_probe_rtt(TimePs now);
  void update_gains();

  // Rate and window
  void update_pacing(double gain, TimePs srtt);
  void pace_by_window(TimePs rtt);
  double pacing_rate(double bandwidth, double gain) const;
  void update_window(const AckSample& ack);
  bool recovers(const AckSample& ack);
  void save_window();
  std::uint64_t product(double bandwidth, double gain) const;
  std::uint64_t with_quantization(std::uint64_t bytes) const;
  std::uint64_t inflight_target(double gain) const;
  std::uint64_t inflight_when_next_leaves(std::uint64_t flight_bytes, const AckSample& ack) const;
  std::uint64_t batch_segments() const;
  std::uint64_t aggregation_allowance() const;

  const BbrConfig config_;
  RandomStream random_;

  std::uint64_t mss_ = 0;
  double pacing_bytes_per_s_ = 0;
  double pacing_gain_ = 1;
  double cwnd_gain_ = 1;
  Mode mode_ = Mode::kStartup;

  // Rounds, in delivered octets
  std::uint64_t round_ = 0;
  std::uint64_t round_end_ = 0;  // a delivered segment sent after this count ends the round
  bool round_starts_ = false;

  BandwidthFilter bandwidth_;
  PolicerDetector policer_;
  AckAggregation aggregation_;

  TimePs min_rtt_ = kNever;
  TimePs min_rtt_at_ = 0;
  TimePs probe_rtt_end_ = kNever;  // kNever: the flight is not small enough yet
  bool probe_rtt_round_done_ = false;

  double full_bandwidth_ = 0;
  unsigned rounds_without_growth_ = 0;
  bool pipe_is_full_ = false;

  unsigned cycle_phase_ = 0;
  TimePs cycle_phase_start_ = 0;

  bool rtt_is_seen_ = false;
  bool resumes_ = false;  // after a pause, until something is delivered
  LossState loss_state_ = LossState::kOpen;
  bool conserves_packets_ = false;  // first round of recovery
  std::uint64_t saved_window_ = 0;  // window before recovery or PROBE_RTT
};

}  // namespace docsis_vp::hosts
