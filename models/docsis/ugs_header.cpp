#include "models/docsis/ugs_header.h"

#include "models/docsis/octets.h"

namespace docsis_vp::docsis {

namespace {

constexpr unsigned kServiceFlowType = 6;
constexpr unsigned kServiceFlowLength = 2;  // with length 1 there is no status
constexpr unsigned kQueueIndicator = 0x80;
constexpr unsigned kActiveGrants = 0x7F;

}  // namespace

UgsElement ugs_element(const UgsStatus& status) {
  const unsigned indicator = status.queue_indicator ? kQueueIndicator : 0;
  return {kServiceFlowType << 4 | kServiceFlowLength, 0,
          static_cast<std::uint8_t>(indicator | (status.active_grants & kActiveGrants))};
}

std::optional<UgsStatus> find_ugs_status(OctetView extended_header) {
  std::size_t at = 0;
  while (at < extended_header.size) {
    const unsigned type = extended_header[at] >> 4U;
    const unsigned length = extended_header[at] & 0x0FU;
    if (at + 1 + length > extended_header.size) return std::nullopt;
    if (type == kServiceFlowType && length == kServiceFlowLength) {
      const unsigned value = extended_header[at + 2];
      return UgsStatus{(value & kQueueIndicator) != 0,
                       static_cast<std::uint8_t>(value & kActiveGrants)};
    }
    at += 1 + length;
  }
  return std::nullopt;
}

}  // namespace docsis_vp::docsis
