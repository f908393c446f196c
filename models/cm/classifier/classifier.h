// Assigns packets from the LAN to upstream service flows.
#pragma once

#include <systemc>

#include "models/cm/flow_interfaces.h"
#include "models/cm/lan_port/lan_port.h"
#include "models/cm/upstream_observer.h"
#include "models/docsis/packet_classifier.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::cm {

constexpr std::size_t kMaxClassifiers = 32;

using docsis::ClassifierRule;
using docsis::PacketClassifierConfig;

class Classifier : public sc_core::sc_module, public ArrivalSink {
 public:
  // Accepts at most kMaxClassifiers rules; otherwise like docsis::PacketClassifier.
  Classifier(const sc_core::sc_module_name& name, PacketClassifierConfig config,
             unsigned service_flows, const FlowTable& flows, FlowSink& sink);

  void arrive(PacketHandle packet, TimePs arrived) override;

  unsigned service_flow_of(FlowId flow, Ecn ecn = Ecn::kNotEct) {
    return classifier_.service_flow_of(flow, ecn);
  }
  // Sets the observer, at most one. It must live until the classifier is destroyed or the run has
  // ended.
  void observe(UpstreamObserver& observer) { observer_ = &observer; }
  void assign(FlowId flow, unsigned service_flow) { classifier_.assign(flow, service_flow); }

 private:
  FlowSink& sink_;
  UpstreamObserver* observer_ = nullptr;
  docsis::PacketClassifier classifier_;
};

}  // namespace docsis_vp::cm
