// Declares the function by which a block drives an interrupt line.
#pragma once

#include <functional>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Sets the level from time `at` on. `at` is the time of the access that caused the change and may
// be ahead of the kernel's time. Called only at changes. An empty function is an unconnected line.
using InterruptLine = std::function<void(bool level, TimePs at)>;

}  // namespace docsis_vp::platform
