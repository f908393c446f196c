// The hosts of a scenario: sources and sinks on both sides of the modems.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/hosts/counting_sink/counting_sink.h"
#include "models/hosts/trace_source/trace_source.h"
#include "models/hosts/udp_source/udp_source.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"
#include "system/results/results.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

class Traffic {
 public:
  // Where the packets of a flow enter: a LAN port of a modem, or the CMTS.
  using Entrance = std::function<PacketSink&(const FlowConfig& flow)>;

  explicit Traffic(const Scenario& scenario);

  // Adds the sources; during elaboration. InputError: a capture that cannot be read.
  void connect(const Entrance& entrance);

  const FlowTable& table() const { return table_; }
  PacketPool& pool() { return pool_; }
  // Where packets leave: the CMTS's WAN side and the modems' LAN sides.
  hosts::CountingSink& wan() { return wan_; }
  hosts::CountingSink& lan() { return lan_; }

  std::uint64_t sent_packets() const;
  std::vector<FlowResult> results(TimePs now) const;

 private:
  struct Flow {
    FlowConfig config;
    FlowId id = 0;
    std::unique_ptr<hosts::UdpSource> udp;
    std::unique_ptr<hosts::TraceSource> trace;

    std::uint64_t sent_packets() const;
  };

  std::vector<FlowId> ids_of(const Flow& flow) const;

  std::uint64_t seed_;
  TimePs warmup_;
  FlowTable table_;
  PacketPool pool_;
  hosts::CountingSink wan_;
  hosts::CountingSink lan_;
  std::vector<Flow> flows_;
};

}  // namespace docsis_vp::system
