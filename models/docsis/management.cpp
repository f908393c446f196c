#include "models/docsis/management.h"

#include <algorithm>

#include "models/docsis/crc.h"
#include "models/docsis/mac_header.h"

namespace docsis_vp::docsis {
namespace {

constexpr std::size_t kAddressesAndLengthBytes = 14;
constexpr std::size_t kLlcToReservedBytes = 6;
constexpr std::size_t kCrcBytes = 4;
constexpr std::uint8_t kLlcControl = 0x03;  // unnumbered information

EthernetAddress address(OctetView octets) {
  EthernetAddress value{};
  std::copy_n(octets.data, octets.size, value.begin());
  return value;
}

void put_u16(std::vector<std::uint8_t>& octets, std::size_t at, std::size_t value) {
  octets[at] = static_cast<std::uint8_t>(value >> 8);
  octets[at + 1] = static_cast<std::uint8_t>(value);
}

}  // namespace

Parsed<ManagementMessage> parse_management(OctetView frame) {
  const Parsed<MacHeader> header = parse_mac_header(frame);
  if (!header) return header.error();
  if (header->kind != FrameKind::kManagement && header->kind != FrameKind::kTiming) {
    return ParseError::kNotManagement;
  }
  OctetView payload = frame.from(header->header_bytes);
  if (payload.size < header->payload_bytes) return ParseError::kTruncated;
  payload = payload.first(header->payload_bytes);
  if (payload.size < kAddressesAndLengthBytes + kLlcToReservedBytes + kCrcBytes) {
    return ParseError::kBadLength;
  }
  const OctetView covered = payload.first(payload.size - kCrcBytes);
  if (OctetReader(payload.from(covered.size)).u32_low_first() != crc32(covered)) {
    return ParseError::kBadCrc;
  }
  OctetReader reader(covered);
  ManagementMessage message;
  message.destination = address(reader.take(message.destination.size()));
  message.source = address(reader.take(message.source.size()));
  const std::uint16_t length = reader.u16();
  if (length != reader.rest().size) return ParseError::kBadLength;
  if (reader.u8() != 0 || reader.u8() != 0 || reader.u8() != kLlcControl) {
    return ParseError::kReservedField;
  }
  message.version = reader.u8();
  message.type = reader.u8();
  message.fragment = reader.u8();
  message.body = reader.rest();
  return message;
}

ManagementWriter::ManagementWriter(std::vector<std::uint8_t>& octets,
                                   const ManagementMessage& message)
    : octets_(octets), start_(octets.size()) {
  const bool sync = message.type == static_cast<std::uint8_t>(ManagementType::kSync);
  append_header(octets_, sync ? kTimingControl : kManagementControl, {}, 0);
  OctetWriter writer(octets_, kAddressesAndLengthBytes + kLlcToReservedBytes);
  writer.put({message.destination.data(), message.destination.size()});
  writer.put({message.source.data(), message.source.size()});
  writer.u16(0);
  writer.u8(0);
  writer.u8(0);
  writer.u8(kLlcControl);
  writer.u8(message.version);
  writer.u8(message.type);
  writer.u8(message.fragment);
}

void ManagementWriter::finish() {
  const std::size_t payload = start_ + kPlainHeaderBytes;
  put_u16(octets_, payload + kAddressesAndLengthBytes - 2,
          octets_.size() - payload - kAddressesAndLengthBytes);
  const std::uint32_t crc = crc32(OctetView(octets_).from(payload));
  OctetWriter(octets_, kCrcBytes).u32_low_first(crc);
  put_u16(octets_, start_ + 2, octets_.size() - payload);
  const OctetView header = OctetView(octets_).from(start_).first(kPlainHeaderBytes - 2);
  const std::uint16_t hcs = crc16_x25(header);
  octets_[start_ + 4] = static_cast<std::uint8_t>(hcs);
  octets_[start_ + 5] = static_cast<std::uint8_t>(hcs >> 8);
}

}  // namespace docsis_vp::docsis
