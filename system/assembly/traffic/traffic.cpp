#include "system/assembly/traffic/traffic.h"

#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/lan_result.h"
#include "system/scenario/complete/complete_lan.h"
#include "system/scenario/derive/modem_index.h"
#include "system/scenario/derive/service_flow_map.h"

namespace docsis_vp::system {

namespace {

// Its timer runs after all others of an instant.
constexpr std::uint32_t kLooksLast = UINT32_MAX;

const char* direction_name(Direction direction) {
  return direction == Direction::kUpstream ? "upstream" : "downstream";
}

}  // namespace

Traffic::Traffic(const Scenario& scenario, const Extensions& extensions)
    : scenario_(scenario),
      extensions_(extensions),
      network_(from_seconds(scenario.stats.warmup_s)),
      next_port_(scenario.modems.size()) {}

FlowPlan Traffic::plan(const FlowConfig& config, const FlowInstance& instance) const {
  FlowPlan plan{config, instance};
  RandomStream random(scenario_.seed, "start/" + instance.name);
  plan.start =
      from_seconds(config.start_s) + random.between(0, from_seconds(config.start_spread_s));
  plan.stop = config.stop_s ? from_seconds(*config.stop_s) : kNever;
  return plan;
}

void Traffic::connect(const std::function<Network::Entrances(unsigned modem)>& entrances) {
  const ModemIndex modems(scenario_);
  for (const FlowConfig& config : scenario_.flows) {
    const unsigned modem = modems.of(config.modem);
    const unsigned port = lan_port_of(config, scenario_.modems[modem]);
    const Network::Entrances ways = entrances(modem);
    for (const FlowInstance& instance : instances_of(config)) {
      const unsigned host = ways.lan.host(port, config.wifi_station.value_or(instance.name));
      const Site site{scenario_.seed, extensions_, network_,          ways,  modem,
                      port,           host,        next_port_[modem], pairs_};
      const auto before = static_cast<FlowId>(network_.table().size());
      std::unique_ptr<FlowUnit> unit = row_of(config.kind).make(plan(config, instance), site);
      flows_.push_back(
          {config, instance, std::move(unit), network_.first_since(before, config.direction)});
    }
  }
  find_service_flows();
  goodput_ = std::make_unique<GoodputLog>(
      network_.timers(), network_.warmup(), from_seconds(scenario_.stats.goodput_interval_s),
      flows_.size(), [this](std::size_t flow) { return flows_[flow].unit->delivered_bytes(); });
}

void Traffic::find_service_flows() {
  const ModemIndex modems(scenario_);
  ServiceFlowMap service_flows(scenario_, network_.table());
  for (Flow& flow : flows_) {
    if (flow.first) {
      flow.service_flow =
          service_flows.of(*flow.first, modems.of(flow.config.modem), flow.config.direction);
    }
  }
}

void Traffic::sample_into(TimeSeries& series) {
  if (scenario_.stats.tcp_interval_s > 0) {
    const unsigned first_place = series.take_places(flows_.size());
    sampling_ = std::make_unique<hosts::Timer>(
        network_.timers(), kLooksLast,
        [this, &series, first_place] { sample(series, first_place); });
    sampling_->arm(from_seconds(scenario_.stats.tcp_interval_s));
  }
}

void Traffic::sample(TimeSeries& series, unsigned first_place) {
  const TimePs now = network_.timers().now();
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    const Flow& flow = flows_[i];
    if (const std::optional<TcpSample> sample = flow.unit->tcp_sample()) {
      series.add(now, first_place + static_cast<unsigned>(i), flow.config.modem, flow.instance.name,
                 *sample);
    }
  }
  sampling_->arm(now + from_seconds(scenario_.stats.tcp_interval_s));
}

std::vector<FlowResult> Traffic::results(TimePs now) const {
  std::vector<FlowResult> results;
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    const Flow& flow = flows_[i];
    FlowResult result = flow.unit->result(now);
    result.name = flow.instance.name;
    result.kind = row_of(flow.config.kind).name;
    result.group = flow.instance.group;
    result.direction = direction_name(flow.config.direction);
    result.weight = flow.config.weight;
    result.service_flow = flow.service_flow;
    result.demand_mbps = flow.unit->demand_mbps();
    result.goodput_mbps = goodput_->mean_mbps(i, now);
    result.goodput_series_mbps = goodput_->series_mbps(i, now);
    results.push_back(std::move(result));
  }
  return results;
}

std::vector<LanPortResult> Traffic::lan_results() const {
  std::vector<LanPortResult> results;
  for (std::size_t modem = 0; modem < network_.lans().size(); ++modem) {
    const Lan& lan = *network_.lans()[modem];
    for (unsigned port = 0; port < lan.ports(); ++port) {
      results.push_back(lan_result(lan, scenario_.modems[modem], port, network_.warmup()));
    }
  }
  return results;
}

}  // namespace docsis_vp::system
