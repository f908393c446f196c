// How much of the channels was used.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/cmts.h"
#include "platform/base/time.h"
#include "system/scenario/fields/rf.h"

namespace docsis_vp::system {

// From begin() on, at the end of the warm-up.
class ChannelMeter {
 public:
  // The plain one of rf.downstream_mbps, if there are no others, is the channel "ds0".
  ChannelMeter(const RfConfig& rf, const cmts::Cmts& cmts);

  void begin(TimePs now);

  const std::vector<DownstreamChannelConfig>& downstream_channels() const { return downstream_; }
  // Shares of the time from begin() to now: of upstream minislots, those of grants in which a burst
  // was heard; downstream, what the octets of MAC frames take.
  double upstream(unsigned channel, TimePs now) const;
  double downstream(unsigned channel, TimePs now) const;

 private:
  const cmts::Cmts& cmts_;
  std::vector<DownstreamChannelConfig> downstream_;
  TimePs begun_ = 0;
  std::vector<std::uint64_t> minislots_;  // by upstream channel, when it begins
  std::vector<std::uint64_t> octets_;     // by downstream channel, likewise
};

}  // namespace docsis_vp::system
