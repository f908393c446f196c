// Implements scalable congestion control similar to TCP Prague. The window shrinks in proportion to
// the share of CE marks (like DCTCP), round trips below 25 ms grow as slowly as one of 25 ms, and
// data is paced. It follows Linux tcp_prague.c (L4STeam) without its rate-based mode.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/mark_fraction.h"
#include "models/hosts/tcp/congestion/round_counter.h"
#include "models/hosts/tcp/congestion/window_control.h"

namespace docsis_vp::hosts {

struct PragueConfig {
  GrowthConfig growth;  // for slow start; congestion avoidance always counts octets
  double gain = 1.0 / 16;
  TimePs reference_rtt = 25 * kPsPerMs;  // shorter round trips adopt its growth
  unsigned rtt_transition_rounds = 4;    // rounds after slow start before they do
  bool rtt_independence = true;
};

// It reads counts of CE-marked octets (AccECN). Without them a connection uses Reno with classic
// ECN.
class Prague : public WindowControl {
 public:
  explicit Prague(const PragueConfig& config = {});

  void start(const CongestionStart& start) override;
  void on_ack(const AckSample& ack) override;
  void on_congestion(const CongestionSample& sample) override;
  void on_timeout(const CongestionSample& sample, bool first) override;
  bool reads_marks() const override { return !as_reno_; }
  std::uint64_t pacing_bytes_per_s() const override { return pacing_bytes_per_s_; }

  double alpha() const { return marks_.alpha(); }

 private:
  void answer_marks(const AckSample& ack);
  void count_rounds(const AckSample& ack);
  void grow(const AckSample& ack);
  double growth_factor(TimePs srtt) const;
  bool rtt_independent() const;
  TimePs least_interval() const;
  void pace(const AckSample& ack);
  void shrink(double factor);

  const PragueConfig config_;
  MarkFraction marks_;
  RoundCounter rounds_;
  bool as_reno_ = false;
  bool saw_ce_ = false;
  bool round_ended_ = false;  // but the least interval is not over
  unsigned rounds_since_slow_start_ = 0;
  std::uint64_t nxt_ = 0;  // octets sent, as of the last acknowledgment
  // one reduction per round: none until this octet is acknowledged
  std::uint64_t reduced_until_ = 0;
  TimePs last_alpha_ = 0;      // time of the last update of alpha
  TimePs last_reduction_ = 0;  // time of the last reduction by marks
  std::uint64_t pacing_bytes_per_s_ = 0;
};

}  // namespace docsis_vp::hosts
