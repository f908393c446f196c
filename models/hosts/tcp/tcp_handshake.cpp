// TcpEndpoint: opening of a connection.
#include <algorithm>

#include "models/hosts/tcp/tcp_endpoint.h"

namespace docsis_vp::hosts {
namespace {

constexpr std::uint8_t kEcnSetup = kTcpEce | kTcpCwr;  // RFC 3168 sec. 6.1.1

// Accurate feedback needs both ends; otherwise classic ECN (RFC 9768 sec. 3.1).
TcpEcn agreed_ecn(TcpEcn mine, bool peer_any, bool peer_accurate) {
  if (mine == TcpEcn::kOff || !peer_any) {
    return TcpEcn::kOff;
  }
  const bool accurate = mine == TcpEcn::kAccurate;
  return accurate == peer_accurate ? mine : TcpEcn::kClassic;
}

}  // namespace

void TcpEndpoint::open(State state, std::uint32_t connection) {
  state_ = state;
  failed_ = false;
  connection_ = connection;
  syn_count_ = syn_retries_ = 0;
  syn_timeout_ = config_.initial_rto;
  syn_timestamp_ = kNever;
  reported_delivered_ = reported_acked_ = 0;
  agreed_ = {};
  receiver_.start(agreed_);
  output_.start(connection);
  sender_.open();
}

std::uint8_t TcpEndpoint::offer() const {
  std::uint8_t offer = 0;
  offer |= config_.timestamps ? kTcpOfferTimestamps : 0;
  offer |= config_.recovery != RecoveryMethod::kNewReno ? kTcpOfferSack : 0;
  offer |= config_.window_scaling ? kTcpOfferWindowScale : 0;
  offer |= config_.ecn == TcpEcn::kAccurate ? kTcpOfferAccurateEcn : 0;
  return offer;
}

void TcpEndpoint::send_syn() {
  const TimePs now = wiring_.timers.now();
  syn_sent_ = now;
  ++syn_count_;
  syn_timer_.arm(now + syn_timeout_);
  if (state_ == State::kSynSent) {
    output_.send_syn(kTcpSyn | (config_.ecn != TcpEcn::kOff ? kEcnSetup : 0), offer(), kNever);
  } else {
    output_.send_syn(kTcpSyn | kTcpAck | (agreed_.ecn != TcpEcn::kOff ? kTcpEce : 0),
                     offer() & peer_offer_, syn_timestamp_);
  }
}

void TcpEndpoint::retry_syn() {
  if (syn_retries_ < config_.syn_retries) {
    ++syn_retries_;
    syn_timeout_ = std::min(2 * syn_timeout_, config_.max_rto);
    send_syn();
    return;
  }
  StateChanges changes;
  fail(changes);
  notify_user(changes);
}

void TcpEndpoint::agree(const TcpHeader& syn) {
  const std::uint8_t both = offer() & syn.syn_offer;
  peer_offer_ = syn.syn_offer;
  agreed_.mss_bytes = std::min(config_.mss_bytes, syn.syn_mss_bytes);
  agreed_.timestamps = (both & kTcpOfferTimestamps) != 0;
  agreed_.sack = (both & kTcpOfferSack) != 0;
  agreed_.window_scaling = (both & kTcpOfferWindowScale) != 0;
  agreed_.ecn = agreed_ecn(config_.ecn, (syn.flags & kTcpEce) != 0,
                           (syn.syn_offer & kTcpOfferAccurateEcn) != 0);
  syn_timestamp_ = syn.timestamp;
  receiver_.start(agreed_);
  output_.agree(agreed_);
}

void TcpEndpoint::take_syn(const TcpHeader& header) {
  open(State::kSynReceived, header.connection);
  agree(header);
  send_syn();
}

// Returns true if the segment belongs to a synchronised connection and must be processed further.
bool TcpEndpoint::take_handshake(const TcpHeader& header, StateChanges& changes) {
  const bool syn = (header.flags & kTcpSyn) != 0;
  const bool ack = (header.flags & kTcpAck) != 0;
  if (state_ == State::kSynSent) {
    if (syn && ack) {
      agree(header);
      establish(header, changes);
      output_.send_ack(1);
      sender_.send();
    }
    return false;
  }
  if (syn) {
    if (state_ == State::kSynReceived) {
      send_syn();  // ours was lost: does not count as a retry
    } else if (ack) {
      output_.send_ack(sender_.nxt());  // our acknowledgment was lost
    }
    return false;
  }
  if (state_ == State::kSynReceived && ack) {
    establish(header, changes);
  }
  return true;
}

void TcpEndpoint::establish(const TcpHeader& header, StateChanges& changes) {
  const TimePs now = wiring_.timers.now();
  const bool once = syn_count_ == 1;
  TimePs rtt = once ? now - syn_sent_ : kNever;
  if (agreed_.timestamps && header.timestamp_echo != kNever) {
    rtt = now - header.timestamp_echo;
  }
  syn_timer_.cancel();
  ++statistics_.connections;
  sender_.start(agreed_, header.window_bytes, rtt, !once);
  state_ = sender_.fin_wanted() ? State::kFinWait1 : State::kEstablished;
  changes.established = true;
}

}  // namespace docsis_vp::hosts
