// Implements LEDBAT (RFC 6817). It yields to other traffic by keeping the queuing delay below a
// target.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/delay_history.h"
#include "models/hosts/tcp/congestion/window_control.h"

namespace docsis_vp::hosts {

// Names and defaults of RFC 6817 sec. 2.5.
struct LedbatConfig {
  TimePs target = 100 * kPsPerMs;  // at most 100 ms
  double gain = 1;                 // at most 1, so that it never grows faster than Reno
  unsigned allowed_increase_segments = 1;
  unsigned initial_window_segments = 2;
  unsigned min_window_segments = 2;
  std::size_t base_history_minutes = 10;  // 1..BaseDelay::kMaxMinutes
  std::size_t current_filter = 4;         // samples, 1..CurrentDelay::kMaxSamples
};

class Ledbat : public WindowControl {
 public:
  explicit Ledbat(const LedbatConfig& config = {});

  void start(const CongestionStart& start) override;
  void on_ack(const AckSample& ack) override;
  void on_congestion(const CongestionSample& sample) override;
  void on_timeout(const CongestionSample& sample, bool first) override;

  // Returns the estimated queuing delay of the bottleneck; kNever before the first sample.
  TimePs queuing_delay(const AckSample& ack) const;

 private:
  const LedbatConfig config_;
  BaseDelay base_;
  CurrentDelay current_;
};

}  // namespace docsis_vp::hosts
