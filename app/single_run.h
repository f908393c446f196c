// One run of a scenario in this process, and the files it leaves.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "system/assembly/console_bench.h"
#include "system/assembly/cpu_recordings.h"
#include "system/assembly/gdb_bench.h"
#include "system/results/results.h"
#include "system/scenario/load.h"

namespace docsis_vp::app {

// A file that the CPU of a modem fills as it runs.
struct CpuRecording {
  std::string option;  // as it was called: "--trace"
  std::string modem;   // empty: the first with a CPU
  std::string file;
};

struct RunSettings {
  std::string directory;                        // of results.json and timeseries.csv
  bool bar = false;                             // draws progress on a terminal
  bool console = true;                          // shows what firmware says
  std::string capture;                          // file of the capture; none if empty
  std::string waves = {};                       // file of the waves; none if empty
  std::string report = {};                      // page of the results; none if empty
  std::vector<std::string> wave_patterns = {};  // none: all signals
  bool watch_faults = false;                    // results say how firmware failed
  std::vector<CpuRecording> recordings = {};    // --commit-log, --trace, --callgrind, --coverage
  system::TraceWishes trace = {};
  bool profile = false;  // summary of where the cycles went
  // Sockets of the CPU's bus, and files for what reaches them.
  std::vector<std::pair<std::string, std::string>> transaction_logs = {};
  std::optional<system::GdbSettings> gdb = {};
  std::optional<system::ConsoleSettings> user = {};  // at a CPU's console
};

// Leaves the files of a run whose simulated system failed, too; the results then have an error.
// Nothing if a signal asked for its end or it was killed by a debugger. Throws InputError.
// flat_profile: set to the table, if it is wanted.
std::optional<system::Results> run_once(const system::LoadedScenario& loaded,
                                        const RunSettings& settings,
                                        std::string* flat_profile = nullptr);

// The files of a run, as run_once() calls them.
std::string results_path(const std::string& directory);
std::string series_path(const std::string& directory);

}  // namespace docsis_vp::app
