// What the algorithms have in common: a window with a fraction, slow start, a collapse on timeout.
#pragma once

#include <cstdint>
#include <optional>

#include "models/hosts/tcp/congestion/congestion_control.h"

namespace docsis_vp::hosts {

// How acknowledgments are counted while the window grows.
struct GrowthConfig {
  // RFC 3465: by the octets that they acknowledge, in slow start at most abc_limit segments at
  // once. False: by acknowledgments, so that delayed ones halve the pace; as in ns-2.
  bool byte_counting = true;
  unsigned abc_limit = 2;       // L of RFC 3465; 1: RFC 5681; Linux has none, kNoAbcLimit
  bool whole_segments = false;  // a congestion leaves no part of a segment, as where segments count
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
  // One acknowledgment's growth while cwnd < ssthresh, up to ssthresh. Returns the octets that are
  // left for congestion avoidance; none if acknowledgments count.
  std::uint64_t slow_start(std::uint64_t acked_bytes);

  // After a timeout: one segment. Until ssthresh is reached one segment per acknowledgment is the
  // most (RFC 3465 sec. 2.3): the octets acknowledged may have arrived long ago.
  void collapse();

  // What a congestion leaves of the window, in whole segments if so configured.
  std::uint64_t whole(std::uint64_t bytes) const {
    return growth_.whole_segments ? bytes - bytes % mss_ : bytes;
  }

  // cwnd() with its fraction of an octet.
  double window() const { return static_cast<double>(cwnd_) + fraction_; }
  void set_window(double bytes);

  std::uint64_t mss() const { return mss_; }
  const GrowthConfig& growth() const { return growth_; }

 private:
  const GrowthConfig growth_;
  std::uint64_t mss_ = 0;
  double fraction_ = 0;  // of an octet, that cwnd_ leaves out
  bool after_timeout_ = false;
};

}  // namespace docsis_vp::hosts
