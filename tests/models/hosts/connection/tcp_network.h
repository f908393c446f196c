// TCP connections that share a bottleneck in each direction, for tests of applications.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "models/hosts/connection/tcp_connection.h"
#include "models/hosts/path/host_link.h"
#include "models/hosts/tcp/congestion/reno.h"
#include "platform/base/random.h"
#include "tests/models/hosts/connection/host_port.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts {

// Loses packets at random, or all of them.
class LossySink : public PacketSink {
 public:
  LossySink(double loss, std::uint64_t seed, PacketSink& next)
      : loss_(loss), random_(seed, "test/loss"), next_(next) {}

  void push(PacketHandle packet) override {
    if (random_.uniform() < loss_) {
      ++lost;
      return;
    }
    next_.push(std::move(packet));
  }
  void set_loss(double loss) { loss_ = loss; }

  std::uint64_t lost = 0;

 private:
  double loss_;
  RandomStream random_;
  PacketSink& next_;
};

class TcpNetwork {
 public:
  // link: of each direction, shared by all connections; loss: probability, per packet.
  explicit TcpNetwork(const LinkConfig& link, double loss = 0, std::uint64_t seed = 1)
      : up_loss_(loss, seed, at_servers_),
        down_loss_(loss, seed + 1, at_clients_),
        up_(link, timers, up_loss_),
        down_(link, timers, down_loss_) {}

  TcpConnection& connect(const TcpConfig& tcp = {}) {
    const auto flow = static_cast<FlowId>(2 * connections_.size());
    connections_.push_back(std::make_unique<TcpConnection>(
        TcpEndConfig{tcp, std::make_unique<Reno>(), up_, flow},
        TcpEndConfig{tcp, std::make_unique<Reno>(), down_, flow + 1}, timers, pool));
    TcpConnection& connection = *connections_.back();
    at_servers_.route(flow, connection.end(End::kServer));
    at_clients_.route(flow + 1, connection.end(End::kClient));
    return connection;
  }
  std::vector<Connection*> connect_many(unsigned count, const TcpConfig& tcp = {}) {
    std::vector<Connection*> connections;
    for (unsigned i = 0; i < count; ++i) connections.push_back(&connect(tcp));
    return connections;
  }
  void set_loss(double loss) {
    up_loss_.set_loss(loss);
    down_loss_.set_loss(loss);
  }
  void set_loss_to_clients(double loss) { down_loss_.set_loss(loss); }
  std::uint64_t lost() const { return up_loss_.lost + down_loss_.lost; }

  PacketPool pool;
  ManualTimerQueue timers;

 private:
  struct Stray : PacketSink {
    void push(PacketHandle) override {}
  };

  Stray stray_;
  HostPort at_servers_{stray_};
  HostPort at_clients_{stray_};
  LossySink up_loss_;
  LossySink down_loss_;
  HostLink up_;
  HostLink down_;
  std::vector<std::unique_ptr<TcpConnection>> connections_;
};

}  // namespace docsis_vp::hosts
