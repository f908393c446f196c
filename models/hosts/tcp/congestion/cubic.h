// Implements CUBIC congestion control (RFC 9438).
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "models/hosts/tcp/congestion/hystart.h"
#include "models/hosts/tcp/congestion/linux_hystart.h"
#include "models/hosts/tcp/congestion/window_control.h"

namespace docsis_vp::hosts {

// Implementation to follow.
enum class CubicVersion : std::uint8_t {
  kRfc9438,
  kLinux2622,  // version 2.1, as in ns-2.35: cubic_v21.h
};

struct CubicConfig {
  CubicVersion version = CubicVersion::kRfc9438;
  GrowthConfig growth;           // for slow start; congestion avoidance always counts octets
  double beta = 0.7;             // factor of a window reduction; 0 < beta < 1
  double c = 0.4;                // segments / s^3
  bool fast_convergence = true;  // sec. 4.7: makes room for new flows
  bool reno_friendly = true;     // sec. 4.3: never slower than Reno
  // sec. 4.3: Reno's full pace above cwnd_prior; false: Linux. Not for kLinux2622
  bool friendly_pace_rises = true;
  // Least growth per round trip, as a share of the window, while the plateau is unknown: after
  // HyStart++ or a timeout. 0: RFC 9438; 0.05: Linux (tcp_cubic.c, bictcp_update).
  double search_growth = 0;
  // Additional end of slow start, kRfc9438 only. HyStart++ (RFC 9406) acts in the slow start with
  // unlimited ssthresh, Linux's HyStart in each one.
  std::variant<std::monostate, HystartConfig, LinuxHystartConfig> hystart;
};

class Cubic : public WindowControl {
 public:
  explicit Cubic(const CubicConfig& config = {});

  void start(const CongestionStart& start) override;
  void on_ack(const AckSample& ack) override;
  void on_congestion(const CongestionSample& sample) override;
  void on_timeout(const CongestionSample& sample, bool first) override;
  void on_idle(TimePs now, TimePs idle) override;

 private:
  std::uint64_t first_slow_start(const AckSample& ack);
  void avoid_congestion(const AckSample& ack, std::uint64_t acked_bytes);
  void begin_epoch(TimePs now);
  double curve(TimePs since_epoch) const;
  // Ends the epoch; returns the reduced window in octets.
  std::uint64_t reduce(std::uint64_t flight_bytes);

  const CubicConfig config_;
  const double friendly_alpha_;  // growth per round trip with Reno's mean window

  // In segments.
  double w_max_ = 0;       // window at the curve's plateau
  double cwnd_prior_ = 0;  // window before the last reduction
  double w_est_ = 0;       // window of a Reno flow with the same mean
  double k_s_ = 0;         // seconds from the start of the epoch to the plateau

  TimePs epoch_start_ = kNever;  // kNever: the next acknowledgment begins an epoch
  TimePs last_ack_ = 0;
  bool plateau_known_ = false;      // congestion avoidance follows a congestion, not slow start
  std::optional<Hystart> hystart_;  // at most one of the two
  std::optional<LinuxHystart> linux_hystart_;
};

}  // namespace docsis_vp::hosts
