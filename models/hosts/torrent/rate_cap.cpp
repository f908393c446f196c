#include "models/hosts/torrent/rate_cap.h"

namespace docsis_vp::hosts {

void RateCap::take(std::uint64_t octets, TimePs now) {
  if (used_until_ < now) {
    used_until_ = now;
    remainder_ = 0;
  }
  __extension__ using Wide = unsigned __int128;
  const Wide scaled = Wide{octets} * 8 * static_cast<std::uint64_t>(kPsPerSecond) + remainder_;
  used_until_ += static_cast<TimePs>(scaled / rate_bps_);
  remainder_ = static_cast<std::uint64_t>(scaled % rate_bps_);
}

}  // namespace docsis_vp::hosts
