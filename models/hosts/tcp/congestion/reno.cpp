#include "models/hosts/tcp/congestion/reno.h"

#include <algorithm>

namespace docsis_vp::hosts {

void Reno::start(const CongestionStart& start) {
  mss_ = start.mss_bytes;
  cwnd_ = start.initial_window_bytes;
  ssthresh_ = config_.initial_ssthresh_bytes.value_or(kUnlimited);
  credit_ = 0;
}

void Reno::on_ack(const AckSample& ack) {
  if (ack.in_recovery || !ack.cwnd_limited || ack.acked_bytes == 0) {
    return;
  }
  std::uint64_t acked = ack.acked_bytes;
  if (in_slow_start()) {
    const std::uint64_t most = config_.byte_counting ? config_.abc_limit * mss_ : mss_;
    const std::uint64_t growth = std::min(config_.byte_counting ? acked : mss_, most);
    if (cwnd_ + growth <= ssthresh_ || !config_.byte_counting) {
      cwnd_ += growth;
      return;
    }
    acked = cwnd_ + growth - ssthresh_;
    cwnd_ = ssthresh_;
  }
  avoid_congestion(acked);
}

void Reno::avoid_congestion(std::uint64_t acked_bytes) {
  // RFC 5681 eq. (3), its fraction kept; or, recommended, SMSS once cwnd octets are acknowledged.
  if (!config_.byte_counting) {
    credit_ += mss_ * mss_;
    cwnd_ += credit_ / cwnd_;
    credit_ %= cwnd_;
    return;
  }
  credit_ += acked_bytes;
  if (credit_ >= cwnd_) {
    credit_ -= cwnd_;
    cwnd_ += mss_;
  }
}

void Reno::on_congestion(const CongestionSample& sample) {
  ssthresh_ = half_of(sample.flight_bytes);
  cwnd_ = ssthresh_;
  credit_ = 0;
}

void Reno::on_timeout(const CongestionSample& sample, bool first) {
  if (first) {
    ssthresh_ = half_of(sample.flight_bytes);
  }
  cwnd_ = mss_;
  credit_ = 0;
}

std::uint64_t Reno::half_of(std::uint64_t flight_bytes) const {
  return std::max(flight_bytes / 2, 2 * mss_);
}

}  // namespace docsis_vp::hosts
