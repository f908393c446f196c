// Holds the TCP header of a packet, as fields instead of octets.
#pragma once

#include <array>
#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp {

// Received octets begin .. end-1 of the sequence space.
struct SackBlock {
  std::uint64_t begin;
  std::uint64_t end;
};

// Flags of the header (RFC 9293 sec. 3.1, RFC 3168 sec. 6.1).
enum TcpFlag : std::uint8_t {
  kTcpFin = 0x01,
  kTcpSyn = 0x02,
  kTcpRst = 0x04,
  kTcpPsh = 0x08,
  kTcpAck = 0x10,
  kTcpEce = 0x40,
  kTcpCwr = 0x80,
};

// Options that a SYN offers besides its MSS.
enum TcpOffer : std::uint8_t {
  kTcpOfferTimestamps = 0x01,
  kTcpOfferSack = 0x02,
  kTcpOfferWindowScale = 0x04,
  kTcpOfferAccurateEcn = 0x08,
};

// TCP header fields. Sequence numbers have 64 bits and count from 0, the SYN, in each connection:
// nothing wraps, and the first octet of data has number 1. The other fields have a meaning only
// while flags is not zero. Packets that are not TCP have flags 0.
struct TcpHeader {
  static constexpr unsigned kMaxSackBlocks = 4;  // fits in 40 octets of options, RFC 2018 sec. 3

  std::uint8_t flags = 0;       // bits of TcpFlag
  std::uint8_t sack_count = 0;  // number of valid blocks in `sack`
  std::uint8_t syn_offer;       // bits of TcpOffer; SYNs only
  // Scale of window_bytes. In SYNs: the announced scale (RFC 7323 sec. 2.3).
  std::uint8_t window_shift;
  std::uint32_t payload_bytes = 0;
  std::uint32_t syn_mss_bytes;  // SYNs only
  std::uint32_t connection;     // number of the connection between two endpoints; replaces ports
  std::uint32_t ce_packets;     // AccECN: CE-marked data packets received so far
  std::uint64_t ce_bytes;       // AccECN: payload of those packets
  std::uint64_t sequence;
  std::uint64_t acknowledgment;
  std::uint64_t window_bytes;  // in octets: the scale is already applied
  TimePs timestamp;            // TSval, in the sender's time; kNever: no timestamps
  TimePs timestamp_echo;       // TSecr; kNever: none
  TimePs one_way_delay;        // of the newest data packet received; kNever: none yet
  std::array<SackBlock, kMaxSackBlocks> sack;
};

}  // namespace docsis_vp
