#include "system/scenario/derive/proactive_series.h"

namespace docsis_vp::system {

cmts::GrantSeries proactive_series(const SchedulingConfig& scheduling,
                                   const docsis::ChannelGeometry& channel, TimePs map_interval) {
  cmts::UpstreamFlowConfig flow;
  flow.scheduling = scheduling;
  return cmts::grant_series(flow, channel, map_interval);
}

}  // namespace docsis_vp::system
