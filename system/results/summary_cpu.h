// Formats the control CPUs of a run for the terminal.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "system/results/cpu_result.h"

namespace docsis_vp::system {

// Returns a few lines per CPU: load, worst interrupt, restarts, tasks, misused registers and
// transfers of blocks. Consecutive modems with the same name in `names` share a line.
std::string cpu_lines(const std::vector<CpuResult>& cpus,
                      const std::map<std::string, std::string>& names);

}  // namespace docsis_vp::system
