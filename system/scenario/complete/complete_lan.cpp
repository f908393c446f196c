#include "system/scenario/complete/complete_lan.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "system/scenario/derive/aggregate_of.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/derive/modem_index.h"

namespace docsis_vp::system {

namespace {

// Its peak rate, or its sustained rate if it has none.
double max_upstream_mbps(const ServiceFlowConfig& flow) {
  return flow.direction == Direction::kUpstream
             ? flow.peak_rate_mbps.value_or(flow.nominal_rate_mbps())
             : 0;
}

// Service flows of an aggregate send no more than it together.
double upstream_mbps_together(const Scenario& scenario, const ModemConfig& modem) {
  double sum = 0;
  std::map<const AggregateConfig*, double> aggregates;
  const auto add = [&](const ServiceFlowConfig& flow) {
    const AggregateConfig* const aggregate = aggregate_of(scenario, flow);
    (aggregate == nullptr ? sum : aggregates[aggregate]) += max_upstream_mbps(flow);
  };
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (is_of(flow, modem)) {
      add(flow);
    }
  }
  std::for_each(modem.provisioned.service_flows.begin(), modem.provisioned.service_flows.end(),
                add);
  for (const auto& [aggregate, mbps] : aggregates) {
    sum += std::min(mbps, aggregate->peak_rate_mbps.value_or(aggregate->amsr_mbps));
  }
  return sum;
}

unsigned nominal_rate_mbps(const Scenario& scenario, const ModemConfig& modem) {
  constexpr unsigned kRates[] = {1000, 2500, 5000};
  constexpr unsigned kMost = 10000;
  const double wanted = upstream_mbps_together(scenario, modem);
  for (const unsigned rate : kRates) {
    if (carried_mbps(rate) >= wanted) {
      return rate;
    }
  }
  return kMost;
}

}  // namespace

double carried_mbps(const std::vector<LanPortConfig>& ports) {
  double sum = 0;
  for (const LanPortConfig& port : ports) {
    sum += port.line == LanLine::kNone ? std::numeric_limits<double>::infinity()
                                       : carried_mbps(*port.rate_mbps);
  }
  return sum;
}

void complete_lan(ModemConfig& modem, const Scenario& scenario) {
  std::vector<LanPortConfig>& ports = modem.lan.ports;
  if (ports.empty()) {
    ports.emplace_back().name = "lan0";
  }
  for (LanPortConfig& port : ports) {
    if (!port.rate_mbps) {
      port.rate_mbps = nominal_rate_mbps(scenario, modem);
    }
  }
}

unsigned lan_port_of(const FlowConfig& flow, const ModemConfig& modem) {
  const std::vector<LanPortConfig>& ports = modem.lan.ports;
  if (!flow.ethernet_port) {
    return 0;
  }
  const auto found = std::find_if(ports.begin(), ports.end(), [&flow](const LanPortConfig& port) {
    return port.name == *flow.ethernet_port;
  });
  if (found == ports.end()) {
    std::vector<std::string_view> names;
    for (const LanPortConfig& port : ports) {
      names.push_back(port.name);
    }
    throw ConfigError("/flows/" + std::to_string(flow.position) + "/ethernet_port",
                      "the modem \"" + modem.name + "\" has no port \"" + *flow.ethernet_port +
                          "\"" + suggestion(*flow.ethernet_port, names));
  }
  return static_cast<unsigned>(found - ports.begin());
}

void check_lan_ports(const Scenario& all) {
  const ModemIndex modems(all);
  for (const FlowConfig& flow : all.flows) {
    lan_port_of(flow, all.modems[modems.of(flow.modem)]);
  }
}

}  // namespace docsis_vp::system
