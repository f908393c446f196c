// Handles the options of a run for the console of a modem's CPU.
#pragma once

#include <boost/program_options.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "system/assembly/instruments/console_bench.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::app {

struct ConsoleOptions {
  std::optional<std::string> console;  // [MODEM=]WHERE
  std::vector<std::string> inputs{};   // [MODEM=]FILE

  bool given() const { return console || !inputs.empty(); }
};

void add_console_options(boost::program_options::options_description& options,
                         ConsoleOptions& console);

// Returns the settings, or nothing if no console is requested. Throws InputError for contradictory
// options.
std::optional<system::ConsoleSettings> console_settings(const ConsoleOptions& options);

// Files that type_inputs() reads.
std::vector<std::string> input_files(const ConsoleOptions& options);

// Adds the text of each file as a console_input event at time 0. The events are part of the
// configuration in results.json. Throws InputError.
void type_inputs(const ConsoleOptions& options, system::LoadedScenario& loaded);

}  // namespace docsis_vp::app
