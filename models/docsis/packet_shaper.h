// Shapes a service flow by whole packets with a dual token bucket.
#pragma once

#include <algorithm>
#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::docsis {

// One exact bucket: levels count bit x ps / s, so that rate x time needs no division.
class PacketBucket {
 public:
  // Starts full at time 0. rate_bps: 0 is unlimited; depth_bytes: at most 2^32.
  PacketBucket(std::uint64_t rate_bps, std::uint64_t depth_bytes);

  // Returns the first instant from `now` on at which it holds that many bytes, or is full.
  TimePs ready(std::uint64_t bytes, TimePs now) const {
    if (rate_bps_ == 0) return now;
    const Wide missing = std::min(depth_, units(bytes)) - level(now);
    return missing <= 0 ? now : now + time_for(missing);
  }
  // Returns the instant by which it has earned that many bytes, if others take them as they come.
  TimePs earned(std::uint64_t bytes, TimePs now) const {
    if (rate_bps_ == 0) return now;
    const Wide missing = units(bytes) - level(now);
    return missing <= 0 ? now : now + time_for(missing);
  }
  // Takes the bytes; a packet larger than the bucket leaves a negative level.
  void take(std::uint64_t bytes, TimePs now) {
    if (rate_bps_ == 0) return;
    level_ = level(now) - units(bytes);
    at_ = now;
  }
  // Takes the bytes, but at most down to empty.
  void take_at_most(std::uint64_t bytes, TimePs now);
  // Returns the whole bytes in it: 0 while negative, the depth if the rate is not limited.
  std::uint64_t bytes(TimePs now) const;

 private:
  __extension__ using Wide = __int128;

  static Wide units(std::uint64_t bytes) { return Wide{8} * kPsPerSecond * bytes; }
  Wide level(TimePs now) const { return std::min(depth_, level_ + Wide{rate_bps_} * (now - at_)); }
  TimePs time_for(Wide units) const;

  std::uint64_t rate_bps_;
  Wide depth_;
  Wide level_;
  TimePs at_ = 0;  // time of level_
};

// MULPI C.2.2.7: rates count Ethernet bytes, DA..CRC.
struct PacketShaperConfig {
  std::uint64_t max_sustained_rate_bps = 0;  // R; 0: not limited
  std::uint64_t max_burst_bytes = 3044;      // B
  std::uint64_t peak_rate_bps = 0;           // P; 0: not limited
};

// RFC 8034 sec. 3: the output of any interval dt is at most R dt + B and at most P dt + 1522. A
// packet leaves when both buckets hold all of it.
class PacketShaper {
 public:
  // Throws ConfigError.
  explicit PacketShaper(const PacketShaperConfig& config);

  TimePs ready(std::uint32_t bytes, TimePs now) const {
    return std::max(sustained_.ready(bytes, now), peak_.ready(bytes, now));
  }
  // Returns the instant at which the last of these bytes leaves, if they wait at `now` and leave as
  // the rates allow.
  TimePs drained(std::uint64_t bytes, TimePs now) const {
    return std::max(sustained_.earned(bytes, now), peak_.earned(bytes, now));
  }
  void take(std::uint32_t bytes, TimePs now) {
    sustained_.take(bytes, now);
    peak_.take(bytes, now);
  }

  std::uint64_t sustained_tokens(TimePs now) const { return sustained_.bytes(now); }
  std::uint64_t peak_tokens(TimePs now) const { return peak_.bytes(now); }

 private:
  PacketBucket sustained_;
  PacketBucket peak_;
};

}  // namespace docsis_vp::docsis
