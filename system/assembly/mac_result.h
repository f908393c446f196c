// What the MAC layer did, all modems together.
#pragma once

#include <memory>
#include <vector>

#include "models/cmts/cmts.h"
#include "system/assembly/channel_meter.h"
#include "system/assembly/modem_unit.h"
#include "system/results/results.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

MacResult mac_result(const Scenario& scenario,
                     const std::vector<std::unique_ptr<ModemUnit>>& modems, const cmts::Cmts& cmts,
                     const ChannelMeter& meter, TimePs now);

// Of an upstream service flow, under its numbers at the modem and at the CMTS.
SchedulingResult scheduling_result(const cm::Modem& modem, unsigned flow, const cmts::Cmts& cmts,
                                   cmts::UpstreamFlow upstream);

}  // namespace docsis_vp::system
