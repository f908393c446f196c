// Implements one end of a TCP connection: RFC 9293 and the RFCs listed in README.md.
#pragma once

#include <cstdint>
#include <memory>

#include "models/hosts/tcp/congestion/congestion_control.h"
#include "models/hosts/tcp/tcp_config.h"
#include "models/hosts/tcp/tcp_output.h"
#include "models/hosts/tcp/tcp_receiver.h"
#include "models/hosts/tcp/tcp_sender.h"
#include "models/hosts/tcp/tcp_statistics.h"
#include "models/hosts/tcp/tcp_user.h"
#include "models/hosts/tcp/tcp_wiring.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::hosts {

// Full duplex. Octets are counted, not carried: write(n) sends n octets, and the peer's user is
// told how many arrived in order. Packets leave within push(), a timer or the call that causes
// them. They are numbered in their flow from 0. Two endpoints carry one connection at a time and
// any number in succession; segments of an earlier one are ignored. Nothing is allocated once the
// windows have reached their largest size.
class TcpEndpoint : public PacketSink {
 public:
  // Throws ConfigError for a configuration out of range.
  TcpEndpoint(const TcpConfig& config, const TcpWiring& wiring,
              std::unique_ptr<CongestionControl> congestion, TcpUser& user);

  // Accepts every connection that the peer opens from now on, one after the other.
  void listen();
  // Opens a connection. Requires closed().
  void connect();
  // Queues octets for sending; allowed from connect() or on_established() until close().
  void write(std::uint64_t bytes);
  // Sends as much as the connection carries until discard_unsent() or close().
  void write_unlimited();
  // Discards octets that were written and never sent.
  void discard_unsent();
  // Sends FIN after the written octets (after an unlimited write: after the sent ones). The peer
  // may still finish.
  void close();
  // Resets the connection at once.
  void abort();
  // Resets the connection because the peer failed; counts as a failure of this end, too.
  void fail_with_peer();
  // From now on octets fill the receive buffer until read() takes them. By default they are taken
  // at arrival.
  void read_by_hand() { receiver_.read_by_hand(); }
  void read(std::uint64_t bytes);

  // Takes a packet of the peer.
  void push(PacketHandle packet) override;

  bool established() const { return state_ >= State::kEstablished && state_ < State::kTimeWait; }
  // True if never opened, failed, or both directions are closed.
  bool closed() const { return state_ <= State::kListen || state_ == State::kTimeWait; }
  bool failed() const { return failed_; }  // the last connection got no answer to SYN, or was reset

  // Octets of the current connection. written: at least kUnlimitedBytes after write_unlimited().
  static constexpr std::uint64_t kUnlimitedBytes = std::uint64_t{1} << 60;
  std::uint64_t written_bytes() const { return sender_.write_end() - 1; }
  std::uint64_t acked_bytes() const { return sender_.acked_bytes(); }
  std::uint64_t delivered_bytes() const { return receiver_.delivered_bytes(); }
  std::uint64_t unread_bytes() const { return receiver_.unread_bytes(); }
  std::uint64_t flight_bytes() const { return sender_.flight_bytes(); }  // RFC 6675: pipe

  // Number of the current or the last connection.
  std::uint32_t connection() const { return connection_; }
  FlowId flow() const { return wiring_.flow; }
  TimePs srtt() const { return sender_.rtt().srtt(); }  // kNever: none yet
  TimePs rto() const { return sender_.rtt().rto(); }    // without backoff
  const CongestionControl& congestion() const { return *congestion_; }
  const TcpStatistics& statistics() const { return statistics_; }

 private:
  // RFC 9293 sec. 3.3.2
  enum class State : std::uint8_t {
    kClosed,
    kListen,
    kSynSent,
    kSynReceived,
    kEstablished,
    kFinWait1,
    kFinWait2,
    kCloseWait,
    kClosing,
    kLastAck,
    kTimeWait,  // until the next connection; answers the peer's FIN
  };

  // Callbacks that are due after the processing of a packet.
  struct StateChanges {
    bool established = false;
    bool peer_closed = false;
    bool closed = false;
  };

  void open(State state, std::uint32_t connection);
  void send_syn();
  void retry_syn();
  std::uint8_t offer() const;
  void agree(const TcpHeader& syn);
  bool opens_connection(const TcpHeader& header) const;
  void take_syn(const TcpHeader& header);
  bool take_handshake(const TcpHeader& header, StateChanges& changes);
  void establish(const TcpHeader& header, StateChanges& changes);
  void take_segment(PacketHandle packet, StateChanges& changes);
  void acknowledge(TcpReceiver::Acknowledge wanted);
  void acknowledge_late();
  void follow_fins(StateChanges& changes);
  void fail(StateChanges& changes);
  void finish(State state, StateChanges& changes);
  void notify_user(const StateChanges& changes);
  void send_in_state();

  const TcpConfig config_;
  const TcpWiring wiring_;
  const std::unique_ptr<CongestionControl> congestion_;
  TcpUser& user_;
  TcpStatistics statistics_;
  TcpReceiver receiver_;
  TcpOutput output_;
  TcpSender sender_;
  Timer syn_timer_;
  Timer ack_timer_;

  State state_ = State::kClosed;
  bool listening_ = false;
  bool failed_ = false;
  std::uint32_t connection_ = 0;
  TcpOptions agreed_;
  std::uint8_t peer_offer_ = 0;

  TimePs syn_sent_ = 0;
  unsigned syn_count_ = 0;
  unsigned syn_retries_ = 0;  // after expiry of the timer
  TimePs syn_timeout_ = 0;
  TimePs syn_timestamp_ = kNever;  // timestamp of the peer's SYN, to echo

  std::uint64_t reported_delivered_ = 0;
  std::uint64_t reported_acked_ = 0;
};

}  // namespace docsis_vp::hosts
