#include "models/hosts/tcp/congestion/reno.h"

#include <algorithm>

namespace docsis_vp::hosts {

void Reno::start(const CongestionStart& start) {
  WindowControl::start(start);
  credit_ = 0;
}

void Reno::on_ack(const AckSample& ack) {
  if (may_grow(ack)) grow(ack.acked_bytes);
}

void Reno::grow(std::uint64_t acked_bytes) {
  if (in_slow_start()) acked_bytes = slow_start(acked_bytes);
  if (acked_bytes != 0) avoid_congestion(acked_bytes);
}

void Reno::avoid_congestion(std::uint64_t acked_bytes) {
  if (growth().byte_counting) {  // RFC 5681 sec. 3.1: one SMSS per cwnd of octets
    credit_ += acked_bytes;
    if (credit_ < cwnd_) return;
    credit_ -= cwnd_;
    cwnd_ += mss();
  } else {  // eq. (3), SMSS^2 / cwnd, with its fraction
    credit_ += mss() * mss();
    const std::uint64_t step = credit_ / cwnd_;
    credit_ -= step * cwnd_;
    cwnd_ += step;
  }
}

void Reno::on_congestion(const CongestionSample& sample) {
  reduce_to(sample.flight_bytes / 2);
}

void Reno::on_timeout(const CongestionSample& sample, bool first) {
  if (first) reduce_to(sample.flight_bytes / 2);
  credit_ = 0;
  collapse();
}

void Reno::reduce_to(std::uint64_t bytes) {
  ssthresh_ = std::max(whole(bytes), 2 * mss());
  cwnd_ = ssthresh_;
  credit_ = 0;
}

}  // namespace docsis_vp::hosts
