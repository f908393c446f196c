// Measures a LAN port of a modem.
#pragma once

#include "platform/base/time.h"
#include "system/assembly/traffic/lan.h"
#include "system/results/results.h"
#include "system/scenario/fields/modem.h"

namespace docsis_vp::system {

LanPortResult lan_result(const Lan& lan, const ModemConfig& modem, unsigned port, TimePs warmup);

}  // namespace docsis_vp::system
