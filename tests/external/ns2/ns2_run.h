// Runs TCP/Linux of ns-2 over its DropTail by bottleneck.tcl, and reads its output.
#pragma once

#include <string>

#include "tests/external/ns2/bottleneck_run.h"

namespace docsis_vp::ns2 {

// program: ns. script: bottleneck.tcl. folder: for its files; is made. Throws std::runtime_error.
Run run_ns2(const std::string& program, const std::string& script, const std::string& folder,
            const Case& c);

}  // namespace docsis_vp::ns2
