// The files that a run leaves, looked at before it begins.
#pragma once

#include "app/single_run.h"

namespace docsis_vp::app {

// InputError: two of them are one.
void check_output_files(const RunSettings& settings);

}  // namespace docsis_vp::app
