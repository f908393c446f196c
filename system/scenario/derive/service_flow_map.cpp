#include "system/scenario/derive/service_flow_map.h"

#include <algorithm>

#include "system/scenario/derive/aggregate_of.h"
#include "system/scenario/derive/classifier_rule.h"
#include "system/scenario/derive/modem_index.h"

namespace docsis_vp::system {

ServiceFlowMap::ServiceFlowMap(const Scenario& scenario, const FlowTable& flows)
    : scenario_(scenario),
      flows_(flows),
      upstream_(scenario.modems.size()),
      downstream_(scenario.modems.size()) {
  const ModemIndex modems(scenario);
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& service_flow = scenario.service_flows[i];
    const bool up = service_flow.direction == Direction::kUpstream;
    (up ? upstream_ : downstream_)[modems.of(service_flow.modem)].positions.push_back(i);
  }
}

std::optional<std::size_t> ServiceFlowMap::of(FlowId flow, unsigned modem, Direction direction) {
  Way& way = (direction == Direction::kUpstream ? upstream_ : downstream_)[modem];
  if (way.positions.empty()) {
    return {};
  }
  if (way.positions.size() == 1) {
    return way.positions.front();
  }
  if (!way.classifier) {
    docsis::PacketClassifierConfig config =
        classifier_config(scenario_, scenario_.modems[modem], direction);
    const std::size_t rules = config.rules.size();
    way.classifier = std::make_unique<docsis::PacketClassifier>(
        std::move(config), rules, static_cast<unsigned>(way.positions.size()), flows_,
        "/classifiers");
  }
  return shared_by(way.positions[way.classifier->service_flow_of(flow)]);
}

// The service flows of an aggregate share its rate.
std::size_t ServiceFlowMap::shared_by(std::size_t position) const {
  const auto& flows = scenario_.service_flows;
  const AggregateConfig* aggregate = aggregate_of(scenario_, flows[position]);
  if (aggregate == nullptr || !aggregate->classic_service_flow) {
    return position;
  }
  const auto classic = std::find_if(flows.begin(), flows.end(), [&](const auto& flow) {
    return flow.modem == aggregate->modem && flow.name == *aggregate->classic_service_flow;
  });
  return static_cast<std::size_t>(classic - flows.begin());
}

}  // namespace docsis_vp::system
