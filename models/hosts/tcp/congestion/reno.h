// Reno: RFC 5681.
#pragma once

#include <cstdint>
#include <optional>

#include "models/hosts/tcp/congestion/congestion_control.h"

namespace docsis_vp::hosts {

struct RenoConfig {
  // RFC 3465: the window grows by what is acknowledged, in slow start by at most abc_limit segments
  // per acknowledgment. False: one segment per acknowledgment in slow start, and SMSS^2 / cwnd in
  // congestion avoidance, as in ns-2.
  bool byte_counting = true;
  unsigned abc_limit = 2;  // segments; L in RFC 3465, 1 in RFC 5681
  std::optional<std::uint64_t> initial_ssthresh_bytes;
};

class Reno : public CongestionControl {
 public:
  explicit Reno(const RenoConfig& config = {}) : config_(config) {}

  void start(const CongestionStart& start) override;
  void on_ack(const AckSample& ack) override;
  void on_congestion(const CongestionSample& sample) override;
  void on_timeout(const CongestionSample& sample, bool first) override;

 private:
  void avoid_congestion(std::uint64_t acked_bytes);
  std::uint64_t half_of(std::uint64_t flight_bytes) const;

  const RenoConfig config_;
  std::uint64_t mss_ = 0;
  std::uint64_t credit_ = 0;  // octets (counting bytes) or octets^2 not yet turned into growth
};

}  // namespace docsis_vp::hosts
