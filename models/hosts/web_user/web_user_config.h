// Declares the configuration of users of the web.
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// Mean and shape of a Pareto distribution; its minimum is mean (shape - 1) / shape.
struct ParetoConfig {
  double mean = 1;   // > 0
  double shape = 2;  // > 1
};

// Defaults are those of Hong, Martin and Westall 2015, sec. 3.1.3, after the ns-2 traffic generator
// of Feldmann et al. 1999. Its units are assumed to be seconds and octets (20 kB = 20 000).
struct WebUserConfig {
  ParetoConfig page_gap_s = {5, 2};           // from the last octet of a page to the next page
  ParetoConfig objects_per_page = {4, 1.2};   // rounded up to an integer
  ParetoConfig object_gap_s = {0.5, 1.5};     // between the requests of two objects
  ParetoConfig object_bytes = {20'000, 1.5};  // TCP payload, rounded up
  std::uint32_t request_bytes = 350;          // GET request, TCP payload, > 0
  // Maximum of each of the four values as a multiple of its mean, > 1. The tails are so heavy that
  // one draw in millions would otherwise fill a run.
  double most = 1e6;
  TimePs start = 0;
  TimePs stop = kNever;  // from this time on nothing is drawn and no failed connection is reopened
  TimePs warmup = 0;     // completions before this time do not count
};

}  // namespace docsis_vp::hosts
