// Builds packets from segments and sends them.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/scoreboard.h"
#include "models/hosts/tcp/tcp_options.h"
#include "models/hosts/tcp/tcp_receiver.h"
#include "models/hosts/tcp/tcp_statistics.h"
#include "models/hosts/tcp/tcp_wiring.h"
#include "platform/base/packet.h"

namespace docsis_vp::hosts {

class TcpOutput {
 public:
  TcpOutput(const TcpConfig& config, const TcpWiring& wiring, TcpReceiver& receiver,
            TcpStatistics& statistics)
      : config_(config), wiring_(wiring), receiver_(receiver), statistics_(statistics) {}

  void start(std::uint32_t connection) { connection_ = connection; }
  void agree(const TcpOptions& agreed) { agreed_ = agreed; }

  // flags: SYN or SYN-ACK, with ECE and CWR according to RFC 3168 sec. 6.1.1.
  void send_syn(std::uint8_t flags, std::uint8_t offer, TimePs echo);
  // sequence: SND.NXT; a window probe uses SND.UNA - 1.
  void send_ack(std::uint64_t sequence);
  void send_reset(std::uint64_t sequence);
  void send_data(const SentSegment& segment, bool retransmission, std::uint8_t flags);

 private:
  PacketHandle take(std::uint8_t flags, std::uint64_t sequence);
  void send(PacketHandle packet, std::uint32_t option_and_payload_bytes);
  Ecn ecn_of(bool new_data) const;

  const TcpConfig& config_;
  const TcpWiring wiring_;
  TcpReceiver& receiver_;
  TcpStatistics& statistics_;
  TcpOptions agreed_;
  std::uint32_t connection_ = 0;
  std::uint64_t sent_packets_ = 0;  // numbers the packets of the flow
};

}  // namespace docsis_vp::hosts
