// The same service flow of many modems, taken together.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "system/results/results.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// A service flow of one modem, or of all that one entry of `modems` stands for.
struct FlowFamily {
  std::size_t first = 0;  // of its flows, in the scenario and in the results
  std::string modem;      // its name, or that of the entry
  unsigned modems = 0;
  ServiceFlowResult total;  // amounts and counts added up; delays averaged over modems
  Spread worst_queue_delay_ms;
  Spread worst_request_grant_ms;
  // Of a modem's packets, the largest part that was dropped or lost, and whose.
  double worst_loss_percent = 0;
  std::string worst_modem;
};

// Service flows in order, modem by modem, those of a family with the first of it. Families of no
// more than `most_alone` modems are not taken together.
std::vector<FlowFamily> flow_families(const Results& results, const Scenario& scenario,
                                      unsigned most_alone);

// By modem, the name that it is shown under: that of its entry, if more than `most_alone` are of
// it.
std::map<std::string, std::string> shown_names(const Scenario& scenario, unsigned most_alone);

}  // namespace docsis_vp::system
