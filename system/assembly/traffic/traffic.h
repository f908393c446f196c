// The hosts of a scenario, on both sides of the modems.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "models/hosts/counting_sink/counting_sink.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"
#include "system/assembly/traffic/flow_unit.h"
#include "system/results/results.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

class Traffic {
 public:
  // Where the packets of a flow enter: a LAN port of a modem, or the CMTS.
  using Entrance = std::function<PacketSink&(const FlowConfig& flow)>;

  explicit Traffic(const Scenario& scenario);

  // Builds the flows; during elaboration. InputError: a capture that cannot be read.
  void connect(const Entrance& entrance);

  const FlowTable& table() const { return table_; }
  PacketPool& pool() { return pool_; }
  // Where packets leave: the CMTS's WAN side and the modems' LAN sides.
  hosts::CountingSink& wan() { return wan_; }
  hosts::CountingSink& lan() { return lan_; }

  std::vector<FlowResult> results(TimePs now) const;

 private:
  const Scenario& scenario_;
  FlowTable table_;
  PacketPool pool_;
  hosts::CountingSink wan_;
  hosts::CountingSink lan_;
  std::vector<std::unique_ptr<FlowUnit>> flows_;
};

}  // namespace docsis_vp::system
