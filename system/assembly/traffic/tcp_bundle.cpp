#include "system/assembly/traffic/tcp_bundle.h"

#include "models/hosts/tcp/congestion/registry.h"
#include "system/assembly/traffic/tcp_settings.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint8_t kProtocolTcp = 6;

FlowKey tcp_key(const FlowConfig& flow, const Site& site, Direction direction, std::size_t port) {
  FlowKey key = site.key_of(flow, direction, port);
  key.protocol = kProtocolTcp;
  return key;
}

}  // namespace

TcpBundle::TcpBundle(const FlowPlan& plan, const Site& site, Opener opener)
    : config_(plan.config),
      name_(plan.name()),
      site_(site),
      data_end_(opener == Opener::kSender ? hosts::End::kClient : hosts::End::kServer),
      client_direction_(opener == Opener::kSender ? config_.direction
                                                  : opposite(config_.direction)) {}

hosts::TcpEndConfig TcpBundle::end_config(FlowId flow, Direction direction,
                                          const std::string& name) const {
  // A server's queue is as long as its window, because its line is the fast end of the path.
  hosts::HostFlows* const queue =
      direction == Direction::kUpstream ? &site_.entrances.lan.flows() : nullptr;
  return {tcp_config(config_),
          hosts::make_congestion_control(congestion_config(config_),
                                         RandomStream(site_.seed, "congestion/" + name)),
          site_.network.departures(), flow, queue};
}

hosts::Connection* TcpBundle::add(Wire& wire) {
  Network& network = site_.network;
  const std::size_t port = site_.take_port();
  const std::string name = name_ + "/" + std::to_string(connections_.size());
  const Direction server_direction = opposite(client_direction_);
  const FlowId client =
      network.table().add(name + "/client", tcp_key(config_, site_, client_direction_, port));
  const FlowId server =
      network.table().add(name + "/server", tcp_key(config_, site_, server_direction, port));
  connections_.push_back(std::make_unique<hosts::TcpConnection>(
      end_config(client, client_direction_, name + "/client"),
      end_config(server, server_direction, name + "/server"), network.timers(), network.pool()));
  hosts::TcpConnection& connection = *connections_.back();
  const std::size_t index = connections_.size() - 1;
  maybe_open_.push_back(false);
  connection.observe_opening([this, index] { note_opening(index); });
  network.lay(client, client_direction_, site_.way(&wire), &connection.end(hosts::End::kServer));
  network.lay(server, server_direction, site_.way(&wire), &connection.end(hosts::End::kClient));
  connection.observe_rtt(data_end_, [this](TimePs rtt) {
    if (site_.network.timers().now() >= site_.network.warmup()) {
      rtt_ps_.add(static_cast<std::uint64_t>(rtt));
    }
  });
  return &connection;
}

std::vector<hosts::Connection*> TcpBundle::add(Wire& wire, unsigned count) {
  std::vector<hosts::Connection*> added;
  for (unsigned i = 0; i < count; ++i) {
    added.push_back(add(wire));
  }
  return added;
}

void TcpBundle::note_opening(std::size_t index) {
  if (!maybe_open_.test_set(index)) {
    delivered_by_closed_ -= delivered_by(index);
  }
}

std::uint64_t TcpBundle::delivered_by(std::size_t index) const {
  return connections_[index]->end(hosts::other(data_end_)).statistics().delivered_bytes;
}

// Visits the open connections in the order of their creation.
template <typename Look>
void TcpBundle::look_at_open(const Look& look) const {
  for (std::size_t index = maybe_open_.find_first(); index != maybe_open_.npos;
       index = maybe_open_.find_next(index)) {
    if (connections_[index]->closed()) {
      maybe_open_.reset(index);
      delivered_by_closed_ += delivered_by(index);
    } else {
      look(index);
    }
  }
}

std::uint64_t TcpBundle::delivered_bytes() const {
  std::uint64_t bytes = 0;
  look_at_open([&](std::size_t index) { bytes += delivered_by(index); });
  return bytes + delivered_by_closed_;
}

std::optional<TcpSample> TcpBundle::sample() const {
  TcpSample sum;
  sum.ssthresh_bytes = 0;
  double srtt_sum_ms = 0;
  unsigned open = 0;
  unsigned measured = 0;
  look_at_open([&](std::size_t index) {
    const hosts::TcpEndpoint& sender = connections_[index]->end(data_end_);
    if (!sender.established()) {
      return;
    }
    ++open;
    const hosts::CongestionControl& congestion = sender.congestion();
    sum.cwnd_bytes += congestion.cwnd();
    sum.flight_bytes += sender.flight_bytes();
    if (congestion.ssthresh() == hosts::CongestionControl::kUnlimited) {
      sum.ssthresh_bytes.reset();
    } else if (sum.ssthresh_bytes) {
      *sum.ssthresh_bytes += congestion.ssthresh();
    }
    if (sender.srtt() != kNever) {
      ++measured;
      srtt_sum_ms += to_ms(sender.srtt());
    }
  });
  if (open == 0) {
    return {};
  }
  if (measured > 0) {
    sum.srtt_ms = srtt_sum_ms / measured;
  }
  return sum;
}

void TcpBundle::add_to(FlowResult& result) const {
  TransportResult transport;
  for (const auto& connection : connections_) {
    const hosts::TcpEndpoint& sender = connection->end(data_end_);
    const hosts::TcpStatistics& client = connection->end(hosts::End::kClient).statistics();
    const hosts::TcpStatistics& data = sender.statistics();
    add_packets(result, site_.network, sender.flow(), config_.direction);
    transport.connections += client.connections;
    transport.failures += client.failures;
    transport.data_segments += data.data_segments;
    transport.retransmissions += data.retransmitted_segments;
    transport.recoveries += data.recoveries;
    transport.timeouts += data.timeouts;
    transport.ecn_reductions += data.ecn_reductions;
  }
  result.transport = transport;
  result.rtt_ps.merge(rtt_ps_);
}

}  // namespace docsis_vp::system
