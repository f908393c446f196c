// The TCP header of a packet, as fields instead of octets.
#pragma once

#include <array>
#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp {

// Octets begin .. end-1 of the sequence space.
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

// What a SYN offers besides its MSS.
enum TcpOffer : std::uint8_t {
  kTcpOfferTimestamps = 0x01,
  kTcpOfferSack = 0x02,
  kTcpOfferWindowScale = 0x04,
  kTcpOfferAccurateEcn = 0x08,
};

// Sequence numbers have 64 bits and count from 0, the SYN, in each connection: nothing wraps, and
// the first octet of data is number 1. The other fields mean something only if flags is not zero;
// a packet that is not TCP has none set.
struct TcpHeader {
  static constexpr unsigned kMaxSackBlocks = 4;  // what 40 octets of options hold, RFC 2018 sec. 3

  std::uint8_t flags = 0;       // of TcpFlag
  std::uint8_t sack_count = 0;  // of the blocks below that are set
  std::uint8_t syn_offer;       // of TcpOffer, in SYNs
  std::uint8_t window_shift;    // RFC 7323 sec. 2.3: of the window below; in SYNs what is announced
  std::uint32_t payload_bytes = 0;
  std::uint32_t syn_mss_bytes;  // in SYNs
  std::uint32_t
      connection;  // successive connections of a pair of endpoints, as ports tell them apart
  std::uint32_t ce_packets;  // AccECN: CE-marked data packets received so far
  std::uint64_t ce_bytes;    // and their payload
  std::uint64_t sequence;
  std::uint64_t acknowledgment;
  std::uint64_t window_bytes;  // as the peer reads it: shifted by the scale
  TimePs timestamp;            // TSval, in the sender's time; kNever: no timestamps
  TimePs timestamp_echo;       // TSecr; kNever: none
  TimePs one_way_delay;        // of the newest data packet received; kNever: none yet
  std::array<SackBlock, kMaxSackBlocks> sack;
};

}  // namespace docsis_vp
