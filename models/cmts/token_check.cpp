#include "models/cmts/token_check.h"

#include <algorithm>

namespace docsis_vp::cmts {
namespace {

constexpr std::int64_t kTokensPerByte = 8 * 100 * kPsPerSecond;
// Level of an absent bucket: more than any request.
constexpr std::int64_t kUnlimitedBytes = std::int64_t{1} << 40;

std::uint64_t bytes_of(std::uint64_t rate_bps, TimePs span) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(rate_bps) * static_cast<Wide>(span) /
                                    static_cast<Wide>(8 * kPsPerSecond));
}

}  // namespace

TokenBucket::TokenBucket(std::uint64_t rate_bps, unsigned percent, std::uint64_t depth_bytes)
    : rate_(static_cast<Wide>(rate_bps) * percent),
      depth_(static_cast<Wide>(depth_bytes) * kTokensPerByte),
      tokens_(depth_) {}

void TokenBucket::fill(TimePs now) {
  tokens_ += rate_ * (now - filled_);
  filled_ = now;
}

void TokenBucket::cap() {
  tokens_ = std::min(tokens_, depth_);
}

std::int64_t TokenBucket::bytes() const {
  if (rate_ == 0) return kUnlimitedBytes;
  const Wide whole = tokens_ / kTokensPerByte;
  return static_cast<std::int64_t>(tokens_ < whole * kTokensPerByte ? whole - 1 : whole);
}

void TokenBucket::debit(std::int64_t bytes) {
  tokens_ -= static_cast<Wide>(bytes) * kTokensPerByte;
}

TokenCheck::TokenCheck(const TokenCheckConfig& config)
    : sustained_(config.sustained_bps, config.rate_percent,
                 config.burst_bytes + bytes_of(config.sustained_bps, config.slack_ps)),
      peak_(config.peak_bps, config.rate_percent, bytes_of(config.peak_bps, config.slack_ps)) {}

void TokenCheck::begin_waiting(TimePs now) {
  for (TokenBucket* bucket : {&sustained_, &peak_}) {
    bucket->fill(now);
    bucket->cap();
  }
}

std::uint64_t TokenCheck::usable(TimePs now) {
  sustained_.fill(now);
  peak_.fill(now);
  const std::int64_t least = std::min(sustained_.bytes(), peak_.bytes());
  return static_cast<std::uint64_t>(std::max<std::int64_t>(least, 0));
}

bool TokenCheck::is_overdrawn(TimePs now, std::uint64_t unknown_bytes) {
  sustained_.fill(now);
  return sustained_.bytes() + static_cast<std::int64_t>(unknown_bytes) <= 0;
}

void TokenCheck::granted(std::uint64_t bytes) {
  sustained_.debit(static_cast<std::int64_t>(bytes));
  peak_.debit(static_cast<std::int64_t>(bytes));
}

void TokenCheck::unused(std::uint64_t bytes) {
  sustained_.debit(-static_cast<std::int64_t>(bytes));
  peak_.debit(-static_cast<std::int64_t>(bytes));
}

}  // namespace docsis_vp::cmts
