#include "models/docsis/mac_header.h"

#include "models/docsis/crc.h"

namespace docsis_vp::docsis {
namespace {

constexpr unsigned kSidMask = 0x3FFF;
constexpr std::size_t kHcsBytes = 2;

std::optional<FrameKind> kind_of(std::uint8_t frame_control) {
  switch (frame_control & ~kExtendedHeaderOn) {
    case kPacketControl:
      return FrameKind::kPacket;
    case kIsolationControl:
      return FrameKind::kIsolation;
    case kTimingControl:
      return FrameKind::kTiming;
    case kManagementControl:
      return FrameKind::kManagement;
    case kRequestControl:
      return FrameKind::kRequest;
    case kFragmentControl:
      return FrameKind::kFragment;
    case kQueueDepthRequestControl:
      return FrameKind::kQueueDepthRequest;
    case kConcatenationControl:
      return FrameKind::kConcatenation;
    default:
      return std::nullopt;
  }
}

bool may_be_extended(FrameKind kind) {
  return kind == FrameKind::kPacket || kind == FrameKind::kIsolation ||
         kind == FrameKind::kManagement || kind == FrameKind::kFragment;
}

bool is_extended(std::uint8_t frame_control) {
  return (frame_control & kExtendedHeaderOn) != 0;
}

// Elements are one octet of type and length, followed by the value (MULPIv3.1 6.2.6).
bool fills_exactly(OctetView elements) {
  std::size_t at = 0;
  while (at < elements.size) {
    at += 1 + (elements[at] & 0x0FU);
  }
  return at == elements.size;
}

// Writes the HCS, the last two octets, over the octets before it.
void write_hcs(std::vector<std::uint8_t>& octets, std::size_t header_start, OctetWriter& writer) {
  const std::size_t checked = octets.size() - kHcsBytes - header_start;
  writer.u16_low_first(crc16_x25({octets.data() + header_start, checked}));
}

std::optional<ParseError> read_length(std::uint8_t frame_control, std::uint8_t parameter,
                                      std::uint16_t length, MacHeader& header) {
  const std::uint32_t extended = is_extended(frame_control) ? parameter : 0U;
  if (length < extended) return ParseError::kBadLength;
  header.payload_bytes = length - extended;
  if (header.kind == FrameKind::kConcatenation) {
    header.frames = parameter;
  } else if (!is_extended(frame_control) && parameter != 0) {
    return ParseError::kReservedField;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> mac_header_size(OctetView octets) {
  if (octets.size < 2) return std::nullopt;
  const std::optional<FrameKind> kind = kind_of(octets[0]);
  if (!kind) return std::nullopt;
  if (*kind == FrameKind::kQueueDepthRequest) return kQueueDepthRequestBytes;
  return kPlainHeaderBytes + (is_extended(octets[0]) ? octets[1] : 0U);
}

Parsed<MacHeader> parse_mac_header(OctetView octets) {
  if (octets.size < 2) return ParseError::kTruncated;
  const std::uint8_t frame_control = octets[0];
  const std::optional<FrameKind> kind = kind_of(frame_control);
  if (!kind || (is_extended(frame_control) && !may_be_extended(*kind))) {
    return ParseError::kUnknownFrame;
  }
  MacHeader header;
  header.kind = *kind;
  header.header_bytes = *mac_header_size(octets);
  if (header.header_bytes > kMaxHeaderBytes) return ParseError::kBadLength;

  OctetReader reader(octets.from(1));
  const bool queue_depth = *kind == FrameKind::kQueueDepthRequest;
  const std::uint16_t parameter = queue_depth ? reader.u16() : reader.u8();
  const std::uint16_t length_or_sid = reader.u16();
  header.extended_header = reader.take(is_extended(frame_control) ? parameter : 0U);
  const std::uint16_t hcs = reader.u16_low_first();
  if (!reader.ok()) return ParseError::kTruncated;
  if (hcs != crc16_x25(octets.first(header.header_bytes - kHcsBytes))) return ParseError::kBadHcs;

  if (queue_depth || *kind == FrameKind::kRequest) {
    header.request = parameter;
    header.sid = static_cast<std::uint16_t>(length_or_sid & kSidMask);
    return header;
  }
  if (!fills_exactly(header.extended_header)) return ParseError::kBadExtendedHeader;
  const std::optional<ParseError> error =
      read_length(frame_control, static_cast<std::uint8_t>(parameter), length_or_sid, header);
  return error ? Parsed<MacHeader>(*error) : Parsed<MacHeader>(header);
}

void append_packet_header(std::vector<std::uint8_t>& octets, std::uint32_t ethernet_bytes) {
  append_header(octets, kPacketControl, {}, ethernet_bytes);
}

void append_request(std::vector<std::uint8_t>& octets, std::uint16_t sid, unsigned minislots) {
  const std::size_t start = octets.size();
  OctetWriter writer(octets, kPlainHeaderBytes);
  writer.u8(kRequestControl);
  writer.u8(minislots);
  writer.u16(sid & kSidMask);
  write_hcs(octets, start, writer);
}

void append_queue_depth_request(std::vector<std::uint8_t>& octets, std::uint16_t sid,
                                unsigned units) {
  const std::size_t start = octets.size();
  OctetWriter writer(octets, kQueueDepthRequestBytes);
  writer.u8(kQueueDepthRequestControl);
  writer.u16(units);
  writer.u16(sid & kSidMask);
  write_hcs(octets, start, writer);
}

void append_header(std::vector<std::uint8_t>& octets, std::uint8_t frame_control,
                   OctetView extended_header, std::uint32_t payload_bytes) {
  const std::size_t start = octets.size();
  const bool extended = extended_header.size > 0;
  OctetWriter writer(octets, kPlainHeaderBytes + extended_header.size);
  writer.u8(extended ? frame_control | kExtendedHeaderOn : frame_control);
  writer.u8(static_cast<unsigned>(extended_header.size));
  writer.u16(static_cast<unsigned>(extended_header.size) + payload_bytes);
  writer.put(extended_header);
  write_hcs(octets, start, writer);
}

}  // namespace docsis_vp::docsis
