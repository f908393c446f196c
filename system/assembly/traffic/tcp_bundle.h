// Creates the TCP connections of one flow, routes them through the network and measures them
// together.
#pragma once

#include <boost/dynamic_bitset.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/hosts/connection/tcp_connection.h"
#include "platform/base/histogram.h"
#include "system/assembly/traffic/flow_unit.h"

namespace docsis_vp::system {

// The host that opens the connections. Data flow in the flow's direction. The sender of data opens
// for a transfer; the receiver opens for a client that sends requests.
enum class Opener { kSender, kReceiver };

class TcpBundle {
 public:
  TcpBundle(const FlowPlan& plan, const Site& site, Opener opener);

  // Adds a connection over one link, or over several.
  hosts::Connection* add(Wire& wire);
  std::vector<hosts::Connection*> add(Wire& wire, unsigned count);
  // The end that sends the data.
  hosts::End data_end() const { return data_end_; }

  // Payload that arrived in order at the receiver, over all connections.
  std::uint64_t delivered_bytes() const;
  // Sample of the data senders; empty if no connection is open.
  std::optional<TcpSample> sample() const;
  // Adds packets of the data direction, round-trip times of the sender, and counters of both ends.
  void add_to(FlowResult& result) const;

 private:
  // name: of the end; also the name of its random stream.
  hosts::TcpEndConfig end_config(FlowId flow, Direction direction, const std::string& name) const;
  void note_opening(std::size_t index);
  std::uint64_t delivered_by(std::size_t index) const;
  template <typename Look>
  void look_at_open(const Look& look) const;

  const FlowConfig& config_;
  const std::string name_;
  const Site site_;
  const hosts::End data_end_;
  const Direction client_direction_;  // direction of the client's packets
  std::vector<std::unique_ptr<hosts::TcpConnection>> connections_;
  // Connections that were opened and not yet found closed. Only these are sampled, because few of
  // the connections of a thousand web users are open.
  mutable boost::dynamic_bitset<> maybe_open_;
  mutable std::uint64_t delivered_by_closed_ = 0;  // payload of the other connections
  Histogram rtt_ps_;
};

// A flow whose hosts run an application over TCP.
class TcpFlowUnit : public FlowUnit {
 public:
  TcpFlowUnit(const FlowPlan& plan, const Site& site, Opener opener)
      : demand_mbps_(plan.config.demand_mbps), tcp_(plan, site, opener) {}

  std::uint64_t delivered_bytes() const override { return tcp_.delivered_bytes(); }
  std::optional<double> demand_mbps() const override { return demand_mbps_; }
  std::optional<TcpSample> tcp_sample() const override { return tcp_.sample(); }
  FlowResult result(TimePs now) const override {
    FlowResult result;
    tcp_.add_to(result);
    measure(result, now);
    return result;
  }

 protected:
  // Adds the measurements specific to the kind.
  virtual void measure(FlowResult& result, TimePs now) const = 0;

  TcpBundle& tcp() { return tcp_; }

 private:
  std::optional<double> demand_mbps_;
  TcpBundle tcp_;
};

}  // namespace docsis_vp::system
