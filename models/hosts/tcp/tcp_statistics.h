// Counts the events of one end, over all its connections.
#pragma once

#include <cstdint>

namespace docsis_vp::hosts {

struct TcpStatistics {
  // Sender. Segments with data or FIN; payload octets.
  std::uint64_t data_segments = 0;  // includes retransmissions
  std::uint64_t data_bytes = 0;
  std::uint64_t retransmitted_segments = 0;
  std::uint64_t retransmitted_bytes = 0;
  std::uint64_t pure_acks = 0;
  std::uint64_t syns = 0;  // SYN or SYN-ACK
  std::uint64_t acked_bytes = 0;
  std::uint64_t recoveries = 0;  // number of fast retransmits
  std::uint64_t timeouts = 0;
  std::uint64_t window_probes = 0;
  std::uint64_t ecn_reductions = 0;  // for ECE (RFC 3168) or counted marks

  // Receiver
  std::uint64_t delivered_bytes = 0;     // in order: goodput
  std::uint64_t received_segments = 0;   // segments with data
  std::uint64_t duplicate_segments = 0;  // segments without new data
  std::uint64_t ce_segments = 0;

  std::uint64_t connections = 0;  // established
  std::uint64_t failures = 0;     // handshakes given up, or resets by the peer
};

}  // namespace docsis_vp::hosts
