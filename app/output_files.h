// The files that a run leaves, looked at before it begins.
#pragma once

#include <string>

#include "app/single_run.h"

namespace docsis_vp::app {

// InputError: two of them are one, or one of them is the scenario's own.
void check_output_files(const RunSettings& settings, const std::string& scenario);

}  // namespace docsis_vp::app
