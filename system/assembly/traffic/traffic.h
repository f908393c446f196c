// Builds and measures the hosts of a scenario, on both sides of the modems.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "platform/base/flow.h"
#include "platform/base/packet.h"
#include "system/assembly/traffic/flow_unit.h"
#include "system/assembly/traffic/goodput_log.h"
#include "system/assembly/traffic/network.h"
#include "system/results/flow_result.h"
#include "system/results/results.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

class Traffic {
 public:
  // scenario: with every modem listed (scenario/instances.h). Both must outlive the object.
  Traffic(const Scenario& scenario, const Extensions& extensions);

  // Builds the flows during elaboration. Throws InputError for a capture that cannot be read.
  void connect(const std::function<Network::Entrances(unsigned modem)>& entrances);

  const Network& network() const { return network_; }
  Network& network() { return network_; }
  // Sinks for packets that leave the cable: at the CMTS's WAN side and at the modems' LAN sides.
  PacketSink& wan() { return network_.wan_exit(); }
  PacketSink& lan() { return network_.lan_exit(); }

  // Samples the flows with TCP from now on. Call it before the first run.
  void sample_into(TimeSeries& series);

  // Results in the scenario's order, without fair shares.
  std::vector<FlowResult> results(TimePs now) const;
  // Results of all ports, modem by modem.
  std::vector<LanPortResult> lan_results() const;

 private:
  struct Flow {
    const FlowConfig& config;
    FlowInstance instance;
    std::unique_ptr<FlowUnit> unit;
    std::optional<FlowId> first;  // flow of its packets with data
    std::optional<std::size_t> service_flow{};
  };

  void sample(TimeSeries& series, unsigned first_place);
  void find_service_flows();
  FlowPlan plan(const FlowConfig& config, const FlowInstance& instance) const;

  const Scenario& scenario_;
  const Extensions& extensions_;
  Network network_;
  std::vector<Flow> flows_;
  std::vector<std::size_t> next_port_;  // by modem
  std::size_t pairs_ = 0;
  std::unique_ptr<GoodputLog> goodput_;
  std::unique_ptr<hosts::Timer> sampling_;
};

}  // namespace docsis_vp::system
