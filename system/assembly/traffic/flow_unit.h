// One flow of a scenario: the hosts at its ends, and what they measured.
#pragma once

#include <memory>

#include "models/hosts/counting_sink/counting_sink.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "system/results/results.h"
#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

class FlowUnit {
 public:
  virtual ~FlowUnit() = default;
  virtual FlowResult result(TimePs now) const = 0;
};

// What a flow is built into.
struct Site {
  std::uint64_t seed = 1;
  TimePs warmup = 0;
  std::size_t position = 0;  // of the flow among those of the scenario
  FlowTable& table;
  PacketPool& pool;
  PacketSink& entrance;           // of the modem's LAN, or of the CMTS
  hosts::CountingSink& arrivals;  // where its packets leave
};

// Kinds; each in a file of its own. Throw InputError, ConfigError for what cannot be built.
std::unique_ptr<FlowUnit> make_udp_flow(const FlowConfig& config, const Site& site);
std::unique_ptr<FlowUnit> make_trace_flow(const FlowConfig& config, const Site& site);

}  // namespace docsis_vp::system
