// Finds the runs that a report draws, in the layout of their folders.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::app {

// Runs of one scenario that differ in their seed only, or a single run.
struct ReportGroup {
  std::string name;                  // distinct among the groups
  std::vector<std::string> folders;  // with results.json, and timeseries.csv if kept
};

// A page with more groups would run out of colours.
constexpr std::size_t kMostGroups = 32;

// Returns one group for a run or for replications rep-1, rep-2, ..., and one group per point of a
// sweep (runs.csv). Throws InputError if the folder has none of these, for a sweep without a
// finished run, and for more than kMostGroups points.
std::vector<ReportGroup> groups_in(const std::string& folder);

}  // namespace docsis_vp::app
