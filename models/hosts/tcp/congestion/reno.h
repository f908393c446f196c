// Implements Reno congestion control (RFC 5681), with or without byte counting (RFC 3465).
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
  // Grows the window by slow start and congestion avoidance for acked_bytes.
  void grow(std::uint64_t acked_bytes);
  // Sets window and threshold to `bytes`, at least two segments.
  void reduce_to(std::uint64_t bytes);

 private:
  void avoid_congestion(std::uint64_t acked_bytes);

  // Credit for growth: octets, or octets squared if acknowledgments are counted.
  std::uint64_t credit_ = 0;
};

}  // namespace docsis_vp::hosts
