#include "system/scenario/derive/proactive_series.h"

#include <cmath>

namespace docsis_vp::system {

cmts::ProactiveConfig proactive_config(const SchedulingConfig& scheduling) {
  cmts::ProactiveConfig proactive;
  proactive.rate_bps =
      static_cast<std::uint64_t>(std::llround(scheduling.guaranteed_grant_rate_mbps * 1e6));
  proactive.interval_ps = scheduling.guaranteed_grant_interval_us * kPsPerUs;
  proactive.request_interval_ps = scheduling.guaranteed_request_interval_us * kPsPerUs;
  return proactive;
}

cmts::GrantSeries proactive_series(const SchedulingConfig& scheduling,
                                   const docsis::ChannelGeometry& channel, TimePs map_interval) {
  cmts::UpstreamFlowConfig flow;
  flow.scheduling = scheduling.type;
  flow.proactive = proactive_config(scheduling);
  return cmts::grant_series(flow, channel, map_interval);
}

}  // namespace docsis_vp::system
