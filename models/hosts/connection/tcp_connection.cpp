#include "models/hosts/connection/tcp_connection.h"

#include <utility>

namespace docsis_vp::hosts {

TcpConnection::TcpConnection(TcpEndConfig client, TcpEndConfig server, TimerQueue& timers,
                             PacketPool& pool)
    : client_user_(*this, End::kClient),
      server_user_(*this, End::kServer),
      client_(client.tcp, {timers, pool, client.out, client.flow, client.queue},
              std::move(client.congestion), client_user_),
      server_(server.tcp, {timers, pool, server.out, server.flow, server.queue},
              std::move(server.congestion), server_user_) {
  server_.listen();
}

void TcpConnection::open(ConnectionUser& user) {
  if (on_opening_) {
    on_opening_();
  }
  user_ = &user;
  open_ = true;
  sent_before_[0] = sent_bytes(End::kClient);
  sent_before_[1] = sent_bytes(End::kServer);
  client_.connect();
}

void TcpConnection::cut(End by) {
  if (!open_) {
    return;
  }
  if (client_.established()) {
    if (unsent(by) > 0) {
      end(by).discard_unsent();
    }
    end(by).close();
  } else {
    client_.abort();
  }
}

std::uint64_t TcpConnection::sent_bytes(End from) const {
  const TcpStatistics& statistics = end(from).statistics();
  return statistics.data_bytes - statistics.retransmitted_bytes;
}

std::uint64_t TcpConnection::unsent(End from) const {
  const std::uint64_t sent = sent_bytes(from) - sent_before_[static_cast<std::size_t>(from)];
  return end(from).written_bytes() - sent;
}

// A failed end makes its peer fail, unless the peer already belongs to a later connection.
void TcpConnection::end_closed(End which) {
  TcpEndpoint& peer = end(other(which));
  if (!open_ || peer.connection() > end(which).connection()) {
    return;
  }
  if (end(which).failed() && !peer.closed()) {
    peer.fail_with_peer();  // calls this function again
  } else if (client_.closed() && server_.closed()) {
    open_ = false;
    user_->on_closed(*this);
  }
}

void TcpConnection::User::on_established(TcpEndpoint&) {
  if (end_ == End::kClient) {
    connection_.user_->on_open(connection_);
  }
}

void TcpConnection::User::on_delivered(TcpEndpoint&, std::uint64_t total_bytes) {
  connection_.user_->on_received(connection_, end_, total_bytes);
}

void TcpConnection::User::on_acked(TcpEndpoint&, std::uint64_t total_bytes) {
  connection_.user_->on_acked(connection_, end_, total_bytes);
}

void TcpConnection::User::on_peer_closed(TcpEndpoint& endpoint) {
  endpoint.close();
}

void TcpConnection::User::on_rtt(TcpEndpoint&, TimePs rtt) {
  if (on_rtt_) {
    on_rtt_(rtt);
  }
}

void TcpConnection::User::on_closed(TcpEndpoint&) {
  connection_.end_closed(end_);
}

}  // namespace docsis_vp::hosts
