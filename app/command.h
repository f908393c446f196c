// The commands of docsis-vp-sim.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::app {

using Arguments = std::vector<std::string>;

// Exit statuses other than a bare program's own.
constexpr int kDone = 0;
constexpr int kBadInput = 2;
constexpr int kSimulationFailed = 3;
constexpr int kInterrupted = 130;  // a debugger killed the run; for signals see stop_signals.h

// Each takes what follows its name and returns the exit status. InputError: bad usage or input;
// SimulationFailure: the simulated system failed.
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

// Ends with one whose name is null.
extern const Command kCommands[];

}  // namespace docsis_vp::app
