// Lists the encodings of configuration files: names, lengths and ranges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace docsis_vp::docsis {

enum class TlvKind : std::uint8_t {
  kUnsigned,    // 1, 2 or 4 octets, most significant first
  kText,        // string that ends with a zero octet
  kOctets,      // shown in hexadecimal
  kOctetList,   // octets that are separate numbers, such as range and mask
  kMacAddress,  // 6 octets
  kIpv4,        // 4 octets
  kIpv6,        // 16 octets
  kGroup        // encodings within this one
};

struct TlvTable;

struct TlvDescription {
  std::uint8_t type;
  const char* name;  // name in JSON; its last word is the unit
  TlvKind kind;
  std::uint16_t min_octets;
  std::uint16_t max_octets;
  std::uint64_t min;  // kUnsigned only
  std::uint64_t max;
  const TlvTable* group;  // kGroup only
  bool repeats;           // may occur more than once
};

// Table of the encodings allowed in one place: its own rows and those of a base table.
struct TlvTable {
  const TlvDescription* first;
  const TlvDescription* last;  // one past the last row
  const TlvTable* base;        // null: none

  // Return null if the table does not have it.
  const TlvDescription* find(std::uint8_t type) const;
  const TlvDescription* find(std::string_view name) const;
  std::vector<std::string_view> names() const;
};

// Outermost encodings: CM-SP-MULPIv3.1 Annex C.1 and C.2.
const TlvTable& configuration_file_table();

constexpr std::uint8_t kPadTlv = 0;
constexpr std::uint8_t kClassOfServiceTlv = 4;
constexpr std::uint8_t kCmMicTlv = 6;
constexpr std::uint8_t kCmtsMicTlv = 7;
constexpr std::uint8_t kUpstreamClassifierTlv = 22;
constexpr std::uint8_t kDownstreamClassifierTlv = 23;
constexpr std::uint8_t kUpstreamServiceFlowTlv = 24;
constexpr std::uint8_t kDownstreamServiceFlowTlv = 25;
constexpr std::uint8_t kUpstreamDropClassifierTlv = 60;
constexpr std::uint8_t kTargetBufferTlv = 68;
constexpr std::uint8_t kUpstreamAggregateTlv = 70;
constexpr std::uint8_t kDownstreamAggregateTlv = 71;
constexpr std::uint8_t kAqmDisableTlv = 76;
constexpr std::uint8_t kLowLatencyDisableTlv = 91;
constexpr std::uint8_t kEndTlv = 255;

// First encoding in files of PacketCable MTAs. Only after it the length of kLongTlv has two octets.
constexpr std::uint8_t kMtaFileTlv = 254;
constexpr std::uint8_t kLongTlv = 64;
// Longest values, with a length field of one octet and of two.
constexpr std::size_t kMaxTlvOctets = 0xff;
constexpr std::size_t kMaxLongTlvOctets = 0xffff;

}  // namespace docsis_vp::docsis
