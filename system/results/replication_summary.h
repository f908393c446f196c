// Summarizes several runs of one scenario with different seeds.
#pragma once

#include <string>
#include <vector>

#include "system/json/node.h"

namespace docsis_vp::system {

// summary.json has the shape of results.json, with every number replaced by {"mean", "ci95", "n"}.
// mean: over the n replications that have the value. ci95: half the width of its 95 % confidence
// interval (Student's t); null for n = 1. Array elements are matched by name, else by position.
// Host times, seed, configuration and series are left out.
struct Replications {
  std::string scenario;
  std::uint64_t first_seed = 1;
  unsigned count = 0;
  std::vector<JsonNode> results;  // of successful runs, in order
  std::vector<unsigned> failed;   // run numbers, from 1

  std::string json() const;
};

// Table for the terminal, from the text of summary.json.
std::string replication_table(const JsonNode& summary);

}  // namespace docsis_vp::system
