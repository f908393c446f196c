#include "system/scenario/check/check_foresight.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "platform/base/errors.h"
#include "system/scenario/complete/link_rates.h"

namespace docsis_vp::system {

namespace {

// MAPs and the MAC headers of short packets take a part of the channels; with this limit the flow's
// own rate decides [engineering choice].
constexpr double kMostOfChannels = 0.75;

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
  const double most_mbps = kMostOfChannels * link_rates(all.rf, all.modems.front()).downstream_mbps;
  if (flow.max_sustained_rate_mbps == 0 || flow.max_sustained_rate_mbps > most_mbps) {
    return "omniscient needs a constant rate: expected a max_sustained_rate_mbps of at most three "
           "quarters of the modem's downstream channels";
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
