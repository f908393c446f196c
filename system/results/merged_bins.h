// Adds histograms of several runs.
#pragma once

#include <vector>

#include "system/results/spread.h"

namespace docsis_vp::system {

// Returns the exact sum of all histograms: no bin is divided. An edge remains if it divides no bin
// of any histogram; outside its edges a histogram has no values. Histograms with the same edges
// keep all of them. The order of the histograms does not matter; histograms without values are
// skipped. Each must have ascending edges, and one count less than edges.
Bins merged_bins(const std::vector<Bins>& histograms);

}  // namespace docsis_vp::system
