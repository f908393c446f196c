// Options of a run about the console of a modem's CPU.
#pragma once

#include <boost/program_options.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "system/assembly/console_bench.h"
#include "system/scenario/load.h"

namespace docsis_vp::app {

struct ConsoleOptions {
  std::optional<std::string> console;  // [MODEM=]WHERE
  std::vector<std::string> inputs{};   // [MODEM=]FILE
  std::optional<double> pace{};        // as it was given

  bool given() const { return console || !inputs.empty() || pace; }
};

void add_console_options(boost::program_options::options_description& options,
                         ConsoleOptions& console);

// Nothing if none is wanted. Throws InputError for what does not go together.
std::optional<system::ConsoleSettings> console_settings(const ConsoleOptions& options);

// What type_inputs() reads.
std::vector<std::string> input_files(const ConsoleOptions& options);

// What a file says is typed from time 0 on becomes an event of the scenario, and so a part of what
// results.json repeats. Throws InputError.
void type_inputs(const ConsoleOptions& options, system::LoadedScenario& loaded);

}  // namespace docsis_vp::app
