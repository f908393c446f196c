// Measures the downstream service flows.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/cmts/downstream.h"
#include "platform/base/time.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/series/time_series.h"
#include "system/results/results.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

class DownstreamMeter {
 public:
  // scenario: with every modem listed (scenario/instances.h), outlives the meter. modems: complete
  // when begin() is called.
  DownstreamMeter(const Scenario& scenario, cmts::Downstream& downstream,
                  const std::vector<std::unique_ptr<ModemUnit>>& modems);

  // Starts the measurement at the end of the warm-up.
  void begin();

  // Number of packets to modems without a downstream service flow that the CMTS accepted and the
  // plant did not lose. No other result counts them.
  std::uint64_t packets_without_service_flow() const;

  // flow: index among the modem's downstream service flows.
  ServiceFlowResult result(const ServiceFlowConfig& config, unsigned modem, unsigned flow,
                           TimePs now) const;
  const cmts::Downstream::FlowCounters& counters(unsigned modem, unsigned flow) const {
    return downstream_.counters(modem, flow);
  }
  cmts::Downstream& queues() const { return downstream_; }

 private:
  // Returns the bytes sent and not lost on the plant.
  std::uint64_t arrived(unsigned modem, unsigned flow) const;

  ServiceFlowResult::Aggregate part_of(const std::string& name, const AggregateConfig& aggregate,
                                       unsigned modem, unsigned flow) const;

  const Scenario& scenario_;
  cmts::Downstream& downstream_;
  const std::vector<std::unique_ptr<ModemUnit>>& modems_;
  TimePs warmup_;
  std::vector<std::vector<std::uint64_t>> arrived_at_warmup_;  // by modem, by flow
};

// Sample of a downstream service flow's queue for the time series.
QueueSample sample_of(cmts::Downstream& downstream, unsigned modem, unsigned flow);
DrainCounts drain_counts_of(cmts::Downstream& downstream, unsigned modem, unsigned flow);

}  // namespace docsis_vp::system
