// A scenario run with several seeds.
#pragma once

#include <string>

#include "system/scenario/load.h"

namespace docsis_vp::app {

// InputError: its seeds exceed what a seed may be, or an input would be written over or removed.
void check_replications(const system::LoadedScenario& loaded, const std::string& directory,
                        unsigned count);

// What check_replications() has let pass. Replication K of 1..count has the scenario's seed + K -
// 1, a process of its own (SystemC elaborates once) and the folder DIRECTORY/rep-K;
// DIRECTORY/summary.json has the means. The files of an earlier run that had more are removed, and
// their folders rep-K if nothing else lies there.
// Returns the exit status. Throws SimulationFailure, InputError: some failed; the summary is that
// of the others.
int run_replications(const system::LoadedScenario& loaded, const std::string& directory,
                     unsigned count, bool quiet);

}  // namespace docsis_vp::app
