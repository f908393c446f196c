// Which service flow takes the packets of a flow.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "models/docsis/packet_classifier.h"
#include "platform/base/flow.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// Of a scenario modem by modem, by the classifiers that its modems and the CMTS begin with.
class ServiceFlowMap {
 public:
  // Both must outlive the map.
  ServiceFlowMap(const Scenario& scenario, const FlowTable& flows);

  // Position among the scenario's service flows; none: the modem has none in that direction. Where
  // classifiers tell packets of one flow by their ECN field, that of packets without ECN.
  std::optional<std::size_t> of(FlowId flow, unsigned modem, Direction direction);

 private:
  // Of a modem and a direction.
  struct Way {
    std::vector<std::size_t> positions;
    std::unique_ptr<docsis::PacketClassifier> classifier;  // once it is needed
  };

  const Scenario& scenario_;
  const FlowTable& flows_;
  std::vector<Way> upstream_;  // by modem
  std::vector<Way> downstream_;
};

}  // namespace docsis_vp::system
