// What several runs of one scenario with different seeds have in common.
#pragma once

#include <string>
#include <vector>

#include "system/json/node.h"

namespace docsis_vp::system {

// summary.json: the shape of results.json, every number replaced by {"mean", "ci95", "n"}, the
// mean over the replications that have it and half the width of its 95 % confidence interval
// (Student's t; null for n = 1). Objects of arrays are matched by name, else by position. Left
// out: what says nothing about the simulated system (times of the host, seed, configuration) and
// series.
struct Replications {
  std::string scenario;
  std::uint64_t first_seed = 1;
  unsigned count = 0;
  std::vector<JsonNode> results;  // of those that did not fail, in order
  std::vector<unsigned> failed;   // numbers, from 1

  std::string json() const;
};

// For the screen, from the text of summary.json.
std::string replication_table(const JsonNode& summary);

}  // namespace docsis_vp::system
