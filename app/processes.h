// Runs the same work several times, each in a process of its own.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace docsis_vp::app {

struct Ending {
  int status = 0;     // exit status, or 128 + the signal that ended it
  std::string error;  // what it threw, in one line
};

// Forks for the numbers 1..count, at most `jobs` at a time. In the child `work` returns the exit
// status or throws, which is caught. `ended` is told in the parent whenever one more is over.
// Endings stand in the order of the numbers. Nothing if a signal asked for the end: it is
// remembered (stop_signals.h), the children have been told, and waited for. They end with this
// process as well, however it ends. Throws std::runtime_error: no process to be had.
std::optional<std::vector<Ending>> run_in_processes(
    unsigned count, unsigned jobs, const std::function<int(unsigned number)>& work,
    const std::function<void(unsigned finished)>& ended);

}  // namespace docsis_vp::app
