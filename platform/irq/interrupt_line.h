// How a block raises one interrupt, wherever it leads.
#pragma once

#include <functional>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Level from `at` on, which may lie ahead of the kernel's time: the instant of the access that
// changed it. Called at changes only. An empty one leads nowhere.
using InterruptLine = std::function<void(bool level, TimePs at)>;

}  // namespace docsis_vp::platform
