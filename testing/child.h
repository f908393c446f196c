// The same program once more, for one test.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::testing {

// What main was given, before GoogleTest takes its options out. Once, first of all.
void remember_arguments(int argc, char** argv);

struct Child {
  std::string test;
  std::vector<std::string> options;  // after those that this program was given
  std::string variable;              // set in its environment
  std::string value;
  bool silent = false;
};

// Waits for it; as waitpid() gives it.
int run_child(const Child& child);

}  // namespace docsis_vp::testing
