// Declares the commands of docsis-vp-sim.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::app {

using Arguments = std::vector<std::string>;

// Exit statuses of all commands. A bare program has its own in addition.
constexpr int kDone = 0;
constexpr int kNotMet = 1;  // a check that was asked for has found something
constexpr int kBadInput = 2;
constexpr int kSimulationFailed = 3;
constexpr int kInterrupted = 130;  // a debugger killed the run; for signals see stop_signals.h

// Each command takes the arguments after its name and returns the exit status. Throws InputError
// for bad usage or input, and SimulationFailure if the simulated system failed.
int aqm_command(const Arguments& arguments);
int area_command(const Arguments& arguments);
int check_command(const Arguments& arguments);
int config_command(const Arguments& arguments);
int iss_command(const Arguments& arguments);
int report_command(const Arguments& arguments);
int run_command(const Arguments& arguments);

struct Command {
  const char* name;
  const char* summary;
  int (*run)(const Arguments&);
};

// The last entry has a null name.
extern const Command kCommands[];

}  // namespace docsis_vp::app
