// Adds histograms of several runs.
#pragma once

#include <vector>

#include "system/results/spread.h"

namespace docsis_vp::system {

// Returns the sum of all histograms, exactly: no bin is shared out. An edge remains if it divides
// no bin of any histogram; beyond its ends a histogram holds no values. Histograms of one grid keep
// all their edges. The order of the histograms does not matter; those without values are skipped.
// Each must have ascending edges, and one count less than edges.
Bins merged_bins(const std::vector<Bins>& histograms);

}  // namespace docsis_vp::system
