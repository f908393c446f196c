// Reads and writes the segment header: the eight octets that begin every burst in multiple transmit
// channel mode (MULPIv3.1 6.2.1.2, continuous concatenation and fragmentation).
#pragma once

#include <cstdint>
#include <vector>

#include "models/docsis/octets.h"
#include "models/docsis/parse_error.h"

namespace docsis_vp::docsis {

constexpr std::uint32_t kSegmentHeaderBytes = 8;
constexpr std::uint32_t kSegmentSequences = 8192;  // sequence numbers wrap at 13 bits

struct SegmentHeader {
  bool pointer_valid = false;  // PFI: a MAC frame header begins in this segment
  std::uint16_t pointer = 0;   // octets from the end of this header to that frame; 14 bits
  // increments per segment over all channels of the SID cluster; 13 bits
  std::uint16_t sequence = 0;
  std::uint8_t cluster = 0;   // SID cluster within the service flow; 3 bits
  std::uint16_t request = 0;  // piggyback, in N-byte units; 0: none
};

// Returns how far b is ahead of a, -4096..4095, modulo 2^13.
constexpr int sequence_distance(std::uint16_t a, std::uint16_t b) {
  const unsigned ahead = (b - a) & (kSegmentSequences - 1);
  return ahead < kSegmentSequences / 2
             ? static_cast<int>(ahead)
             : static_cast<int>(ahead) - static_cast<int>(kSegmentSequences);
}

// Errors: kTruncated, kBadHcs, kReservedField.
Parsed<SegmentHeader> parse_segment_header(OctetView octets);
void append_segment_header(std::vector<std::uint8_t>& octets, const SegmentHeader& header);
// Overwrites the kSegmentHeaderBytes at `octets`.
void write_segment_header(std::uint8_t* octets, const SegmentHeader& header);

}  // namespace docsis_vp::docsis
