// Combines the results of one service flow over many modems with the same configuration.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "system/results/results.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// A service flow of one modem, or of all modems of one entry of `modems`.
struct FlowFamily {
  std::size_t first = 0;  // index of its first flow, in scenario and results
  std::string modem;      // name of the modem, or of the entry
  unsigned modems = 0;
  ServiceFlowResult total;  // amounts and counts added up; delays averaged over modems
  Spread worst_queue_delay_ms;
  Spread worst_request_grant_ms;
  // Largest share of a modem's packets that was dropped or lost, and the name of that modem.
  double worst_loss_percent = 0;
  std::string worst_modem;
};

// Returns families in the order of their first flow. Entries of at most `most_alone` modems are not
// combined.
std::vector<FlowFamily> flow_families(const Results& results, const Scenario& scenario,
                                      unsigned most_alone);

// Returns, by modem, its name in tables: the entry's name if the entry has more than `most_alone`
// modems.
std::map<std::string, std::string> shown_names(const Scenario& scenario, unsigned most_alone);

}  // namespace docsis_vp::system
