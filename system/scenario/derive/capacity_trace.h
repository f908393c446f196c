// Reads a file of the upstream capacity that other traffic leaves over time.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::system {

struct CapacityStep {
  double time_s = 0;
  double rate_mbps = 0;
};

// One step per line, a time in s and a rate in Mbit/s, in order of time; # begins a comment. Throws
// InputError with path, line and expectation.
std::vector<CapacityStep> read_capacity_trace(const std::string& path);

}  // namespace docsis_vp::system
