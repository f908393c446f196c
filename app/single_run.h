// Runs a scenario in this process and writes its files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "system/assembly/instruments/console_bench.h"
#include "system/assembly/instruments/cpu_recordings.h"
#include "system/assembly/instruments/gdb_bench.h"
#include "system/results/results.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::app {

// A file into which the CPU of a modem records.
struct CpuRecording {
  std::string option;  // as typed: "--trace"
  std::string modem;   // empty: the first modem with a CPU
  std::string file;
};

struct RunSettings {
  std::string directory;      // for results.json and timeseries.csv
  bool bar = false;           // draws progress on a terminal
  bool console = true;        // shows the firmware's output
  std::string capture;        // capture file; empty: none
  std::string waves = {};     // waveform file; empty: none
  std::string report = {};    // report page; empty: none
  std::string packets = {};   // packet log; empty: none
  std::string timeline = {};  // Perfetto trace; empty: none
  std::string flent = {};     // data file of Flent; empty: none
  std::vector<std::string> packet_filters = {};
  std::vector<std::string> wave_patterns = {};  // empty: all signals
  bool watch_faults = false;                    // results describe a firmware failure
  bool check_tlm = false;                       // checks the base protocol on the buses
  std::vector<CpuRecording> recordings = {};    // --commit-log, --trace, --callgrind, --coverage
  system::TraceOptions trace = {};
  bool profile = false;  // summarizes the cycles by function
  // Sockets of the CPU's bus, and files for their transactions.
  std::vector<std::pair<std::string, std::string>> transaction_logs = {};
  std::optional<system::GdbSettings> gdb = {};
  std::optional<system::ConsoleSettings> user = {};  // at a CPU's console
  // Highest number of simulated seconds per second; 0: no limit. Without a value it is 1 if a user
  // can type at the console, else 0.
  std::optional<double> pace = {};
  std::optional<std::uint16_t> live_port = {};  // of the live page; 0: any that is free
};

// Output of a run beside its files.
struct RunExtras {
  std::string flat_profile;        // if requested
  std::string profile_json;        // the same for a page; otherwise empty
  std::size_t tlm_violations = 0;  // kinds that --check-tlm found
};

// Runs the scenario and writes its files, also after a failure of the simulated system; the results
// then have an error. Returns nothing if a signal or a debugger ended the run. Throws InputError.
// Prints each violation of the base protocol as a line on standard error.
std::optional<system::Results> run_once(const system::LoadedScenario& loaded,
                                        const RunSettings& settings, RunExtras* extras = nullptr);

// Names of a run's files, as run_once() writes them.
std::string results_path(const std::string& directory);
std::string series_path(const std::string& directory);

}  // namespace docsis_vp::app
