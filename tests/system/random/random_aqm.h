// Queue management of a random scenario.
#pragma once

#include "tests/system/random/draw.h"

namespace docsis_vp::system {

enum class QueueAt {
  kGates,              // the modem's AQM engine
  kFirmware,           // the same, its law on the control CPU
  kFirmwareWithDrops,  // its verdicts too
  kCmts,
};

// `aqm`: any algorithm or manager of the registries that can run there, with a target and some
// options that need not be the usual ones. periodic: of laws that have a part for firmware alone.
Object random_aqm(QueueAt place, Draw& draw, bool periodic = false);

}  // namespace docsis_vp::system
