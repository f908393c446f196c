// The CMTS's own check on the rate of an upstream flow.
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::cmts {

// One bucket, exact: it counts hundredths of a bit per picosecond of rate.
class TokenBucket {
 public:
  // rate_bps 0: never empty. Begins full.
  TokenBucket(std::uint64_t rate_bps, unsigned percent, std::uint64_t depth_bytes);

  // Time passes; `now` never runs backwards.
  void fill(TimePs now);
  // What is above the depth is lost.
  void cap();
  // Whole bytes, negative while in debt.
  std::int64_t bytes() const;
  // Takes bytes out, or puts them back.
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
  TimePs slack_ps = 0;  // both depths hold the rate's bytes of this time besides
};

// Sustained and peak bucket of a flow. The depth limits what a flow that asks for nothing may save
// up; while it waits for a grant its tokens are not capped, and debts are not forgiven.
class TokenCheck {
 public:
  explicit TokenCheck(const TokenCheckConfig& config);

  // A request arrives; none was waiting.
  void begin_waiting(TimePs now);
  // What may be granted; at least 0.
  std::uint64_t usable(TimePs now);
  void granted(std::uint64_t bytes);
  void unused(std::uint64_t bytes);

 private:
  TokenBucket sustained_;
  TokenBucket peak_;
};

}  // namespace docsis_vp::cmts
