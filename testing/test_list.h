// The tests that a command line and the environment select.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace docsis_vp::testing {

struct Selection {
  // False: GoogleTest runs nothing, as it shows its help.
  bool runs = false;
  int seed = 0;                       // of this iteration, as --gtest_random_seed takes it
  std::vector<std::string> tests;     // of this shard, in the order of the run
  std::vector<std::string> disabled;  // of this shard, left out
};

// Asks GoogleTest, after it was initialised. A seed of 0 lets GoogleTest choose. The order of a
// shuffled run hangs on the seed alone, but is not the one that GoogleTest gives the suites.
Selection select_tests(int seed);

// The seed of the next iteration; GoogleTest's are 1 to 99999.
int next_seed(int seed);

// The lines that select_tests() gets from its child: "seed 7", "run Suite.Test",
// "disabled Suite.Test".
Selection parse_selection(std::string_view lines);

}  // namespace docsis_vp::testing
