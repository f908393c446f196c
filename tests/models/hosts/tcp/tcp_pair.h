// Two endpoints, the paths between them, and users that take notes.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/hosts/tcp/congestion/reno.h"
#include "models/hosts/tcp/tcp_endpoint.h"
#include "tests/models/hosts/tcp/test_path.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts {

struct NotingUser : TcpUser {
  void on_established(TcpEndpoint& endpoint) override {
    ++established;
    if (then) then("established", endpoint);
  }
  void on_delivered(TcpEndpoint& endpoint, std::uint64_t total) override {
    delivered = total;
    if (then) then("delivered", endpoint);
  }
  void on_acked(TcpEndpoint&, std::uint64_t total) override { acked = total; }
  void on_peer_closed(TcpEndpoint& endpoint) override {
    ++peer_closed;
    if (close_after_peer) endpoint.close();
  }
  void on_closed(TcpEndpoint& endpoint) override {
    ++closed;
    if (then) then("closed", endpoint);
  }
  void on_rtt(TcpEndpoint&, TimePs rtt) override { rtts.push_back(rtt); }

  unsigned established = 0;
  unsigned peer_closed = 0;
  unsigned closed = 0;
  std::uint64_t delivered = 0;
  std::uint64_t acked = 0;
  bool close_after_peer = true;
  std::vector<TimePs> rtts;
  std::function<void(const std::string&, TcpEndpoint&)> then;
};

struct TcpPair {
  explicit TcpPair(const TcpConfig& client_config, TimePs one_way = 10 * kPsPerMs)
      : TcpPair(client_config, client_config, one_way) {}
  TcpPair(const TcpConfig& client_config, const TcpConfig& server_config, TimePs one_way)
      : up(timers, one_way),
        down(timers, one_way),
        client(client_config, {timers, pool, up, 1}, std::make_unique<Reno>(), client_user),
        server(server_config, {timers, pool, down, 2}, std::make_unique<Reno>(), server_user) {
    up.connect(server);
    down.connect(client);
    up.doubles_from(pool);
    down.doubles_from(pool);
    server.listen();
  }
  void run(TimePs until) { timers.run_to(until); }

  PacketPool pool;
  ManualTimerQueue timers;
  TestPath up;  // client to server
  TestPath down;
  NotingUser client_user;
  NotingUser server_user;
  TcpEndpoint client;
  TcpEndpoint server;
};

}  // namespace docsis_vp::hosts
