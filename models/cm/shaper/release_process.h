// Models the dual token bucket of one service flow as a release process. It is exact and is
// evaluated only on request.
#pragma once

#include <cstdint>

#include "models/queue/ring.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

// Service-flow rates (MULPI C.2.2.7): rates in bit/s of Ethernet bytes DA..CRC.
struct ShaperConfig {
  std::uint64_t max_sustained_rate_bps = 0;  // R; 0 = unlimited; up to 1 Tbit/s
  std::uint64_t max_burst_bytes = 3044;      // B; at least 1522
  std::uint64_t peak_rate_bps = 0;           // P; 0 = unlimited; up to 1 Tbit/s
  // For a flow with a transmit queue: the caller decides when to release a packet. A packet is then
  // released as a whole.
  bool whole_packets = false;
  // Uses the gates of dual_token_bucket.v instead of ReleaseProcess.
  bool in_gates = false;
};

// RFC 8034 sec. 3: released(t1, t2) <= R (t2 - t1) / 8 + B, and <= P (t2 - t1) / 8 + 1522.
constexpr std::uint64_t kPeakBucketBytes = 1522;

// While unreleased bytes are queued, n bytes have been released at time dt after the backlog began:
// n = min(unreleased, floor(m0 + R dt), floor(p0 + P dt)). m0 and p0 are the initial bucket levels.
// Each byte leaves as soon as both buckets hold a token for it, and takes one from each.
//
// The caps B and 1522 have no effect while a backlog lasts. Both buckets give the same n, so m - p
// changes only by (R - P) dt, monotonically. Hence the binding bucket changes at most once.
// If P < R, the peak bucket binds in the end. From then on m grows and may pass B, but it does not
// bind again in this backlog. The sustained inequality still holds, because 1522 <= B and P < R.
// If R < P, the same holds with the names exchanged: p passes 1522 while the sustained bucket
// binds. It can bind again only after an idle time in which m gained 1522 bytes at the sustained
// rate. That is longer than p needs for one byte at the peak rate.
// The caps are applied when the next backlog begins. The binding bucket holds less than a byte, so
// no cap affects it.
//
// Bytes are numbered by their release. Eligible = released - taken.
class ReleaseProcess {
 public:
  // Throws ConfigError for values out of range.
  explicit ReleaseProcess(const ShaperConfig& config);

  // Time never decreases between write, take and drop; the queries below may look ahead. write()
  // returns true if all bytes are released at once.
  bool write(std::uint32_t bytes, TimePs at);
  // Removes transmitted bytes, at most eligible(at).
  void take(std::uint64_t bytes);
  // Removes dropped bytes, at the head or elsewhere. Bytes behind them inherit their eligibility.
  // If the queue is too short, the remaining eligibility is lost: its tokens are not refunded.
  void drop(std::uint64_t bytes, TimePs at);

  std::uint64_t eligible(TimePs at) const { return released(at) - taken_; }
  std::uint64_t unreleased(TimePs at) const { return target_ - released(at); }
  // The first instant at which at least `bytes` of the present queue are eligible; kNever if it
  // holds fewer.
  TimePs eligible_instant(std::uint64_t bytes) const { return release_instant(taken_ + bytes); }
  // Number of the byte that will be taken next, counting from 1, for release_instant().
  std::uint64_t next_byte() const { return taken_ + 1; }
  // The instant at which byte n, not yet taken, was or will be released; kNever if it is not in the
  // queue.
  TimePs release_instant(std::uint64_t n) const;

  // Whole bytes in the buckets; B and 1522 if the rate is unlimited.
  std::uint64_t sustained_tokens(TimePs at) const;
  std::uint64_t peak_tokens(TimePs at) const;
  std::uint64_t released(TimePs at) const {
    // If all bytes are released, they stay released.
    if (at != asked_ && (at < asked_ || released_ != target_)) {
      released_ = compute_released(at);
      asked_ = at;
    }
    return released_;
  }

 private:
  __extension__ using Wide = __int128;

  static constexpr TimePs kNotAsked = kNever;

  // A backlog, or a part of a long one, from its first byte on.
  struct BacklogSpan {
    TimePs start = 0;
    std::uint64_t base = 0;  // bytes released before this backlog
    Wide sustained = 0;      // bucket levels at its start, in fractions of a byte
    Wide peak = 0;
  };

  std::uint64_t compute_released(TimePs at) const;
  std::uint64_t allowed(TimePs at) const;
  std::size_t span_of(std::uint64_t n) const;
  Wide level(Wide initial, std::uint64_t rate_bps, TimePs at) const;
  Wide sustained_level(TimePs at) const;
  Wide peak_level(TimePs at) const;
  void begin_span(TimePs at);
  bool buckets_hold(std::uint32_t bytes) const;
  void split_span(TimePs at);

  ShaperConfig config_;
  queue::Ring<BacklogSpan>
      spans_;                 // the present one last; older ones while they have waiting bytes
  std::uint64_t target_ = 0;  // bytes released once the present backlog has ended
  std::uint64_t taken_ = 0;   // bytes released and removed
  // Cache of released() for the time of the last query, because many calls use the same time.
  // Within a backlog neither an added nor a removed packet changes the value.
  mutable TimePs asked_ = kNotAsked;
  mutable std::uint64_t released_ = 0;
};

}  // namespace docsis_vp::cm
