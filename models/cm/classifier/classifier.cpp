#include "models/cm/classifier/classifier.h"

#include <utility>

namespace docsis_vp::cm {

Classifier::Classifier(const sc_core::sc_module_name& name, PacketClassifierConfig config,
                       unsigned service_flows, const FlowTable& flows, FlowSink& sink)
    : sc_module(name),
      sink_(sink),
      classifier_(std::move(config), kMaxClassifiers, service_flows, flows, "/classifiers") {}

void Classifier::arrive(PacketHandle packet, TimePs arrived) {
  const unsigned service_flow = service_flow_of(packet->flow, packet->ecn);
  if (observer_ != nullptr) {
    observer_->classified(service_flow, *packet, arrived);
  }
  sink_.offer(service_flow, std::move(packet), arrived);
}

}  // namespace docsis_vp::cm
