// Writes the throughput and round trips of TCP flows as a data file of Flent, for flent-gui.
#pragma once

#include <string>
#include <vector>

#include "system/results/results.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::app {

// Returns the names of the traffic kinds whose flows the file holds.
std::string stream_kinds();

// Returns the names of flows that the file leaves out, because no test of Flent has their kind.
// Throws InputError if it would leave out all.
std::vector<std::string> flows_without_flent_test(const system::Scenario& scenario);

// Writes version 4 of the format (flent/resultset.py of Flent 2.1.1). The test is tcp_nup,
// tcp_ndown, or rrul_be_nflows with flows of both directions. Throughputs are in Mbit/s, each at
// the end of its stats.goodput_interval_s; "tcp_rtt" in ms. Time 0 is 2000-01-01.
// series_csv: timeseries.csv of the run. The file is compressed if its name ends in .gz. Throws
// InputError if it cannot be written.
void write_flent(const system::Results& results, const std::string& series_csv,
                 const std::string& path);

}  // namespace docsis_vp::app
