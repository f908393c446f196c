#include "system/assembly/measure/channel_meter.h"

namespace docsis_vp::system {

namespace {

std::vector<DownstreamChannelConfig> downstream_channels_of(const RfConfig& rf) {
  if (!rf.downstream_channels.empty()) {
    return rf.downstream_channels;
  }
  DownstreamChannelConfig only;
  only.name = "ds0";
  only.rate_mbps = rf.downstream_mbps;
  return {only};
}

}  // namespace

ChannelMeter::ChannelMeter(const RfConfig& rf, const cmts::Cmts& cmts)
    : cmts_(cmts),
      downstream_(downstream_channels_of(rf)),
      minislots_(rf.channels.size()),
      octets_(downstream_.size()) {}

void ChannelMeter::begin(TimePs now) {
  begun_ = now;
  for (unsigned i = 0; i < minislots_.size(); ++i) {
    minislots_[i] = cmts_.scheduler().counters(i).used_minislots;
  }
  for (unsigned i = 0; i < octets_.size(); ++i) {
    octets_[i] = cmts_.downstream().channel_counters(i).octets;
  }
}

double ChannelMeter::upstream(unsigned channel, TimePs now) const {
  const std::uint64_t all = cmts_.scheduler().geometry(channel).at(now - begun_);
  const std::uint64_t used =
      cmts_.scheduler().counters(channel).used_minislots - minislots_[channel];
  return all == 0 ? 0 : static_cast<double>(used) / static_cast<double>(all);
}

double ChannelMeter::downstream(unsigned channel, TimePs now) const {
  const double could = downstream_[channel].net_mbps() * 1e6 / 8 * to_seconds(now - begun_);
  const std::uint64_t octets =
      cmts_.downstream().channel_counters(channel).octets - octets_[channel];
  return could == 0 ? 0 : static_cast<double>(octets) / could;
}

}  // namespace docsis_vp::system
