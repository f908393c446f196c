// Names, lengths and ranges of the encodings of a DOCSIS configuration file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace docsis_vp::docsis {

enum class TlvKind : std::uint8_t {
  kUnsigned,    // 1, 2 or 4 octets, most significant first
  kText,        // octets of a string that ends with a zero octet
  kOctets,      // shown in hexadecimal
  kOctetList,   // a few octets that are numbers of their own, such as range and mask
  kMacAddress,  // 6 octets
  kIpv4,        // 4 octets
  kIpv6,        // 16 octets
  kGroup        // encodings within this one
};

struct TlvTable;

struct TlvDescription {
  std::uint8_t type;
  const char* name;  // in JSON; the unit is its last word
  TlvKind kind;
  std::uint16_t min_octets;
  std::uint16_t max_octets;
  std::uint64_t min;  // kUnsigned only
  std::uint64_t max;
  const TlvTable* group;  // kGroup only
  bool repeats;           // may occur more than once
};

// The encodings that may stand side by side: own rows, and those of another table.
struct TlvTable {
  const TlvDescription* first;
  const TlvDescription* last;  // behind the rows
  const TlvTable* base;        // null: none

  // Null if the table does not have it.
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
constexpr std::uint8_t kAqmDisableTlv = 76;
constexpr std::uint8_t kEndTlv = 255;

// Files of PacketCable MTAs begin with this one. Behind it, and nowhere else, the length of
// kLongTlv takes two octets.
constexpr std::uint8_t kMtaFileTlv = 254;
constexpr std::uint8_t kLongTlv = 64;
// Longest values: under a length of one octet, and of two.
constexpr std::size_t kMaxTlvOctets = 0xff;
constexpr std::size_t kMaxLongTlvOctets = 0xffff;

}  // namespace docsis_vp::docsis
