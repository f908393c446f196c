// Reads the ECN field, and overwrites the TOS octet as the CMTS does.
#pragma once

#include <cstdint>

namespace docsis_vp {

// The ECN field of the IP header (RFC 3168 sec. 5).
enum class Ecn : std::uint8_t { kNotEct = 0, kEct1 = 1, kEct0 = 2, kCe = 3 };

// Overwrite of the IPv4 TOS or IPv6 traffic class octet: new = (old & and_mask) | or_mask (MULPI
// TLV 24.23, 25.23).
struct TosOverwrite {
  std::uint8_t and_mask = 0xFF;
  std::uint8_t or_mask = 0;

  constexpr bool changes() const { return and_mask != 0xFF || or_mask != 0; }
  constexpr std::uint8_t of(unsigned octet) const {
    return static_cast<std::uint8_t>((octet & and_mask) | or_mask);
  }
  constexpr Ecn of(Ecn ecn) const { return static_cast<Ecn>(of(static_cast<unsigned>(ecn)) & 3U); }
};

}  // namespace docsis_vp
