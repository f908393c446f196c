#include "models/docsis/map.h"

#include <algorithm>
#include <tuple>

#include "models/docsis/management.h"

namespace docsis_vp::docsis {
namespace {

constexpr EthernetAddress kCmtsAddress = {0x00, 0xA0, 0xC9, 0x00, 0x00, 0x01};
constexpr unsigned kElementBytes = 4;

MapElement element_of(std::uint32_t word) {
  MapElement element;
  element.sid = static_cast<std::uint16_t>(word >> 18);
  element.iuc = static_cast<std::uint8_t>(word >> 14 & 0xF);
  element.offset = static_cast<std::uint16_t>(word & kMaxMapOffset);
  return element;
}

std::uint32_t word_of(const MapElement& element) {
  return static_cast<std::uint32_t>(element.sid & kSidAllModems) << 18 |
         static_cast<std::uint32_t>(element.iuc & 0xFU) << 14 |
         static_cast<std::uint32_t>(element.offset & kMaxMapOffset);
}

// An interval ends at the next element's offset. Elements after the Null element have no length.
std::optional<ParseError> derive_lengths(std::vector<MapElement>& elements) {
  bool ended = false;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].iuc == kIucNull) {
      if (ended) return ParseError::kBadElementOrder;
      ended = true;
    }
    if (i + 1 == elements.size()) break;
    const std::uint16_t next = elements[i + 1].offset;
    if (next < elements[i].offset || (ended && next > elements[i].offset)) {
      return ParseError::kBadElementOrder;
    }
    elements[i].length = static_cast<std::uint16_t>(next - elements[i].offset);
  }
  return ended ? std::nullopt : std::optional(ParseError::kNoNullElement);
}

bool is_expressible(const MapElement& element) {
  return element.sid <= kSidAllModems && element.iuc <= 0xF && element.offset <= kMaxMapOffset;
}

auto fields(const Map& map) {
  return std::tie(map.version, map.channel_id, map.ucd_count, map.allocation_start, map.ack_time,
                  map.ranging_backoff_start, map.ranging_backoff_end, map.data_backoff_start,
                  map.data_backoff_end, map.elements);
}

}  // namespace

bool operator==(const MapElement& a, const MapElement& b) {
  return std::tie(a.sid, a.iuc, a.offset, a.length) == std::tie(b.sid, b.iuc, b.offset, b.length);
}

bool operator==(const Map& a, const Map& b) {
  return fields(a) == fields(b);
}

std::optional<ParseError> parse_map(OctetView frame, Map& map) {
  const Parsed<ManagementMessage> message = parse_management(frame);
  if (!message) return message.error();
  if (message->type != static_cast<std::uint8_t>(ManagementType::kMap)) return ParseError::kNotAMap;
  if (message->version != 1 && message->version != 5) return ParseError::kBadVersion;

  OctetReader reader(message->body);
  map.version = message->version;
  map.channel_id = reader.u8();
  map.ucd_count = reader.u8();
  const std::uint16_t counts = reader.u16();
  const bool ofdma = map.version == 5;
  if (ofdma && (counts & 0xF) != 0) return ParseError::kProbeMap;
  const unsigned count = ofdma ? counts >> 7 : counts >> 8;
  map.allocation_start = reader.u32();
  map.ack_time = reader.u32();
  map.ranging_backoff_start = reader.u8();
  map.ranging_backoff_end = reader.u8();
  map.data_backoff_start = reader.u8();
  map.data_backoff_end = reader.u8();
  if (!reader.ok()) return ParseError::kTruncated;
  if (count > max_elements(map.version)) return ParseError::kTooManyElements;
  if (count < 2) return ParseError::kTooFewElements;
  if (reader.rest().size < std::size_t{count} * kElementBytes) return ParseError::kTruncated;
  if (reader.rest().size > std::size_t{count} * kElementBytes) return ParseError::kBadLength;
  map.elements.clear();
  for (unsigned i = 0; i < count; ++i) {
    map.elements.push_back(element_of(reader.u32()));
  }
  return derive_lengths(map.elements);
}

bool complete_map(Map& map) {
  const std::size_t count = map.elements.size();
  if ((map.version != 1 && map.version != 5) || count < 2 || count > max_elements(map.version) ||
      !std::all_of(map.elements.begin(), map.elements.end(), is_expressible)) {
    return false;
  }
  map.elements.back().length = 0;
  return !derive_lengths(map.elements);
}

void append_map(std::vector<std::uint8_t>& octets, const Map& map) {
  ManagementMessage message;
  message.destination = kAllModems;
  message.source = kCmtsAddress;
  message.version = map.version;
  message.type = static_cast<std::uint8_t>(ManagementType::kMap);
  ManagementWriter frame(octets, message);
  constexpr std::size_t kFieldBytes = 16;
  OctetWriter writer(octets, kFieldBytes + kElementBytes * map.elements.size());
  writer.u8(map.channel_id);
  writer.u8(map.ucd_count);
  const auto count = static_cast<unsigned>(map.elements.size());
  writer.u16(map.version == 5 ? count << 7 : count << 8);
  writer.u32(map.allocation_start);
  writer.u32(map.ack_time);
  writer.u8(map.ranging_backoff_start);
  writer.u8(map.ranging_backoff_end);
  writer.u8(map.data_backoff_start);
  writer.u8(map.data_backoff_end);
  for (const MapElement& element : map.elements) {
    writer.u32(word_of(element));
  }
  frame.finish();
}

}  // namespace docsis_vp::docsis
