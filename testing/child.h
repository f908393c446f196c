// Processes that run one test each, and what happens to them when this one is told to end.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace docsis_vp::testing {

// Keeps what main was given; call it before GoogleTest takes its options out.
void remember_arguments(int argc, char** argv);

// From now on SIGINT, SIGTERM and SIGHUP end the running child first; see end_if_told_to().
void catch_stop_signals();
// Ends this process by the signal that told it to end, if one did, with a line.
void end_if_told_to();

// A fork() that ends with its parent. In the child, 0: signals act as if none had been caught.
pid_t fork_with_parent();

// As waitpid() gives it. A child that still runs at the deadline is killed.
using Deadline = std::chrono::steady_clock::time_point;
int wait_for(pid_t child, const std::optional<Deadline>& deadline = {});

// The same program once more, for one test.
struct Child {
  std::string test;
  int seed = 0;                      // as --gtest_random_seed takes it
  std::vector<std::string> options;  // after those that this program was given
  std::vector<std::pair<std::string, std::string>> environment;
  bool silent = false;
};
int run_child(const Child& child, const std::optional<Deadline>& deadline = {});

// "its process was ended by signal 9 (Killed)", "its process ended with status 3".
std::string end_of(int status);

}  // namespace docsis_vp::testing
