// Finds the service flow that takes the packets of a flow.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "models/docsis/packet_classifier.h"
#include "platform/base/flow.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Uses the initial classifiers of modems and CMTS. scenario: with every modem listed.
class ServiceFlowMap {
 public:
  // Both arguments must outlive the map.
  ServiceFlowMap(const Scenario& scenario, const FlowTable& flows);

  // Returns the index among the scenario's service flows; empty: the modem has none in that
  // direction. If classifiers separate packets of one flow by ECN, it is that of packets without
  // ECN. For an aggregate it is the Classic service flow.
  std::optional<std::size_t> of(FlowId flow, unsigned modem, Direction direction);

 private:
  // For one modem and direction.
  struct Way {
    std::vector<std::size_t> positions;
    std::unique_ptr<docsis::PacketClassifier> classifier;  // built when needed
  };

  std::size_t shared_by(std::size_t position) const;

  const Scenario& scenario_;
  const FlowTable& flows_;
  std::vector<Way> upstream_;  // by modem
  std::vector<Way> downstream_;
};

}  // namespace docsis_vp::system
