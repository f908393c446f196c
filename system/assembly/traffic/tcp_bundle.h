// The TCP connections of one flow: made, laid through the network, and measured together.
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

// The data go in the flow's direction; the host that opens the connections is their sender (a
// transfer) or their receiver (a client that sends requests).
enum class Opener { kSender, kReceiver };

class TcpBundle {
 public:
  TcpBundle(const FlowPlan& plan, const Site& site, Opener opener);

  // A connection past a wire, or several.
  hosts::Connection* add(Wire& wire);
  std::vector<hosts::Connection*> add(Wire& wire, unsigned count);
  // Which end has the data.
  hosts::End data_end() const { return data_end_; }

  // Payload that arrived in order at the receiver, all connections.
  std::uint64_t delivered_bytes() const;
  // Of the ends that have the data; none: no connection is open.
  std::optional<TcpSample> sample() const;
  // Packets of the data's direction, round-trip times of their sender, what both ends did.
  void add_to(FlowResult& result) const;

 private:
  // name: of the end, by which it draws.
  hosts::TcpEndConfig end_config(FlowId flow, Direction direction, const std::string& name) const;
  void note_opening(std::size_t index);
  std::uint64_t delivered_by(std::size_t index) const;
  template <typename Look>
  void look_at_open(const Look& look) const;

  const FlowConfig& config_;
  const std::string name_;
  const Site site_;
  const hosts::End data_end_;
  const Direction client_direction_;  // of what the client sends
  std::vector<std::unique_ptr<hosts::TcpConnection>> connections_;
  // Samples look at those alone that were opened and not yet found closed again: of the connections
  // of a thousand web users few are open.
  mutable boost::dynamic_bitset<> maybe_open_;
  mutable std::uint64_t delivered_by_closed_ = 0;  // the others' payload
  Histogram rtt_ps_;
};

// A flow that is an application over TCP.
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
  // What the kind measures besides.
  virtual void measure(FlowResult& result, TimePs now) const = 0;

  TcpBundle& tcp() { return tcp_; }

 private:
  std::optional<double> demand_mbps_;
  TcpBundle tcp_;
};

}  // namespace docsis_vp::system
