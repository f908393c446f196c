// Runs the model's TCP with preset ns2-linux-cubic over the same queue.
#pragma once

#include "tests/external/ns2/bottleneck_run.h"

namespace docsis_vp::ns2 {

Run run_model(const Case& c);

}  // namespace docsis_vp::ns2
