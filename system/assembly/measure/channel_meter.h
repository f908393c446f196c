// Measures the utilization of the channels.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/cmts.h"
#include "platform/base/time.h"
#include "system/scenario/fields/rf.h"

namespace docsis_vp::system {

// Counts from the call of begin() at the end of the warm-up.
class ChannelMeter {
 public:
  // If channels are not bonded, the channel of rf.downstream_mbps has the name "ds0".
  ChannelMeter(const RfConfig& rf, const cmts::Cmts& cmts);

  void begin(TimePs now);

  const std::vector<DownstreamChannelConfig>& downstream_channels() const { return downstream_; }
  // Utilization from begin() to now. Upstream: share of minislots in grants with a received burst.
  // Downstream: share of time taken by octets of MAC frames.
  double upstream(unsigned channel, TimePs now) const;
  double downstream(unsigned channel, TimePs now) const;

 private:
  const cmts::Cmts& cmts_;
  std::vector<DownstreamChannelConfig> downstream_;
  TimePs begun_ = 0;
  std::vector<std::uint64_t> minislots_;  // by upstream channel: count at begin()
  std::vector<std::uint64_t> octets_;     // by downstream channel: count at begin()
};

}  // namespace docsis_vp::system
