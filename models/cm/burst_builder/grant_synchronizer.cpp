#include "models/cm/burst_builder/grant_synchronizer.h"

#include <algorithm>

namespace docsis_vp::cm {

namespace {

constexpr unsigned kWindowIntervals = 4;

}  // namespace

docsis::UgsStatus GrantSynchronizer::status(TimePs start, std::uint64_t waiting_bytes,
                                            std::uint32_t room_bytes) {
  // Grants may be late by their tolerated jitter, never early.
  if (!begun_ || start >= interval_start_ + scheduling_.grant_interval_ps() * 3 / 4) {
    begun_ = true;
    interval_start_ = start;
    grants_ = 0;
  }
  ++grants_;
  const unsigned active = scheduling_.detects_activity() ? needed_grants(start, waiting_bytes)
                                                         : scheduling_.grants_per_interval;
  const unsigned left = active - std::min(active, grants_);
  const bool exceeds =
      waiting_bytes > room_bytes + std::uint64_t{left} * scheduling_.unsolicited_grant_bytes;
  return {exceeds, static_cast<std::uint8_t>(active)};
}

unsigned GrantSynchronizer::needed_grants(TimePs start, std::uint64_t waiting_bytes) {
  while (!bursts_.empty() &&
         bursts_.front().start <= start - kWindowIntervals * scheduling_.grant_interval_ps()) {
    bursts_.pop_front();
  }
  std::uint64_t bytes = waiting_bytes;
  for (const Burst& burst : bursts_) bytes += burst.bytes;
  bytes -= std::min<std::uint64_t>(bytes, scheduling_.unsolicited_grant_bytes);
  const std::uint64_t each = std::uint64_t{kWindowIntervals} * scheduling_.unsolicited_grant_bytes;
  const auto needed = static_cast<unsigned>((bytes + each - 1) / each);
  return std::clamp(needed, 1U, scheduling_.grants_per_interval);
}

void GrantSynchronizer::sent(TimePs start, std::uint64_t bytes) {
  if (scheduling_.detects_activity() && bytes > 0) bursts_.push_back({start, bytes});
}

}  // namespace docsis_vp::cm
