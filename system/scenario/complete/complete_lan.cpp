#include "system/scenario/complete/complete_lan.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/hosts/wifi/ofdm_rates.h"
#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "system/scenario/derive/aggregate_of.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/derive/modem_index.h"

namespace docsis_vp::system {

namespace {

// Returns the rate of frames of 1518 bytes of one station, at the highest rate that any may have:
// DIFS, 7.5 slots of backoff, frame, SIFS, acknowledgment.
double wifi_mbps(const WifiKeys& wifi) {
  constexpr std::uint32_t kBytes = 1518;
  unsigned highest = wifi.rate_mbps.value_or(hosts::kOfdmRates.back().mbps);
  for (const WifiStationKeys& station : wifi.stations) {
    highest = std::max(highest, station.rate_mbps.value_or(highest));
  }
  const std::size_t rate = hosts::ofdm_rate_index(highest);
  const TimePs exchange = hosts::kWifiDifs + hosts::kWifiCwMin * hosts::kWifiSlot / 2 +
                          hosts::ofdm_frame_time(rate, kBytes + hosts::kWifiOverEthernetBytes) +
                          hosts::kWifiSifs + hosts::ofdm_ack_time(rate);
  return kBytes * 8 / (static_cast<double>(exchange) / static_cast<double>(kPsPerUs));
}

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

void check_snr_steps(const WifiStationKeys& station, const std::string& pointer) {
  double before = 0;
  for (std::size_t i = 0; i < station.snr_steps.size(); ++i) {
    if (station.snr_steps[i].at_s <= before) {
      throw ConfigError(pointer + "/snr_steps/" + std::to_string(i) + "/at_s",
                        i == 0 ? "must be positive: snr_db holds from the beginning"
                               : "must be later than that of the step before");
    }
    before = station.snr_steps[i].at_s;
  }
}

void complete_wifi(WifiKeys& wifi, const std::string& pointer) {
  constexpr unsigned kHighestRateMbps = 54;
  if (wifi.rate_control == WifiRateControl::kFixed && !wifi.rate_mbps) {
    wifi.rate_mbps = kHighestRateMbps;
  }
  for (std::size_t i = 0; i < wifi.stations.size(); ++i) {
    WifiStationKeys& station = wifi.stations[i];
    const std::string own = pointer + "/stations/" + std::to_string(i);
    check_snr_steps(station, own);
    station.snr_db = station.snr_db.value_or(wifi.snr_db);
    if (!station.rate_mbps) {
      station.rate_mbps = wifi.rate_mbps;
    }
  }
}

void check_station(const FlowConfig& flow, const LanPortConfig& port) {
  const std::string of_flow = "/flows/" + std::to_string(flow.position);
  if (!flow.wifi_station) {
    if (port.wifi &&
        std::any_of(port.wifi->stations.begin(), port.wifi->stations.end(),
                    [&](const WifiStationKeys& each) { return each.name == flow.name; })) {
      throw ConfigError(of_flow + "/name", "is also a station of the port \"" + port.name +
                                               "\": name that in wifi_station, or rename one");
    }
    return;
  }
  const std::string pointer = of_flow + "/wifi_station";
  if (!port.wifi) {
    throw ConfigError(pointer, "the port \"" + port.name + "\" of the flow has no wifi");
  }
  std::vector<std::string_view> names;
  for (const WifiStationKeys& station : port.wifi->stations) {
    if (station.name == *flow.wifi_station) {
      return;
    }
    names.push_back(station.name);
  }
  throw ConfigError(pointer, "the port \"" + port.name + "\" has no station \"" +
                                 *flow.wifi_station + "\"" + suggestion(*flow.wifi_station, names));
}

}  // namespace

double carried_mbps(const std::vector<LanPortConfig>& ports) {
  double sum = 0;
  for (const LanPortConfig& port : ports) {
    if (port.wifi) {
      sum += wifi_mbps(*port.wifi);
    } else {
      sum += port.line == LanLine::kNone ? std::numeric_limits<double>::infinity()
                                         : carried_mbps(*port.rate_mbps);
    }
  }
  return sum;
}

void complete_lan(ModemConfig& modem, const Scenario& scenario, const std::string& pointer) {
  std::vector<LanPortConfig>& ports = modem.lan.ports;
  if (ports.empty()) {
    ports.emplace_back().name = "lan0";
  }
  for (std::size_t i = 0; i < ports.size(); ++i) {
    LanPortConfig& port = ports[i];
    if (!port.rate_mbps) {
      port.rate_mbps = nominal_rate_mbps(scenario, modem);
    }
    if (port.wifi) {
      const std::string own = pointer + "/lan/ports/" + std::to_string(i);
      if (port.line != LanLine::kEthernet) {
        throw ConfigError(own + "/line", "a port with wifi has no other line");
      }
      complete_wifi(*port.wifi, own + "/wifi");
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
    const ModemConfig& modem = all.modems[modems.of(flow.modem)];
    check_station(flow, modem.lan.ports[lan_port_of(flow, modem)]);
  }
}

}  // namespace docsis_vp::system
