// Selects tests by the command line and the environment.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace docsis_vp::testing {

struct Selection {
  // false: GoogleTest shows its help and runs nothing
  bool runs = false;
  int seed = 0;                       // seed of this iteration, for --gtest_random_seed
  std::vector<std::string> tests;     // of this shard, in run order
  std::vector<std::string> disabled;  // of this shard, excluded
};

// Queries GoogleTest after its initialisation. With seed 0 GoogleTest chooses. The order of a
// shuffled run depends on the seed alone, but differs from GoogleTest's order of suites.
Selection select_tests(int seed);

// Returns the seed of the next iteration; GoogleTest's range is 1 to 99999.
int next_seed(int seed);

// Parses the lines that select_tests() gets from its child: "seed 7", "run Suite.Test", "disabled
// Suite.Test".
Selection parse_selection(std::string_view lines);

}  // namespace docsis_vp::testing
