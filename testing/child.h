// Runs each test in a child process, and ends the children on stop signals.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace docsis_vp::testing {

// Stores main's arguments; call it before GoogleTest removes its options.
void remember_arguments(int argc, char** argv);

// From now on SIGINT, SIGTERM and SIGHUP end the running child before this process; see
// end_if_stopped().
void catch_stop_signals();
// If a stop signal was caught, prints a line and ends this process by that signal.
void end_if_stopped();

// fork() whose child ends with its parent. In the child (0), signals have their original actions.
pid_t fork_with_parent();

// Returns waitpid()'s status. A child that still runs at the deadline is killed.
using Deadline = std::chrono::steady_clock::time_point;
int wait_for(pid_t child, const std::optional<Deadline>& deadline = {});

// A new process of this program for one test.
struct Child {
  std::string test;
  int seed = 0;                      // value for --gtest_random_seed
  std::vector<std::string> options;  // follow this program's own options
  std::vector<std::pair<std::string, std::string>> environment;
  bool silent = false;
};
int run_child(const Child& child, const std::optional<Deadline>& deadline = {});

// Describes a status: "its process was ended by signal 9 (Killed)", "its process ended with status
// 3".
std::string end_of(int status);

}  // namespace docsis_vp::testing
