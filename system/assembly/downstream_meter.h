// What the downstream service flows got.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/cmts/downstream.h"
#include "platform/base/time.h"
#include "system/assembly/modem_unit.h"
#include "system/assembly/time_series.h"
#include "system/results/results.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

class DownstreamMeter {
 public:
  // scenario: modem by modem (scenario/instances.h). modems: filled when begin() is called.
  DownstreamMeter(const Scenario& scenario, cmts::Downstream& downstream,
                  const std::vector<std::unique_ptr<ModemUnit>>& modems);

  // At the end of the warm-up.
  void begin();

  // Packets to modems without a downstream service flow, which no result shows, that the CMTS took
  // and the plant did not lose.
  std::uint64_t packets_without_service_flow() const;

  // flow: its number among the modem's downstream service flows.
  ServiceFlowResult result(const ServiceFlowConfig& config, unsigned modem, unsigned flow,
                           TimePs now) const;
  const cmts::Downstream::FlowCounters& counters(unsigned modem, unsigned flow) const {
    return downstream_.counters(modem, flow);
  }

 private:
  // Bytes sent that were not lost on their way.
  std::uint64_t arrived(unsigned modem, unsigned flow) const;

  cmts::Downstream& downstream_;
  const std::vector<std::unique_ptr<ModemUnit>>& modems_;
  TimePs warmup_;
  std::vector<std::vector<std::uint64_t>> arrived_at_warmup_;  // by modem, by flow
};

// What a time series shows of a downstream service flow's queue.
QueueSample sample_of(cmts::Downstream& downstream, unsigned modem, unsigned flow);

}  // namespace docsis_vp::system
