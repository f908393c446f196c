// What the downstream service flows got.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/downstream.h"
#include "platform/base/time.h"
#include "system/results/results.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

class DownstreamMeter {
 public:
  // scenario: modem by modem (scenario/instances.h).
  DownstreamMeter(const Scenario& scenario, const cmts::Downstream& downstream);

  // At the end of the warm-up.
  void begin();

  // flow: its number among the modem's downstream service flows.
  ServiceFlowResult result(const ServiceFlowConfig& config, unsigned modem, unsigned flow,
                           TimePs now) const;
  const cmts::Downstream::FlowCounters& counters(unsigned modem, unsigned flow) const {
    return downstream_.counters(modem, flow);
  }

 private:
  const cmts::Downstream& downstream_;
  TimePs warmup_;
  std::vector<std::vector<std::uint64_t>> sent_at_warmup_;  // bytes, by modem, by flow
};

}  // namespace docsis_vp::system
