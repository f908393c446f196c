// Collects the results of the MAC layer over all modems.
#pragma once

#include <memory>
#include <vector>

#include "models/cmts/cmts.h"
#include "system/assembly/measure/channel_meter.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/results/results.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

MacResult mac_result(const Scenario& scenario,
                     const std::vector<std::unique_ptr<ModemUnit>>& modems, const cmts::Cmts& cmts,
                     const ChannelMeter& meter, TimePs now);

// flow: index at the modem; upstream: index at the CMTS.
SchedulingResult scheduling_result(const cm::Modem& modem, unsigned flow, const cmts::Cmts& cmts,
                                   cmts::UpstreamFlow upstream);

}  // namespace docsis_vp::system
