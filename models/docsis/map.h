// Reads and writes the MAP message (MULPIv3.1 6.4.4): transmission grants on one upstream channel.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/docsis/octets.h"
#include "models/docsis/parse_error.h"

namespace docsis_vp::docsis {

// Interval usage codes; 5, 6 and 9 to 13 are the data profiles of an OFDMA channel.
enum Iuc : std::uint8_t {
  kIucRequest = 1,
  kIucRequestData = 2,
  kIucInitialMaintenance = 3,
  kIucStationMaintenance = 4,
  kIucShortData = 5,
  kIucLongData = 6,
  kIucNull = 7,
  kIucDataAck = 8,
  kIucAdvancedShortData = 9,
  kIucAdvancedLongData = 10,
  kIucAdvancedUgs = 11,
  kIucData12 = 12,
  kIucData13 = 13
};

constexpr std::uint16_t kSidNone = 0;
constexpr std::uint16_t kSidAllModems = 0x3FFF;
constexpr std::uint16_t kMaxUnicastSid = 0x3DFF;
constexpr std::uint16_t kMaxMapOffset = 0x3FFF;
constexpr unsigned kMaxElementsV1 = 240;
constexpr unsigned kMaxElementsV5 = 490;

// Returns whether intervals of this code carry a service flow's data. Length 0: grant pending.
constexpr bool is_data_iuc(std::uint8_t iuc) {
  return iuc == kIucShortData || iuc == kIucLongData ||
         (iuc >= kIucAdvancedShortData && iuc <= kIucData13);
}

struct MapElement {
  std::uint16_t sid = kSidNone;
  std::uint8_t iuc = kIucNull;
  std::uint16_t offset = 0;  // minislots from the allocation start, at most kMaxMapOffset
  std::uint16_t length = 0;  // minislots to the next element; derived, not on the wire
};

struct Map {
  std::uint8_t version = 1;  // 1: TDMA, S-CDMA; 5: OFDMA
  std::uint8_t channel_id = 0;
  std::uint8_t ucd_count = 0;
  std::uint32_t allocation_start = 0;      // minislot number
  std::uint32_t ack_time = 0;              // transmissions before this minislot have been processed
  std::uint8_t ranging_backoff_start = 0;  // backoff windows are exponents of 2
  std::uint8_t ranging_backoff_end = 0;
  std::uint8_t data_backoff_start = 0;
  std::uint8_t data_backoff_end = 0;
  // In wire order: intervals by offset, the Null element, then grants pending.
  std::vector<MapElement> elements;
};

bool operator==(const MapElement& a, const MapElement& b);
bool operator==(const Map& a, const Map& b);

constexpr unsigned max_elements(unsigned version) {
  return version == 1 ? kMaxElementsV1 : kMaxElementsV5;
}

// Returns the octets of a MAP with that many elements, MAC header and CRC included.
constexpr std::uint32_t map_frame_bytes(std::size_t elements) {
  return 30 + 16 + 4 * static_cast<std::uint32_t>(elements);
}

// Parses a whole MAC frame into `map`, which the caller reuses: nothing is allocated once its
// elements have room. After an error its content is unspecified. A data grant of length 0 is
// accepted anywhere. Errors: those of a management message, kNotAMap, kBadVersion, kProbeMap,
// kTooFewElements, kTooManyElements, kBadElementOrder, kNoNullElement.
std::optional<ParseError> parse_map(OctetView frame, Map& map);

// Derives the element lengths of a MAP before it is sent. Returns true if parse_map() would read
// the same MAP from the octets of append_map(). Returns false if the format does not allow or
// cannot express it.
bool complete_map(Map& map);

// Appends the MAC frame. Ignores the lengths of the elements.
void append_map(std::vector<std::uint8_t>& octets, const Map& map);

}  // namespace docsis_vp::docsis
