// Computes the two check sequences of the MAC layer. Both are sent low byte first.
#pragma once

#include <cstdint>

#include "models/docsis/octets.h"

namespace docsis_vp::docsis {

// Header check sequence (MULPIv3.1 6.2.1.1): x^16 + x^12 + x^5 + 1, preset to ones, reflected,
// complemented (CRC-16/X-25).
std::uint16_t crc16_x25(OctetView octets);

// IEEE 802.3 CRC-32 over DA to the end of the data.
std::uint32_t crc32(OctetView octets);

}  // namespace docsis_vp::docsis
