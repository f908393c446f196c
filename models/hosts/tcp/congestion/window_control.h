// Implements the common part of window-based algorithms: fractional window, slow start, collapse on
// timeout.
#pragma once

#include <cstdint>
#include <optional>

#include "models/hosts/tcp/congestion/congestion_control.h"

namespace docsis_vp::hosts {

// Counting of acknowledgments for window growth.
struct GrowthConfig {
  // True: RFC 3465, by acknowledged octets, in slow start at most abc_limit segments per
  // acknowledgment. False: by acknowledgments, so that delayed ACKs halve the growth, as in ns-2.
  bool byte_counting = true;
  unsigned abc_limit = 2;  // L of RFC 3465; 1: RFC 5681; kNoAbcLimit: Linux
  // reductions round down to whole segments, like stacks that count segments
  bool whole_segments = false;
  std::optional<std::uint64_t> initial_ssthresh_bytes;  // absent: unlimited

  static constexpr unsigned kNoAbcLimit = 1'000'000;
};

class WindowControl : public CongestionControl {
 public:
  explicit WindowControl(const GrowthConfig& growth) : growth_(growth) {}

  void start(const CongestionStart& start) override;

 protected:
  static bool may_grow(const AckSample& ack) {
    return ack.cwnd_limited && !ack.in_recovery && ack.acked_bytes != 0;
  }
  // Grows the window by one acknowledgment while cwnd < ssthresh, up to ssthresh. Returns the
  // octets left for congestion avoidance; none if acknowledgments are counted.
  std::uint64_t slow_start(std::uint64_t acked_bytes);

  // After a timeout: sets one segment. Until ssthresh is reached, growth is then limited to one
  // segment per acknowledgment (RFC 3465 sec. 2.3), because the acknowledged octets may have
  // arrived long ago.
  void collapse();

  // Rounds a reduced window down to whole segments, if configured.
  std::uint64_t whole(std::uint64_t bytes) const {
    return growth_.whole_segments ? bytes - bytes % mss_ : bytes;
  }

  // cwnd() including its fraction of an octet.
  double window() const { return static_cast<double>(cwnd_) + fraction_; }
  void set_window(double bytes);

  std::uint64_t mss() const { return mss_; }
  const GrowthConfig& growth() const { return growth_; }

 private:
  const GrowthConfig growth_;
  std::uint64_t mss_ = 0;
  double fraction_ = 0;  // part of an octet above cwnd_
  bool after_timeout_ = false;
};

}  // namespace docsis_vp::hosts
