#include "models/hosts/tcp/congestion/window_control.h"

#include <algorithm>

namespace docsis_vp::hosts {

void WindowControl::start(const CongestionStart& start) {
  mss_ = start.mss_bytes;
  cwnd_ = start.initial_window_bytes;
  ssthresh_ = growth_.initial_ssthresh_bytes.value_or(kUnlimited);
  fraction_ = 0;
  after_timeout_ = false;
}

std::uint64_t WindowControl::slow_start(std::uint64_t acked_bytes) {
  const std::uint64_t limit = after_timeout_ ? 1 : growth_.abc_limit;
  const std::uint64_t step =
      growth_.byte_counting ? std::min(acked_bytes, limit * mss_) : std::uint64_t{mss_};
  const std::uint64_t room = ssthresh_ - cwnd_;
  if (step < room) {
    cwnd_ += step;
    return 0;
  }
  cwnd_ = ssthresh_;
  after_timeout_ = false;
  return growth_.byte_counting ? step - room : 0;
}

void WindowControl::collapse() {
  cwnd_ = mss_;
  fraction_ = 0;
  after_timeout_ = true;
}

void WindowControl::set_window(double bytes) {
  cwnd_ = static_cast<std::uint64_t>(bytes);
  fraction_ = bytes - static_cast<double>(cwnd_);
}

}  // namespace docsis_vp::hosts
