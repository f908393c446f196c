// A scalable congestion control in the manner of TCP Prague: the window shrinks in proportion to
// the share of CE marks (as DCTCP's), low round-trip times grow no faster than one of 25 ms would,
// and what is sent is paced. After Linux tcp_prague.c (L4STeam) without its rate-based mode.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/mark_fraction.h"
#include "models/hosts/tcp/congestion/round_counter.h"
#include "models/hosts/tcp/congestion/window_control.h"

namespace docsis_vp::hosts {

struct PragueConfig {
  GrowthConfig growth;  // of slow start; congestion avoidance always counts octets
  double gain = 1.0 / 16;
  TimePs reference_rtt = 25 * kPsPerMs;  // whose growth shorter round trips adopt
  unsigned rtt_transition_rounds = 4;    // after slow start; only then they do
  bool rtt_independence = true;
};

// Reads counts of CE-marked octets (AccECN). Without them a connection uses Reno, with classic ECN.
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
  bool round_ended_ = false;  // but the least interval did not
  unsigned rounds_since_slow_start_ = 0;
  std::uint64_t nxt_ = 0;            // octets sent, as of the last acknowledgment
  std::uint64_t reduced_until_ = 0;  // one reduction per round: none until this is acknowledged
  TimePs last_alpha_ = 0;            // when alpha was updated,
  TimePs last_reduction_ = 0;        // when marks last reduced the window
  std::uint64_t pacing_bytes_per_s_ = 0;
};

}  // namespace docsis_vp::hosts
