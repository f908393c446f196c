// Runs a scenario with several seeds.
#pragma once

#include <string>

#include "system/scenario/read/load.h"

namespace docsis_vp::app {

// Throws InputError if a seed would exceed its range, or if an input would be overwritten or
// removed.
void check_replications(const system::LoadedScenario& loaded, const std::string& directory,
                        unsigned count);

// Call check_replications() first. Replication K of 1..count has the scenario's seed + K - 1, its
// own process (SystemC elaborates once) and the folder DIRECTORY/rep-K. DIRECTORY/summary.json has
// the means.
// Removes the files of an earlier run with more replications, and their folders rep-K if nothing
// else lies there.
// Returns the exit status. Throws SimulationFailure or InputError if some failed; the summary
// covers the others.
int run_replications(const system::LoadedScenario& loaded, const std::string& directory,
                     unsigned count, bool quiet);

}  // namespace docsis_vp::app
