#include "models/docsis/packet_shaper.h"

#include "platform/base/errors.h"

namespace docsis_vp::docsis {

namespace {

constexpr std::uint64_t kPeakBucketBytes = 1522;
constexpr std::uint64_t kMaxRateBps = 1'000'000'000'000;

}  // namespace

PacketBucket::PacketBucket(std::uint64_t rate_bps, std::uint64_t depth_bytes)
    : rate_bps_(rate_bps), depth_(units(depth_bytes)), level_(depth_) {}

// Rounds up. Uses 64-bit division if the values fit, which is nearly always.
TimePs PacketBucket::time_for(Wide units) const {
  const Wide raised = units + rate_bps_ - 1;
  if (raised <= INT64_MAX) {
    return static_cast<TimePs>(static_cast<std::uint64_t>(raised) / rate_bps_);
  }
  return static_cast<TimePs>(raised / rate_bps_);
}

// Uses 64-bit division if the value fits.
std::uint64_t PacketBucket::bytes(TimePs now) const {
  const Wide held = std::max(level(now), Wide{0});
  if (held <= INT64_MAX) {
    return static_cast<std::uint64_t>(held) / static_cast<std::uint64_t>(units(1));
  }
  return static_cast<std::uint64_t>(held / units(1));
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

}  // namespace docsis_vp::docsis
