// The runs that a report draws, as they lie in folders.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::app {

// Runs of one scenario that differ in their seed alone, or a single run.
struct ReportGroup {
  std::string name;                  // told from the others by it
  std::vector<std::string> folders;  // of results.json, and of timeseries.csv if it was kept
};

// A page of more would have no colours and no order.
constexpr std::size_t kMostGroups = 32;

// Looks for a run, for replications rep-1, rep-2, ..., or for a sweep (runs.csv), each point of
// which is a group. InputError: the folder has none of these, a sweep without any finished run, or
// one of more than kMostGroups points.
std::vector<ReportGroup> groups_in(const std::string& folder);

}  // namespace docsis_vp::app
