// One end of a TCP connection: RFC 9293 and those README.md lists.
#pragma once

#include <cstdint>
#include <memory>

#include "models/hosts/tcp/congestion/congestion_control.h"
#include "models/hosts/tcp/tcp_config.h"
#include "models/hosts/tcp/tcp_statistics.h"
#include "models/hosts/tcp/tcp_user.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"

namespace docsis_vp::hosts {

// All must outlive the endpoint.
struct TcpWiring {
  TimerQueue& timers;
  PacketPool& pool;
  PacketSink& out;  // towards the peer
  FlowId flow;      // of the packets sent
};

// Full duplex. Octets are counted, not carried: write(n) sends n octets, the peer's user hears how
// many arrived in order. What the endpoint sends leaves within push(), a timer or the call that
// causes it, numbered in its flow from 0. Two endpoints carry one connection at a time and any
// number in turn; segments of an earlier one are ignored. Nothing is allocated once the windows have
// been as large as they get.
class TcpEndpoint : public PacketSink {
 public:
  // Throws ConfigError for a configuration out of range.
  TcpEndpoint(const TcpConfig& config, const TcpWiring& wiring,
              std::unique_ptr<CongestionControl> congestion, TcpUser& user);
  ~TcpEndpoint() override;

  // Takes every connection that the peer opens from now on, one after the other.
  void listen();
  // Opens a connection. closed() must hold.
  void connect();
  // Queues octets for sending; before the connection is established, too.
  void write(std::uint64_t bytes);
  // As much as the connection carries, until discard_unsent() or close().
  void write_unlimited();
  // Takes back what was written and never sent.
  void discard_unsent();
  // Sends FIN after what was written (of an unlimited write: what was sent) and lets the peer finish.
  void close();
  // Resets the connection at once.
  void abort();
  // From now on octets fill the receive buffer until read() takes them; otherwise they are taken as
  // they arrive.
  void read_by_hand();
  void read(std::uint64_t bytes);

  // From the peer.
  void push(PacketHandle packet) override;

  bool established() const;  // handshake done, not yet closed() or failed
  bool closed() const;       // never opened, failed, or both directions are done
  bool failed() const;       // the last connection: no answer to SYN, or reset
  std::uint64_t written_bytes() const;  // all of this connection: kUnlimitedBytes if unlimited
  std::uint64_t acked_bytes() const;
  std::uint64_t delivered_bytes() const;
  std::uint64_t unread_bytes() const;
  static constexpr std::uint64_t kUnlimitedBytes = std::uint64_t{1} << 60;

  FlowId flow() const;
  TimePs srtt() const;  // kNever: none yet
  TimePs rto() const;   // without backoff
  std::uint64_t flight_bytes() const;
  const CongestionControl& congestion() const;
  const TcpStatistics& statistics() const;
};

}  // namespace docsis_vp::hosts
