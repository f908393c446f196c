// Implements the CMTS's own check of an upstream flow's rate.
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::cmts {

// One exact bucket: it counts hundredths of a bit per picosecond of rate.
class TokenBucket {
 public:
  // rate_bps 0: never empty. Starts full.
  TokenBucket(std::uint64_t rate_bps, unsigned percent, std::uint64_t depth_bytes);

  // Advances the time; `now` never decreases between calls.
  void fill(TimePs now);
  // Removes the part above the depth.
  void cap();
  // Whole bytes, negative while in debt.
  std::int64_t bytes() const;
  // Takes bytes out, or puts them back if negative.
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
  TimePs slack_ps = 0;  // both depths also hold the rate's bytes of this time
};

// Sustained and peak bucket of a flow. The depth limits the savings of a flow without requests.
// While it waits for a grant its tokens are not capped, and debts remain.
class TokenCheck {
 public:
  explicit TokenCheck(const TokenCheckConfig& config);

  // A request arrives while none was waiting.
  void begin_waiting(TimePs now);
  // Bytes that may be granted; at least 0.
  std::uint64_t usable(TimePs now);
  void granted(std::uint64_t bytes);
  // True if the flow has used more than its sustained rate allows. unknown_bytes: granted, but
  // their use is not known yet; they count as unused. The peak rate does not count: its bucket may
  // be smaller than the packet that a modem may send at once.
  bool is_overdrawn(TimePs now, std::uint64_t unknown_bytes);
  void unused(std::uint64_t bytes);

 private:
  TokenBucket sustained_;
  TokenBucket peak_;
};

}  // namespace docsis_vp::cmts
