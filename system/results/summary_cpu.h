// The control CPUs of a run, for the screen.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "system/results/cpu_result.h"

namespace docsis_vp::system {

// A few lines for each CPU: its load, its worst interrupt, restarts, tasks, misused registers and
// what blocks transferred. Modems that `names` shows by one name, in order, share a line.
std::string cpu_lines(const std::vector<CpuResult>& cpus,
                      const std::map<std::string, std::string>& names);

}  // namespace docsis_vp::system
