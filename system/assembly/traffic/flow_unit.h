// One flow of a scenario: the hosts at its ends, and what they measured.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "platform/base/random.h"
#include "platform/base/time.h"
#include "system/assembly/time_series.h"
#include "system/assembly/traffic/network.h"
#include "system/extension/extensions.h"
#include "system/results/flow_result.h"
#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

class FlowUnit {
 public:
  virtual ~FlowUnit() = default;

  // Goodput so far: payload in order for TCP, else Ethernet frames.
  virtual std::uint64_t delivered_bytes() const = 0;
  // The most it could use; infinite: unlimited; none: it has no fair share of its own.
  virtual std::optional<double> demand_mbps() const { return {}; }
  // None: no connection is open, or it has none.
  virtual std::optional<TcpSample> tcp_sample() const { return {}; }
  // All but what FlowInstance, delivered_bytes() and demand_mbps() say.
  virtual FlowResult result(TimePs now) const = 0;
};

// What a flow is built into.
struct Site {
  std::uint64_t seed = 1;
  const Extensions& extensions;
  Network& network;
  Network::Entrances entrances;  // of the flow's modem
  unsigned modem = 0;            // its index
  unsigned port = 0;             // of the modem, its index
  std::size_t& next_port;        // among its pairs of hosts
  std::size_t& pairs;            // of hosts that talk, behind all modems

  // A number of its own for every pair of hosts of the modem that talk.
  std::size_t take_port() const {
    ++pairs;
    return next_port++;
  }
  // FlowKey::lan_port of what goes in a direction.
  std::uint16_t lan_port(Direction direction) const {
    return direction == Direction::kUpstream ? static_cast<std::uint16_t>(port)
                                             : FlowKey::kNoLanPort;
  }
  // Headers of what goes in a direction between a pair of hosts; position: of take_port().
  FlowKey key_of(const FlowConfig& flow, Direction direction, std::size_t position) const;
  // Orders what applications do at one instant: the application that is built now.
  std::uint32_t owner() const { return static_cast<std::uint32_t>(pairs); }

  Network::Way way(Wire* wire) const { return {entrances, port, wire}; }
};

// What the kinds are built from: the configuration, and which of its flows this is.
struct FlowPlan {
  const FlowConfig& config;
  FlowInstance instance;
  TimePs start = 0;  // drawn
  TimePs stop = kNever;

  const std::string& name() const { return instance.name; }
};

// A wire to the host behind the CMTS.
Wire& wire_of(const FlowPlan& plan, const Site& site);
// The same, or null for upstream packets that nobody answers, if their host stands right behind the
// CMTS: its line would add their length to what is measured and change nothing else.
Wire* wire_if_needed(const FlowPlan& plan, const Site& site);
// A wire of its own round-trip time, at the flow's rate.
Wire& wire_of(const FlowPlan& plan, const Site& site, double rtt_ms);

// The packets of one flow: counters, one-way delay, CE marks.
void add_packets(FlowResult& result, const Network& network, FlowId flow, Direction direction);

// Kinds; each in a file of its own. Throw InputError, ConfigError for what cannot be built.
std::unique_ptr<FlowUnit> make_udp_flow(const FlowPlan& plan, const Site& site);
std::unique_ptr<FlowUnit> make_trace_flow(const FlowPlan& plan, const Site& site);
std::unique_ptr<FlowUnit> make_voip_flow(const FlowPlan& plan, const Site& site);
std::unique_ptr<FlowUnit> make_tcp_flow(const FlowPlan& plan, const Site& site);
std::unique_ptr<FlowUnit> make_web_flow(const FlowPlan& plan, const Site& site);
std::unique_ptr<FlowUnit> make_web_user_flow(const FlowPlan& plan, const Site& site);
std::unique_ptr<FlowUnit> make_wrt_flow(const FlowPlan& plan, const Site& site);
std::unique_ptr<FlowUnit> make_has_flow(const FlowPlan& plan, const Site& site);
std::unique_ptr<FlowUnit> make_ledbat_flow(const FlowPlan& plan, const Site& site);
std::unique_ptr<FlowUnit> make_custom_flow(const FlowPlan& plan, const Site& site);

}  // namespace docsis_vp::system
