// Runs other installed simulators for comparison.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp {

// Returns the user CPU seconds of a command without its output. Negative if it could not start,
// failed, or took more than a minute of CPU.
double cpu_seconds_of(const std::vector<std::string>& command);

// Returns the output of a command on both streams; empty if it could not start.
std::string output_of(const std::string& command);

}  // namespace docsis_vp
