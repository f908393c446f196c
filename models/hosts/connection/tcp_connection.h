// Implements a Connection over TCP: two endpoints and their wiring.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "models/hosts/connection/connection.h"
#include "models/hosts/tcp/tcp_endpoint.h"

namespace docsis_vp::hosts {

// Parts of one end. `out` takes its packets: a link or the modem's port.
struct TcpEndConfig {
  TcpConfig tcp;
  std::unique_ptr<CongestionControl> congestion;
  PacketSink& out;
  FlowId flow;                 // flow of the packets that it sends
  HostFlows* queue = nullptr;  // flow control of their host's queue; null: none
};

// The server's endpoint listens for all connections of the client's endpoint; successive
// connections differ in TcpHeader::connection. The caller routes packets of the client's flow to
// end(End::kServer), and those of the server's flow to end(End::kClient).
class TcpConnection : public Connection {
 public:
  // Throws ConfigError.
  TcpConnection(TcpEndConfig client, TcpEndConfig server, TimerQueue& timers, PacketPool& pool);

  void open(ConnectionUser& user) override;
  void write(End from, std::uint64_t octets) override { end(from).write(octets); }
  void write_forever(End from) override { end(from).write_unlimited(); }
  void close(End by) override { end(by).close(); }
  void cut(End by) override;
  bool closed() const override { return !open_; }
  std::uint64_t unsent(End from) const override;

  // The observer gets each round-trip time that this end measures. Call before the first opening.
  void observe_rtt(End by, std::function<void(TimePs rtt)> observer) {
    (by == End::kClient ? client_user_ : server_user_).observe_rtt(std::move(observer));
  }

  // The observer is called at each opening.
  void observe_opening(std::function<void()> observer) { on_opening_ = std::move(observer); }

  TcpEndpoint& end(End which) { return which == End::kClient ? client_ : server_; }
  const TcpEndpoint& end(End which) const { return which == End::kClient ? client_ : server_; }

 private:
  class User : public TcpUser {
   public:
    User(TcpConnection& connection, End end) : connection_(connection), end_(end) {}
    void on_established(TcpEndpoint& endpoint) override;
    void on_delivered(TcpEndpoint& endpoint, std::uint64_t total_bytes) override;
    void on_acked(TcpEndpoint& endpoint, std::uint64_t total_bytes) override;
    void on_peer_closed(TcpEndpoint& endpoint) override;
    void on_closed(TcpEndpoint& endpoint) override;
    void on_rtt(TcpEndpoint& endpoint, TimePs rtt) override;
    void observe_rtt(std::function<void(TimePs rtt)> observer) { on_rtt_ = std::move(observer); }

   private:
    std::function<void(TimePs rtt)> on_rtt_;
    TcpConnection& connection_;
    const End end_;
  };

  void end_closed(End which);
  std::uint64_t sent_bytes(End from) const;  // over all connections, each octet once

  User client_user_;
  User server_user_;
  TcpEndpoint client_;
  TcpEndpoint server_;
  ConnectionUser* user_ = nullptr;
  bool open_ = false;
  std::function<void()> on_opening_;
  std::uint64_t sent_before_[2] = {0, 0};  // indexed by End
};

}  // namespace docsis_vp::hosts
