// One end of a TCP connection: RFC 9293 and those README.md lists.
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

// Full duplex. Octets are counted, not carried: write(n) sends n octets, the peer's user hears how
// many arrived in order. What the endpoint sends leaves within push(), a timer or the call that
// causes it, numbered in its flow from 0. Two endpoints carry one connection at a time and any
// number in turn; segments of an earlier one are ignored. Nothing is allocated once the windows
// have been as large as they get.
class TcpEndpoint : public PacketSink {
 public:
  // Throws ConfigError for a configuration out of range.
  TcpEndpoint(const TcpConfig& config, const TcpWiring& wiring,
              std::unique_ptr<CongestionControl> congestion, TcpUser& user);

  // Takes every connection that the peer opens from now on, one after the other.
  void listen();
  // Opens a connection. closed() must hold.
  void connect();
  // Queues octets for sending, from connect() or on_established() on until close().
  void write(std::uint64_t bytes);
  // As much as the connection carries, until discard_unsent() or close().
  void write_unlimited();
  // Takes back what was written and never sent.
  void discard_unsent();
  // Sends FIN after what was written (of an unlimited write: what was sent) and lets the peer
  // finish.
  void close();
  // Resets the connection at once.
  void abort();
  // That, because the peer failed: a failure of this end, too.
  void fail_with_peer();
  // From now on octets fill the receive buffer until read() takes them; otherwise they are taken as
  // they arrive.
  void read_by_hand() { receiver_.read_by_hand(); }
  void read(std::uint64_t bytes);

  // From the peer.
  void push(PacketHandle packet) override;

  bool established() const { return state_ >= State::kEstablished && state_ < State::kTimeWait; }
  // Never opened, failed, or both directions are done.
  bool closed() const { return state_ <= State::kListen || state_ == State::kTimeWait; }
  bool failed() const { return failed_; }  // the last connection: no answer to SYN, or reset

  // Octets of this connection. written: at least kUnlimitedBytes after write_unlimited().
  static constexpr std::uint64_t kUnlimitedBytes = std::uint64_t{1} << 60;
  std::uint64_t written_bytes() const { return sender_.write_end() - 1; }
  std::uint64_t acked_bytes() const { return sender_.acked_bytes(); }
  std::uint64_t delivered_bytes() const { return receiver_.delivered_bytes(); }
  std::uint64_t unread_bytes() const { return receiver_.unread_bytes(); }
  std::uint64_t flight_bytes() const { return sender_.flight_bytes(); }  // RFC 6675: pipe

  // The number of the connection that is open, or was the last.
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

  // What the user has to hear once a packet is dealt with.
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
  void tell(const StateChanges& changes);
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
  unsigned syn_retries_ = 0;  // for which the timer expired
  TimePs syn_timeout_ = 0;
  TimePs syn_timestamp_ = kNever;  // of the peer's SYN, to echo

  std::uint64_t told_delivered_ = 0;
  std::uint64_t told_acked_ = 0;
};

}  // namespace docsis_vp::hosts
