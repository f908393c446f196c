#include "system/scenario/complete/link_rates.h"

#include <algorithm>

#include "models/docsis/channel.h"
#include "system/scenario/complete/complete_channels.h"
#include "system/scenario/derive/upstream_channel.h"

namespace docsis_vp::system {

namespace {

using ChannelNames = std::optional<std::vector<std::string>>;

double upstream_mbps(const RfConfig& rf, const ChannelNames& names) {
  std::uint64_t sum_bps = 0;
  for (unsigned i = 0; i < rf.channels.size(); ++i) {
    if (is_listed(names, rf.channels[i].name)) {
      sum_bps += docsis::ChannelGeometry(channel_parameters(rf, i)).rate_bps();
    }
  }
  return static_cast<double>(sum_bps) * 1e-6;
}

double downstream_mbps(const RfConfig& rf, const ChannelNames& names) {
  double sum = 0;
  for (const DownstreamChannelConfig& channel : rf.downstream_channels) {
    sum += is_listed(names, channel.name) ? channel.net_mbps() : 0;
  }
  return sum;
}

}  // namespace

LinkRates link_rates(const RfConfig& rf, const ModemConfig& modem) {
  LinkRates rates = {upstream_mbps(rf, modem.channels),
                     downstream_mbps(rf, modem.downstream_channels)};
  if (rates.upstream_mbps == 0) {
    rates.upstream_mbps = channels_mbps(rf);
  }
  if (rates.downstream_mbps == 0) {
    rates.downstream_mbps = rf.downstream_mbps;
  }
  return rates;
}

}  // namespace docsis_vp::system
