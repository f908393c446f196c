#include "models/docsis/ds_header.h"

namespace docsis_vp::docsis {
namespace {

constexpr unsigned kDsServiceType = 8;
constexpr std::size_t kWithDsid = 3;  // length of the element's value
constexpr std::size_t kWithSequence = 5;

}  // namespace

void append_ds_packet_header(std::vector<std::uint8_t>& octets, const DsService& service,
                             std::uint32_t ethernet_bytes) {
  const std::size_t length = service.sequence ? kWithSequence : kWithDsid;
  std::array<std::uint8_t, 1 + kWithSequence> element{};
  const std::uint32_t word = std::uint32_t{service.priority} << 21 |
                             std::uint32_t{service.sequence_change ? 1U : 0U} << 20 |
                             (service.dsid & kMaxDsid);
  element[0] = static_cast<std::uint8_t>(kDsServiceType << 4 | length);
  element[1] = static_cast<std::uint8_t>(word >> 16);
  element[2] = static_cast<std::uint8_t>(word >> 8);
  element[3] = static_cast<std::uint8_t>(word);
  if (service.sequence) {
    element[4] = static_cast<std::uint8_t>(*service.sequence >> 8);
    element[5] = static_cast<std::uint8_t>(*service.sequence);
  }
  append_header(octets, kPacketControl, {element.data(), 1 + length}, ethernet_bytes);
}

std::optional<DsService> find_ds_service(OctetView extended_header) {
  OctetReader elements(extended_header);
  while (elements.rest().size > 0) {
    const std::uint8_t head = elements.u8();
    const std::size_t length = head & 0x0FU;
    OctetReader value(elements.take(length));
    if (!elements.ok()) return std::nullopt;
    if (head >> 4 != kDsServiceType || length < kWithDsid) continue;
    const std::uint32_t word = std::uint32_t{value.u8()} << 16 | value.u16();
    DsService service;
    service.priority = static_cast<std::uint8_t>(word >> 21);
    service.sequence_change = (word >> 20 & 1) != 0;
    service.dsid = word & kMaxDsid;
    if (length >= kWithSequence) service.sequence = value.u16();
    return service;
  }
  return std::nullopt;
}

}  // namespace docsis_vp::docsis
