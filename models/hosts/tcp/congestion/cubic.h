// CUBIC: RFC 9438.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "models/hosts/tcp/congestion/hystart.h"
#include "models/hosts/tcp/congestion/linux_hystart.h"
#include "models/hosts/tcp/congestion/window_control.h"

namespace docsis_vp::hosts {

// Whose CUBIC it is.
enum class CubicVersion : std::uint8_t {
  kRfc9438,
  kLinux2622,  // version 2.1, which ns-2.35 carries: cubic_v21.h
};

struct CubicConfig {
  CubicVersion version = CubicVersion::kRfc9438;
  GrowthConfig growth;              // of slow start; congestion avoidance always counts octets
  double beta = 0.7;                // what congestion leaves of the window; above 0, below 1
  double c = 0.4;                   // segments / s^3
  bool fast_convergence = true;     // sec. 4.7: give way to flows that are new
  bool reno_friendly = true;        // sec. 4.3: never slower than Reno would be
  bool friendly_pace_rises = true;  // sec. 4.3: Reno's full pace from cwnd_prior on; false: Linux.
                                    // kLinux2622 has no such pace
  // Least growth per round trip, as a share of the window, while no loss has shown where the
  // plateau lies: after HyStart++ or a timeout. 0: RFC 9438; 0.05: Linux (tcp_cubic.c,
  // bictcp_update)
  double search_growth = 0;
  // Ends slow start besides loss and ECE, with kRfc9438 only. HyStart++ (RFC 9406) ends the slow
  // start of an unlimited ssthresh, Linux's HyStart each one.
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
  // Ends the epoch; returns the octets that remain of the window.
  std::uint64_t reduce(std::uint64_t flight_bytes);

  const CubicConfig config_;
  const double friendly_alpha_;  // growth per round trip that equals Reno's mean window

  // Segments.
  double w_max_ = 0;       // window at which the curve has its plateau
  double cwnd_prior_ = 0;  // window before the last reduction
  double w_est_ = 0;       // Reno's, of the same mean window
  double k_s_ = 0;         // seconds from the start of the epoch to the plateau

  TimePs epoch_start_ = kNever;  // kNever: the next acknowledgment begins one
  TimePs last_ack_ = 0;
  bool plateau_known_ = false;      // congestion avoidance follows a congestion, not slow start
  std::optional<Hystart> hystart_;  // at most one of the two
  std::optional<LinuxHystart> linux_hystart_;
};

}  // namespace docsis_vp::hosts
