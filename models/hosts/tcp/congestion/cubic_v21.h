// Implements CUBIC 2.1 as in Linux 2.6.22 and ns-2.35 (tcp_cubic.c, tcp_cong.c).
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/congestion_control.h"
#include "models/hosts/tcp/congestion/cubic.h"

namespace docsis_vp::hosts {

// Counts whole segments, acknowledgments and jiffies of 1 ms. Differences from RFC 9438:
// - One acknowledgment is one step, whatever it covers. The divisor `delayed_ack` compensates for
//   that. It starts at 2 and stays at 31/16 if every segment is acknowledged, so that the window
//   reaches the curve in half a round trip.
// - Above the plateau the window grows by at most 16 segments per 100 ms.
// - A reduction multiplies cwnd by beta, not the flight.
// - A timeout clears the plateau; until the next loss the window grows by search_growth per
//   acknowledged window, halved as above.
// - The window grows only if all of it was in flight.
//
// It uses beta, c, search_growth, fast_convergence, reno_friendly and the initial ssthresh of
// CubicConfig.
class CubicV21 : public CongestionControl {
 public:
  explicit CubicV21(const CubicConfig& config);

  void start(const CongestionStart& start) override;
  void on_ack(const AckSample& ack) override;
  void on_congestion(const CongestionSample& sample) override;
  // Acts on each expiry, not only the first, like enter_loss() of tcp-linux.cc.
  void on_timeout(const CongestionSample& sample, bool first) override;

 private:
  using Segments = std::uint64_t;
  using Jiffies = std::int64_t;

  void forget();
  bool repairs_timeout(const AckSample& ack);
  void measure(const AckSample& ack);
  void avoid_congestion(Jiffies now);
  void begin_epoch(Segments cwnd, Jiffies now);
  Segments target_of_curve(Jiffies now, bool& is_above_plateau) const;
  void update(Segments cwnd, Jiffies now);
  // Grows at least as often as Reno would with the same loss rate.
  void pace_as_reno(Segments cwnd);
  Segments reduce();

  Segments cwnd_segments() const { return cwnd_ / mss_; }

  const CubicConfig config_;
  const std::uint64_t beta_1024_;
  const std::uint64_t c_1024_;       // segments / s^3
  const std::uint64_t reno_scale_;   // acknowledged windows per segment of Reno's growth, times 8
  const std::uint64_t search_acks_;  // acknowledgments per segment
  std::uint64_t mss_ = 1;

  Segments acks_per_segment_ = 0;  // acknowledgments per segment of growth
  Segments count_ = 0;             // acknowledgments since the last growth
  Segments last_max_ = 0;          // window before the last reduction
  Segments loss_window_ = 0;       // likewise; 0: no loss since the start or a timeout
  Segments last_cwnd_ = 0;         // at the last update
  Jiffies last_update_ = 0;
  Segments plateau_ = 0;
  std::uint64_t k_1024_ = 0;       // seconds / 1024 from the start of the epoch to the plateau
  std::uint64_t delay_min_8_ = 0;  // least round trip in jiffies, times 8; 0: not measured
  Jiffies epoch_ = 0;
  bool in_epoch_ = false;
  Segments epoch_acks_ = 0;
  Segments reno_window_ = 0;
  std::uint64_t delayed_ack_16_ = 0;  // segments per acknowledgment, times 16

  bool timed_out_ = false;
  std::uint64_t loss_end_ = 0;  // octet that ends the repair of a timeout; 0: unknown
};

}  // namespace docsis_vp::hosts
