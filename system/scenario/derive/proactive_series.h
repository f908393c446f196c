// Derives the series of proactive grants from the keys of a service flow.
#pragma once

#include "models/cmts/grant_series.h"
#include "system/scenario/fields/scheduling.h"

namespace docsis_vp::system {

// Returns the flow's grants on the channel, at the guaranteed interval. The result's interval is 0
// if the channel's minislots or frames are longer; its bytes are 0 if no rate is guaranteed.
cmts::GrantSeries proactive_series(const SchedulingConfig& scheduling,
                                   const docsis::ChannelGeometry& channel, TimePs map_interval);

}  // namespace docsis_vp::system
