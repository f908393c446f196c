// Drives the interrupt line of a user's block, which may announce changes for now or for later.
#pragma once

#include <string>

#include "platform/irq/interrupt_line.h"

namespace docsis_vp::platform {

// Returns a function that passes changes on to `line` at their times. Changes for later times wait
// and take effect in the order of their times, then of the calls. A change for a past time is
// rejected by an error report with the block's name. An empty `line` has no effect. Call it during
// elaboration.
InterruptLine external_line(const std::string& block, InterruptLine line);

}  // namespace docsis_vp::platform
