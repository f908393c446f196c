// Runs docsis-vp-sim as a user does.
#pragma once

#include <string>

namespace docsis_vp::app {

struct Outcome {
  int status = -1;  // exit status; -1: killed
  std::string out;
  std::string err;
};

// arguments: as a shell reads them.
Outcome run_program(const std::string& arguments);

// With its output redirected: Outcome::out is empty.
Outcome run_program_into(const std::string& file, const std::string& arguments);

// Killed when it has taken so much CPU time.
Outcome run_program_within(unsigned cpu_seconds, const std::string& arguments);

}  // namespace docsis_vp::app
