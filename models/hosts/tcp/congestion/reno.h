// Reno: RFC 5681, with or without byte counting (RFC 3465).
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/window_control.h"

namespace docsis_vp::hosts {

using RenoConfig = GrowthConfig;

class Reno : public WindowControl {
 public:
  explicit Reno(const RenoConfig& config = {}) : WindowControl(config) {}

  void start(const CongestionStart& start) override;
  void on_ack(const AckSample& ack) override;
  void on_congestion(const CongestionSample& sample) override;
  void on_timeout(const CongestionSample& sample, bool first) override;

 protected:
  // Slow start and congestion avoidance by so many octets.
  void grow(std::uint64_t acked_bytes);
  // Takes `bytes`, but no less than two segments, as window and threshold.
  void reduce_to(std::uint64_t bytes);

 private:
  void avoid_congestion(std::uint64_t acked_bytes);

  // Not yet turned into growth: octets, or, if acknowledgments count, octets squared.
  std::uint64_t credit_ = 0;
};

}  // namespace docsis_vp::hosts
