// Implements DCTCP (RFC 8257). It reduces the window in proportion to the share of marked octets.
// It needs a receiver that echoes each CE mark exactly, and a queue that marks above a low
// threshold.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/mark_fraction.h"
#include "models/hosts/tcp/congestion/reno.h"
#include "models/hosts/tcp/congestion/round_counter.h"

namespace docsis_vp::hosts {

struct DctcpConfig {
  GrowthConfig growth;
  double gain = 1.0 / 16;    // g; RFC 8257 sec. 4.2 leaves it open
  double initial_alpha = 1;  // the first mark halves the window
};

class Dctcp : public Reno {
 public:
  explicit Dctcp(const DctcpConfig& config = {});

  void start(const CongestionStart& start) override;
  void on_ack(const AckSample& ack) override;
  void on_congestion(const CongestionSample& sample) override;
  void on_timeout(const CongestionSample& sample, bool first) override;
  bool reads_marks() const override { return true; }

  double alpha() const { return marks_.alpha(); }

 private:
  const DctcpConfig config_;
  MarkFraction marks_;
  RoundCounter rounds_;
  std::uint64_t nxt_ = 0;  // octets sent, as of the last acknowledgment
  // one reduction per window: none until this octet is acknowledged
  std::uint64_t reduced_until_ = 0;
};

}  // namespace docsis_vp::hosts
