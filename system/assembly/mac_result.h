// What the MAC layer did, all modems together.
#pragma once

#include <memory>
#include <vector>

#include "models/cmts/cmts.h"
#include "system/assembly/modem_unit.h"
#include "system/results/results.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

MacResult mac_result(const RfConfig& rf, const std::vector<std::unique_ptr<ModemUnit>>& modems,
                     const cmts::Cmts& cmts, TimePs now);

}  // namespace docsis_vp::system
