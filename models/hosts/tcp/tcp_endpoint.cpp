#include "models/hosts/tcp/tcp_endpoint.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace docsis_vp::hosts {
namespace {

const TcpConfig& checked(const TcpConfig& config) {
  check_tcp_config(config, "");
  return config;
}

}  // namespace

TcpEndpoint::TcpEndpoint(const TcpConfig& config, const TcpWiring& wiring,
                         std::unique_ptr<CongestionControl> congestion, TcpUser& user)
    : config_(checked(config)),
      wiring_(wiring),
      congestion_(std::move(congestion)),
      user_(user),
      receiver_(config_, statistics_),
      output_(config_, wiring_, receiver_, statistics_),
      sender_(config_, wiring_, *congestion_, output_, statistics_),
      syn_timer_(wiring.timers, wiring.flow, [this] { retry_syn(); }),
      ack_timer_(wiring.timers, wiring.flow, [this] { acknowledge_late(); }) {
  receiver_.start(agreed_);
  sender_.open();
}

void TcpEndpoint::listen() {
  listening_ = true;
  if (state_ == State::kClosed) {
    state_ = State::kListen;
  }
}

void TcpEndpoint::connect() {
  if (!closed()) {
    throw std::logic_error("TcpEndpoint: connect() before the last connection is closed");
  }
  open(State::kSynSent, connection_ + 1);
  send_syn();
}

void TcpEndpoint::write(std::uint64_t bytes) {
  if (closed() || sender_.fin_wanted()) {
    throw std::logic_error("TcpEndpoint: write() outside a connection");
  }
  sender_.write(bytes);
  send_in_state();
}

void TcpEndpoint::write_unlimited() {
  write(kUnlimitedBytes);
}

void TcpEndpoint::discard_unsent() {
  // After FIN is sent, nxt() is past it, and nothing is left to discard.
  const std::uint64_t sent = std::max<std::uint64_t>(sender_.nxt(), 1);
  sender_.end_writing_at(std::min(sender_.write_end(), sent));
}

void TcpEndpoint::close() {
  if (closed() || sender_.fin_wanted()) {
    return;
  }
  if (written_bytes() >= kUnlimitedBytes) {
    discard_unsent();
  }
  sender_.finish();
  if (state_ == State::kEstablished) {
    state_ = State::kFinWait1;
  } else if (state_ == State::kCloseWait) {
    state_ = State::kLastAck;
  }
  send_in_state();
}

void TcpEndpoint::abort() {
  if (closed()) {
    return;
  }
  output_.send_reset(sender_.nxt());
  StateChanges changes;
  finish(listening_ ? State::kListen : State::kClosed, changes);
  notify_user(changes);
}

void TcpEndpoint::fail_with_peer() {
  output_.send_reset(sender_.nxt());
  StateChanges changes;
  fail(changes);
  notify_user(changes);
}

void TcpEndpoint::read(std::uint64_t bytes) {
  if (receiver_.read(bytes) && established()) {
    output_.send_ack(sender_.nxt());
    ack_timer_.cancel();
  }
}

void TcpEndpoint::send_in_state() {
  if (state_ >= State::kEstablished && state_ < State::kTimeWait) {
    sender_.send();
  }
}

void TcpEndpoint::push(PacketHandle packet) {
  const TcpHeader& header = packet->tcp;
  if (header.connection != connection_ || state_ <= State::kListen) {
    if (!opens_connection(header)) {
      return;
    }
    StateChanges changes;
    if (!closed()) {
      finish(State::kListen, changes);  // the peer has given up the old connection
      notify_user(changes);
    }
    take_syn(header);
    return;
  }
  StateChanges changes;
  if ((header.flags & kTcpRst) != 0) {
    if (!closed()) {
      fail(changes);
    }
  } else if (take_handshake(header, changes)) {
    take_segment(std::move(packet), changes);
  }
  notify_user(changes);
}

// Returns whether the SYN belongs to a new connection, or to one that this end gave up first.
bool TcpEndpoint::opens_connection(const TcpHeader& header) const {
  if (!listening_ || (header.flags & (kTcpSyn | kTcpAck | kTcpRst)) != kTcpSyn) {
    return false;
  }
  return header.connection > connection_ ||
         (header.connection == connection_ && failed_ && state_ == State::kListen);
}

