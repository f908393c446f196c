// Declares the function by which a block drives one interrupt line, wherever it leads.
#pragma once

#include <functional>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Sets the level from time `at` on. `at` is the instant of the access that caused the change and
// may lie ahead of the kernel's time. Called at changes only. An empty function is an unconnected
// line.
using InterruptLine = std::function<void(bool level, TimePs at)>;

}  // namespace docsis_vp::platform
