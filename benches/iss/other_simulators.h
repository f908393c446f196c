// Other programs that the bench sets beside ours, where they are installed.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp {

// User CPU seconds of a command, output discarded; negative if it could not be started, failed or
// took more than a minute of CPU.
double cpu_seconds_of(const std::vector<std::string>& command);

// What a command says on both of its streams; empty if it could not be started.
std::string output_of(const std::string& command);

}  // namespace docsis_vp
