// Estimates the round-trip time and the retransmission timeout (RFC 6298).
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/hosts/tcp/tcp_config.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

class RttEstimator {
 public:
  explicit RttEstimator(const TcpConfig& config) : config_(config) {}

  void start() {
    srtt_ = min_rtt_ = kNever;
    rttvar_ = 0;
    sampled_ = 0;
    rto_ = config_.initial_rto;
    backoff_ = 0;
  }

  // Takes the round trip of data sent at `sent` and acknowledged now. The gains assume one sample
  // per round trip (sec. 3; RFC 7323 app. G): with more samples the variance would be that within a
  // flight. Linux takes all samples.
  void sample(TimePs sent, TimePs now) {
    const TimePs rtt = now - sent;
    observe(rtt);
    backoff_ = 0;
    if (sent < sampled_ && !config_.min_rto_on_variance) return;
    sampled_ = now;
    if (srtt_ == kNever) {
      srtt_ = rtt;
      rttvar_ = rtt / 2;
    } else {
      const TimePs deviation = srtt_ > rtt ? srtt_ - rtt : rtt - srtt_;
      rttvar_ += (deviation - rttvar_) / 4;
      srtt_ += (rtt - srtt_) / 8;
    }
    const TimePs variance = std::max(config_.clock_granularity, 4 * rttvar_);
    rto_ = config_.min_rto_on_variance ? srtt_ + std::max(config_.min_rto, variance)
                                       : std::max(config_.min_rto, srtt_ + variance);
    rto_ = std::min(rto_, config_.max_rto);
  }

  // Takes the round trip of a segment whose acknowledgment was not delayed, for the minimum only.
  void observe(TimePs rtt) { min_rtt_ = std::min(min_rtt_, rtt); }
  // Sec. 5.7: the handshake's timer, which was below 3 s, expired.
  void raise_rto(TimePs least) { rto_ = std::min(std::max(rto_, least), config_.max_rto); }
  void back_off() { ++backoff_; }
  void end_backoff() { backoff_ = 0; }

  TimePs srtt() const { return srtt_; }
  TimePs min_rtt() const { return min_rtt_; }
  TimePs rto() const { return rto_; }
  // The timeout doubles for each expiry since data was last acknowledged, up to the configured
  // limit.
  TimePs timeout() const {
    const unsigned shift = std::min(backoff_, 16U);
    return rto_ > config_.max_rto >> shift ? config_.max_rto : rto_ << shift;
  }

 private:
  const TcpConfig& config_;
  TimePs srtt_ = kNever;
  TimePs min_rtt_ = kNever;
  TimePs rttvar_ = 0;
  TimePs sampled_ = 0;  // time of the last counted sample
  TimePs rto_ = 0;
  unsigned backoff_ = 0;
};

}  // namespace docsis_vp::hosts
