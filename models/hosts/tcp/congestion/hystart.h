// Implements HyStart++ (RFC 9406), which ends slow start when the round-trip time rises, before a
// loss.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/congestion_control.h"
#include "models/hosts/tcp/congestion/round_counter.h"

namespace docsis_vp::hosts {

// Constants of RFC 9406 sec. 4.3.
struct HystartConfig {
  TimePs min_rtt_threshold = 4 * kPsPerMs;
  TimePs max_rtt_threshold = 16 * kPsPerMs;
  unsigned min_rtt_divisor = 8;
  unsigned samples_per_round = 8;  // N_RTT_SAMPLE
  unsigned css_growth_divisor = 4;
  unsigned css_rounds = 5;
  unsigned limit_segments = 8;  // L, per acknowledgment, for senders without pacing
};

class Hystart {
 public:
  enum class Phase : std::uint8_t {
    kSlowStart,
    kConservative,  // CSS: growth by a quarter, to test whether the rise of the delay lasts
    kDone,          // congestion avoidance: the caller sets ssthresh = cwnd
  };

  explicit Hystart(const HystartConfig& config) : config_(config) {}

  void restart();
  // Call for each acknowledgment of slow start. Returns the phase that applies to it.
  Phase on_ack(const AckSample& ack);
  // Returns the growth of cwnd in octets for this acknowledgment, in the phase from on_ack().
  std::uint64_t growth(std::uint64_t acked_bytes, std::uint64_t mss) const;

 private:
  void begin_round();
  void take(TimePs rtt);
  bool enough_samples() const;
  TimePs threshold() const;

  const HystartConfig config_;
  RoundCounter rounds_;
  Phase phase_ = Phase::kSlowStart;
  TimePs last_min_rtt_ = kNever;     // previous round
  TimePs current_min_rtt_ = kNever;  // this round
  TimePs css_baseline_ = kNever;     // current_min_rtt_ when CSS began
  unsigned samples_ = 0;             // in this round
  unsigned css_rounds_ = 0;          // completed since CSS began
};

}  // namespace docsis_vp::hosts
