#include "system/assembly/traffic/shared_rates.h"

#include "system/scenario/complete/complete_channels.h"

namespace docsis_vp::system {

SharedRates shared_rates(const Scenario& scenario) {
  SharedRates rates;
  rates.of_rate = scenario.stats.fair_shares_of == ShareOf::kRate;
  rates.upstream_mbps = channels_mbps(scenario.rf);
  rates.downstream_mbps = scenario.rf.downstream_mbps;
  for (const ServiceFlowConfig& service_flow : scenario.service_flows) {
    rates.service_flows_mbps.push_back(service_flow.nominal_rate_mbps());
  }
  return rates;
}

}  // namespace docsis_vp::system
