// Converts durations of applications into the unit of results.
#pragma once

#include <vector>

#include "models/hosts/statistics/sample.h"

namespace docsis_vp::system {

inline std::vector<double> seconds_of(const hosts::TimeSample& sample) {
  std::vector<double> seconds;
  for (const TimePs time : sample.values()) {
    seconds.push_back(to_seconds(time));
  }
  return seconds;
}

}  // namespace docsis_vp::system
