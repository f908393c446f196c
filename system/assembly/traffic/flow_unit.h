// Represents one flow of a scenario: the hosts at its ends, and their measurements.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "platform/base/random.h"
#include "platform/base/time.h"
#include "system/assembly/series/time_series.h"
#include "system/assembly/traffic/network.h"
#include "system/extension/extensions.h"
#include "system/results/flow_result.h"
#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

class FlowUnit {
 public:
  virtual ~FlowUnit() = default;

  // Goodput so far in bytes: payload in order for TCP, else Ethernet frames.
  virtual std::uint64_t delivered_bytes() const = 0;
  // Highest usable rate. Infinity: unlimited; empty: the flow has no fair share.
  virtual std::optional<double> demand_mbps() const { return {}; }
  // Empty if no connection is open, or the flow has none.
  virtual std::optional<TcpSample> tcp_sample() const { return {}; }
  // All results except those of FlowInstance, delivered_bytes() and demand_mbps().
  virtual FlowResult result(TimePs now) const = 0;
};

// Environment in which a flow is built.
struct Site {
  std::uint64_t seed = 1;
  const Extensions& extensions;
  Network& network;
  Network::Entrances entrances;  // of the flow's modem
  unsigned modem = 0;            // index of the modem
  unsigned port = 0;             // index of the modem's port
  unsigned host = 0;             // number of the host on it
  std::size_t& next_port;        // number of the modem's next pair of hosts
  std::size_t& pairs;            // number of pairs behind all modems

  // Returns a different number for every communicating pair of hosts of the modem.
  std::size_t take_port() const {
    ++pairs;
    return next_port++;
  }
  // Returns FlowKey::lan_port for packets in this direction.
  std::uint16_t lan_port(Direction direction) const {
    return direction == Direction::kUpstream ? static_cast<std::uint16_t>(port)
                                             : FlowKey::kNoLanPort;
  }
  // Returns the headers of packets in a direction between a pair of hosts. position: from
  // take_port().
  FlowKey key_of(const FlowConfig& flow, Direction direction, std::size_t position) const;
  // Returns the number of the application under construction. It orders applications at one
  // instant.
  std::uint32_t owner() const { return static_cast<std::uint32_t>(pairs); }

  Network::Way way(Wire* wire) const { return {entrances, port, host, wire}; }
};

// Configuration of a flow and the instance to be built.
struct FlowPlan {
  const FlowConfig& config;
  FlowInstance instance;
  TimePs start = 0;  // drawn start time
  TimePs stop = kNever;

  const std::string& name() const { return instance.name; }
};

// Returns a link to the host behind the CMTS.
Wire& wire_of(const FlowPlan& plan, const Site& site);
// Like wire_of(), but returns null for upstream packets without an answer if their host is directly
// behind the CMTS. A line there would only add the packet's duration to the measured delay.
Wire* wire_if_needed(const FlowPlan& plan, const Site& site);
// Returns a link with its own round-trip time, at the flow's rate.
Wire& wire_of(const FlowPlan& plan, const Site& site, double rtt_ms);

// Adds the packets of one flow: counters, one-way delay, CE marks.
void add_packets(FlowResult& result, const Network& network, FlowId flow, Direction direction);

}  // namespace docsis_vp::system
