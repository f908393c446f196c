// Runs the same work several times, each in its own process.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace docsis_vp::app {

struct ProcessEnding {
  int status = 0;     // exit status, or 128 + the signal number
  std::string error;  // message of its exception, in one line
};

// Forks for the numbers 1..count, at most `jobs` at a time. In the child `work` returns the exit
// status or throws; exceptions are caught. The parent calls `ended` after each end. Results are in
// the order of the numbers.
// Returns nothing after a stop signal: it is remembered (stop_signals.h), and the children were
// signalled and awaited. Children also end with this process, for any reason. Throws
// std::runtime_error if no process can be created.
std::optional<std::vector<ProcessEnding>> run_in_processes(
    unsigned count, unsigned jobs, const std::function<int(unsigned number)>& work,
    const std::function<void(unsigned finished)>& ended);

}  // namespace docsis_vp::app
