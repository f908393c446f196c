#include "models/cmts/packet_shaper.h"

#include <algorithm>

#include "platform/base/errors.h"

namespace docsis_vp::cmts {

namespace {

__extension__ using Wide = __int128;

constexpr Wide kUnitsPerByte = Wide{8} * kPsPerSecond;
constexpr std::uint64_t kPeakBucketBytes = 1522;
constexpr std::uint64_t kMaxRateBps = 1'000'000'000'000;

}  // namespace

PacketBucket::PacketBucket(std::uint64_t rate_bps, std::uint64_t depth_bytes)
    : rate_bps_(rate_bps), depth_(static_cast<Wide>(depth_bytes) * kUnitsPerByte), level_(depth_) {}

PacketBucket::Wide PacketBucket::level(TimePs now) const {
  return std::min(depth_, level_ + Wide{rate_bps_} * (now - at_));
}

TimePs PacketBucket::ready(std::uint64_t bytes, TimePs now) const {
  if (rate_bps_ == 0) return now;
  const Wide wanted = std::min(depth_, static_cast<Wide>(bytes) * kUnitsPerByte);
  const Wide missing = wanted - level(now);
  if (missing <= 0) return now;
  return now + static_cast<TimePs>((missing + rate_bps_ - 1) / rate_bps_);
}

void PacketBucket::take(std::uint64_t bytes, TimePs now) {
  if (rate_bps_ == 0) return;
  level_ = level(now) - static_cast<Wide>(bytes) * kUnitsPerByte;
  at_ = now;
}

void PacketBucket::take_at_most(std::uint64_t bytes, TimePs now) {
  take(bytes, now);
  level_ = std::max(level_, Wide{0});
}

PacketShaper::PacketShaper(const PacketShaperConfig& config)
    : sustained_(config.max_sustained_rate_bps, config.max_burst_bytes),
      peak_(config.peak_rate_bps, kPeakBucketBytes) {
  if (config.max_sustained_rate_bps > kMaxRateBps) {
    throw ConfigError("/max_sustained_rate_mbps", "must be at most 1e6");
  }
  if (config.peak_rate_bps > kMaxRateBps) {
    throw ConfigError("/peak_rate_mbps", "must be at most 1e6");
  }
  if (config.max_burst_bytes < kPeakBucketBytes || config.max_burst_bytes > UINT32_MAX) {
    throw ConfigError("/max_burst_bytes", "must be 1522 to 4294967295");
  }
}

TimePs PacketShaper::ready(std::uint32_t bytes, TimePs now) const {
  return std::max(sustained_.ready(bytes, now), peak_.ready(bytes, now));
}

void PacketShaper::take(std::uint32_t bytes, TimePs now) {
  sustained_.take(bytes, now);
  peak_.take(bytes, now);
}

}  // namespace docsis_vp::cmts
