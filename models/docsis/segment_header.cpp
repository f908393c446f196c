#include "models/docsis/segment_header.h"

#include "models/docsis/crc.h"

namespace docsis_vp::docsis {
namespace {

constexpr unsigned kPointerValid = 0x8000;
constexpr unsigned kReserved = 0x4000;
constexpr unsigned kPointerMask = 0x3FFF;

}  // namespace

Parsed<SegmentHeader> parse_segment_header(OctetView octets) {
  OctetReader reader(octets);
  const std::uint16_t pointer = reader.u16();
  const std::uint16_t sequence = reader.u16();
  SegmentHeader header;
  header.request = reader.u16();
  const std::uint16_t hcs = reader.u16_low_first();
  if (!reader.ok()) return ParseError::kTruncated;
  if (hcs != crc16_x25(octets.first(kSegmentHeaderBytes - 2))) return ParseError::kBadHcs;
  if ((pointer & kReserved) != 0) return ParseError::kReservedField;
  header.pointer_valid = (pointer & kPointerValid) != 0;
  header.pointer = static_cast<std::uint16_t>(pointer & kPointerMask);
  header.sequence = static_cast<std::uint16_t>(sequence >> 3);
  header.cluster = static_cast<std::uint8_t>(sequence & 7);
  return header;
}

void append_segment_header(std::vector<std::uint8_t>& octets, const SegmentHeader& header) {
  octets.resize(octets.size() + kSegmentHeaderBytes);
  write_segment_header(octets.data() + octets.size() - kSegmentHeaderBytes, header);
}

void write_segment_header(std::uint8_t* octets, const SegmentHeader& header) {
  OctetWriter writer(octets);
  writer.u16((header.pointer_valid ? kPointerValid : 0U) | (header.pointer & kPointerMask));
  writer.u16((header.sequence % kSegmentSequences) << 3 | (header.cluster & 7U));
  writer.u16(header.request);
  writer.u16_low_first(crc16_x25({octets, kSegmentHeaderBytes - 2}));
}

}  // namespace docsis_vp::docsis