void TcpEndpoint::take_segment(PacketHandle packet, StateChanges& changes) {
  if (receiver_.must_acknowledge_first(*packet)) {
    output_.send_ack(sender_.nxt());
  }
  const TcpReceiver::Acknowledge wanted = receiver_.take(*packet, wiring_.timers.now());
  const TcpHeader& header = packet->tcp;
  const bool empty = header.payload_bytes == 0 && (header.flags & kTcpFin) == 0;
  if (!empty) {
    user_.on_segment(*this, *packet);
  }
  const TimePs rtt = sender_.take_acknowledgment(header, empty);
  if (rtt != kNever) {
    user_.on_rtt(*this, rtt);
  }
  packet.reset();
  if (wanted != TcpReceiver::Acknowledge::kNot) {
    acknowledge(wanted);
  }
  follow_fins(changes);
}

// Acknowledges, unless the packets just sent have carried all information.
void TcpEndpoint::acknowledge(TcpReceiver::Acknowledge wanted) {
  if (!receiver_.acknowledgment_waits() && !receiver_.report_waits()) {
    ack_timer_.cancel();
  } else if (wanted == TcpReceiver::Acknowledge::kNow || receiver_.report_waits()) {
    output_.send_ack(sender_.nxt());
    ack_timer_.cancel();
  } else if (!ack_timer_.armed()) {
    ack_timer_.arm(wiring_.timers.now() + config_.ack_delay);
  }
}

void TcpEndpoint::acknowledge_late() {
  if (receiver_.acknowledgment_waits()) {
    output_.send_ack(sender_.nxt());
  }
}

// RFC 9293 sec. 3.6
void TcpEndpoint::follow_fins(StateChanges& changes) {
  const bool peer_done = receiver_.fin_taken();
  const bool done = sender_.fin_acknowledged();
  if (!peer_done && !done) {
    return;
  }
  switch (state_) {
    case State::kEstablished:
      changes.peer_closed = true;
      state_ = State::kCloseWait;
      break;
    case State::kFinWait1:
      changes.peer_closed = peer_done;
      if (peer_done && done) {
        finish(State::kTimeWait, changes);
      } else {
        state_ = peer_done ? State::kClosing : State::kFinWait2;
      }
      break;
    case State::kFinWait2:
      if (peer_done) {
        changes.peer_closed = true;
        finish(State::kTimeWait, changes);
      }
      break;
    case State::kClosing:
      if (done) {
        finish(State::kTimeWait, changes);
      }
      break;
    case State::kLastAck:
      if (done) {
        finish(listening_ ? State::kListen : State::kClosed, changes);
      }
      break;
    default:
      break;
  }
}

void TcpEndpoint::fail(StateChanges& changes) {
  failed_ = true;
  ++statistics_.failures;
  finish(listening_ ? State::kListen : State::kClosed, changes);
}

void TcpEndpoint::finish(State state, StateChanges& changes) {
  sender_.stop();
  syn_timer_.cancel();
  ack_timer_.cancel();
  state_ = state;
  changes.closed = true;
}

// Each callback may change the endpoint and even open the next connection, which cancels the
// remaining callbacks.
void TcpEndpoint::notify_user(const StateChanges& changes) {
  const std::uint32_t connection = connection_;
  if (changes.established) {
    user_.on_established(*this);
  }
  if (connection == connection_ && delivered_bytes() > reported_delivered_) {
    reported_delivered_ = delivered_bytes();
    user_.on_delivered(*this, reported_delivered_);
  }
  if (connection == connection_ && acked_bytes() > reported_acked_) {
    statistics_.acked_bytes += acked_bytes() - reported_acked_;
    reported_acked_ = acked_bytes();
    user_.on_acked(*this, reported_acked_);
  }
  if (connection == connection_ && changes.peer_closed) {
    user_.on_peer_closed(*this);
  }
  if (connection == connection_ && changes.closed) {
    user_.on_closed(*this);
  }
}

}  // namespace docsis_vp::hosts
