#include "system/scenario/check/check_foresight.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "platform/base/errors.h"

namespace docsis_vp::system {

namespace {

bool foresees(const AqmConfig& aqm) {
  const auto predictor = aqm.options.find("predictor");
  return predictor != aqm.options.end() && predictor->second.choice == "omniscient";
}

// Nothing but the flow's own rates may decide when a packet leaves.
const char* obstacle(const Scenario& all, const ServiceFlowConfig& flow) {
  const auto downstream = std::count_if(
      all.service_flows.begin(), all.service_flows.end(),
      [](const ServiceFlowConfig& other) { return other.direction == Direction::kDownstream; });
  if (all.modems.size() != 1 || downstream != 1) {
    return "omniscient needs the channel for itself: expected one modem with one downstream "
           "service flow";
  }
  if (flow.max_sustained_rate_mbps == 0 || flow.max_sustained_rate_mbps >= all.rf.downstream_mbps) {
    return "omniscient needs a constant rate: expected a max_sustained_rate_mbps below "
           "rf.downstream_mbps";
  }
  return nullptr;
}

}  // namespace

void check_foresight(const Scenario& written, const Scenario& all) {
  if (written.rf.downstream_queue && foresees(written.rf.downstream_queue->aqm)) {
    throw ConfigError("/rf/downstream_queue/aqm/predictor",
                      "omniscient needs a constant rate, which the queue of all modems has not");
  }
  for (std::size_t i = 0; i < written.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = written.service_flows[i];
    const char* why = foresees(flow.aqm) ? obstacle(all, flow) : nullptr;
    if (why != nullptr) {
      throw ConfigError("/service_flows/" + std::to_string(i) + "/aqm/predictor", why);
    }
  }
}

}  // namespace docsis_vp::system
