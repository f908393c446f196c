#include "models/cmts/channel_share.h"

#include <algorithm>
#include <boost/container/static_vector.hpp>

#include "models/cmts/config.h"

namespace docsis_vp::cmts {

namespace {

struct Share {
  std::size_t channel = 0;
  double free_s = 0;  // the channel has then carried its fixed load
  double bytes_per_s = 0;
  double bytes = 0;
};

using Shares = boost::container::static_vector<Share, kMaxUpstreamChannels>;

// All channels end when the bytes are carried. A channel that is not free by then gets a negative
// share.
void end_together(Shares& shares, double bytes) {
  double rate = 0;
  double carried = 0;  // until time 0, if all had been free before
  for (const Share& share : shares) {
    rate += share.bytes_per_s;
    carried += share.bytes_per_s * share.free_s;
  }
  const double end_s = (bytes + carried) / rate;
  for (Share& share : shares) {
    share.bytes = share.bytes_per_s * (end_s - share.free_s);
  }
}

}  // namespace

std::uint64_t share_that_ends_first(const std::vector<AnsweringChannel>& channels, std::size_t own,
                                    std::uint64_t bytes, std::uint64_t least) {
  const TimePs origin = channels[own].begin;
  Shares shares;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const double bytes_per_s = static_cast<double>(channels[i].rate_bps) / 8;
    shares.push_back({i,
                      to_seconds(channels[i].begin - origin) +
                          static_cast<double>(channels[i].taken_bytes) / bytes_per_s,
                      bytes_per_s, 0});
  }
  const auto by_bytes = [](const Share& a, const Share& b) { return a.bytes < b.bytes; };
  while (shares.size() > 1) {
    end_together(shares, static_cast<double>(bytes));
    const auto smallest = std::min_element(shares.begin(), shares.end(), by_bytes);
    if (smallest->bytes >= static_cast<double>(least)) {
      break;
    }
    shares.erase(smallest);
  }
  const auto found = std::find_if(shares.begin(), shares.end(),
                                  [own](const Share& share) { return share.channel == own; });
  if (found == shares.end()) {
    return 0;
  }
  return shares.size() == 1 ? bytes : std::min(bytes, static_cast<std::uint64_t>(found->bytes) + 1);
}

}  // namespace docsis_vp::cmts
