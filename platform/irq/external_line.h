// The interrupt line of a block of somebody else's, which may name any present or later time.
#pragma once

#include <string>

#include "platform/irq/interrupt_line.h"

namespace docsis_vp::platform {

// Returns a line that passes changes on to `line` when their time has come: changes for a later
// time wait, and take effect in the order of their times, those of equal times in the order of
// calls. A change for a time that is past is refused: an error report that names the block. An
// empty `line` leads nowhere. To be made during elaboration.
InterruptLine external_line(const std::string& block, InterruptLine line);

}  // namespace docsis_vp::platform
