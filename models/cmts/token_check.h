// Implements the CMTS's rate check of an upstream flow.
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::cmts {

// One exact bucket. Its level counts hundredths of a bit per picosecond of rate.
class TokenBucket {
 public:
  // rate_bps 0: never empty. Starts full.
  TokenBucket(std::uint64_t rate_bps, unsigned percent, std::uint64_t depth_bytes);

  // Advances the time; `now` never decreases between calls.
  void fill(TimePs now);
  // Limits the level to the depth.
  void cap();
  // Returns whole bytes; negative while in debt.
  std::int64_t bytes() const;
  // Removes bytes, or returns them if negative.
  void debit(std::int64_t bytes);

 private:
  __extension__ using Wide = __int128;

  Wide rate_ = 0;
  Wide depth_ = 0;
  Wide tokens_ = 0;
  TimePs filled_ = 0;
};

struct TokenCheckConfig {
  std::uint64_t sustained_bps = 0;
  std::uint64_t peak_bps = 0;
  std::uint32_t burst_bytes = 0;
  unsigned rate_percent = 105;
  TimePs slack_ps = 0;  // additional depth of both buckets: the rate's bytes in this time
};

// Sustained and peak bucket of a flow. The depth limits the tokens that a flow without requests can
// save. While the flow waits for a grant its tokens are not capped, and debts remain.
class TokenCheck {
 public:
  explicit TokenCheck(const TokenCheckConfig& config);

  // Call it when a request arrives while none was waiting.
  void begin_waiting(TimePs now);
  // Returns the bytes that may be granted; at least 0.
  std::uint64_t usable(TimePs now);
  void granted(std::uint64_t bytes);
  // True if the flow has used more than its sustained rate permits. unknown_bytes: bytes granted
  // whose use is not known yet; they count as unused. The peak rate does not count, because its
  // bucket may be smaller than the packet that a modem may send at once.
  bool is_overdrawn(TimePs now, std::uint64_t unknown_bytes);
  void unused(std::uint64_t bytes);

 private:
  TokenBucket sustained_;
  TokenBucket peak_;
};

}  // namespace docsis_vp::cmts
