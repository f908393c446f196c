#include "system/assembly/traffic/lan.h"

#include <algorithm>
#include <utility>

#include "models/hosts/wifi/ofdm_rates.h"
#include "system/assembly/configure/units.h"

namespace docsis_vp::system {

namespace {

std::optional<std::size_t> fixed_rate(const std::optional<unsigned>& mbps) {
  return mbps ? std::optional<std::size_t>(hosts::ofdm_rate_index(*mbps)) : std::nullopt;
}

hosts::WifiStationConfig station_config(const WifiKeys& wifi, const std::string& name) {
  hosts::WifiStationConfig config;
  config.name = name;
  const auto listed = std::find_if(wifi.stations.begin(), wifi.stations.end(),
                                   [&](const WifiStationKeys& each) { return each.name == name; });
  if (listed == wifi.stations.end()) {
    config.snr = {{0, wifi.snr_db}};
    config.rate = fixed_rate(wifi.rate_mbps);
    return config;
  }
  config.snr = {{0, *listed->snr_db}};
  for (const WifiSnrStep& step : listed->snr_steps) {
    config.snr.push_back({from_seconds(step.at_s), step.snr_db});
  }
  config.rate = fixed_rate(listed->rate_mbps);
  return config;
}

}  // namespace

Lan::Lan(const LanConfig& config, const Site& site) : config_(config), site_(site) {
  for (const LanPortConfig& port : config.ports) {
    if (port.wifi) {
      add_wifi(port);
    } else {
      add_line(port);
    }
  }
  if (ports_.size() > 1) {
    router_.emplace(0, &to_hosts(ports_.front()));
  }
}

void Lan::add_line(const LanPortConfig& config) {
  std::optional<std::uint64_t> rate_bps;
  hosts::LinkConfig link;
  if (config.line == LanLine::kEthernet) {
    rate_bps = from_mega(*config.rate_mbps);
    link = hosts::ethernet_link(*rate_bps);
  }
  link.buffer_bytes = kEgressBytes;
  Port& added = ports_.emplace_back();
  added.config = {rate_bps, config.host_queue_packets, site_.warmup};
  added.to_hosts = std::make_unique<hosts::HostLink>(link, site_.timers, site_.hosts);
}

void Lan::add_wifi(const LanPortConfig& config) {
  hosts::WifiCellConfig cell;
  cell.seed = site_.seed;
  cell.name = "wifi/" + site_.modem + "/" + config.name;
  cell.station_packets = config.host_queue_packets;
  cell.ap_packets = config.wifi->ap_queue_packets;
  cell.retry_limit = config.wifi->retry_limit;
  cell.warmup = site_.warmup;
  Port& added = ports_.emplace_back();
  added.config.rate_bps.reset();
  added.wifi = std::make_unique<hosts::WifiCell>(cell, site_.flows, site_.timers, site_.hosts);
}

PacketSink& Lan::to_hosts(Port& port) {
  return port.wifi ? port.wifi->access_point() : *port.to_hosts;
}

PacketSink& Lan::from_modem() {
  return router_ ? static_cast<PacketSink&>(*router_) : to_hosts(ports_.front());
}

void Lan::connect(PacketSink& modem) {
  for (Port& port : ports_) {
    if (port.wifi) {
      port.wifi->connect(modem);
    } else {
      port.queue =
          std::make_unique<hosts::HostQueue>(port.config, site_.flows, site_.timers, modem);
    }
  }
}

unsigned Lan::host(unsigned port, const std::string& station) {
  if (!ports_[port].wifi) {
    return 0;
  }
  std::map<std::string, unsigned>& stations = ports_[port].stations;
  const auto found = stations.find(station);
  return found != stations.end() ? found->second : add_station(port, station);
}

unsigned Lan::add_station(unsigned port, const std::string& name) {
  const std::size_t number =
      ports_[port].wifi->add_station(station_config(*config_.ports[port].wifi, name));
  return ports_[port].stations[name] = static_cast<unsigned>(number);
}

void Lan::lay_to_hosts(FlowId flow, unsigned port, unsigned host) {
  Port& way = ports_[port];
  if (way.wifi) {
    way.wifi->lay_to(flow, host);
  }
  if (router_) {
    router_->route(flow, to_hosts(way));
  }
}

PacketSink& Lan::lay_from_hosts(FlowId flow, unsigned port, unsigned host) {
  Port& way = ports_[port];
  way.flows.push_back(flow);
  return way.wifi ? way.wifi->lay_from(flow, host) : *way.queue;
}

Histogram Lan::waits_ps(unsigned port) const {
  Histogram waits;
  for (const FlowId flow : ports_[port].flows) {
    waits.merge(site_.flows.count(flow).waits_ps());
  }
  return waits;
}

std::uint64_t Lan::egress_drops(unsigned port) const {
  const Port& way = ports_[port];
  if (!way.wifi) {
    return way.to_hosts->dropped_packets();
  }
  std::uint64_t drops = 0;
  for (std::size_t i = 0; i < way.wifi->stations(); ++i) {
    drops += way.wifi->down(i).queue_drops + way.wifi->down(i).retry_drops;
  }
  return drops;
}

std::uint64_t Lan::egress_drops() const {
  std::uint64_t drops = 0;
  for (unsigned port = 0; port < ports(); ++port) {
    drops += egress_drops(port);
  }
  return drops;
}

std::size_t Lan::packets_to_modem() const {
  std::size_t packets = 0;
  for (const Port& port : ports_) {
    packets += port.wifi ? port.wifi->packets_up() : port.queue->packets_inside();
  }
  return packets;
}

}  // namespace docsis_vp::system
