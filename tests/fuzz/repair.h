// Corrects check sequences, so that a fuzzer's changes reach the fields behind them.
#pragma once

#include <cstdint>
#include <vector>

#include "models/docsis/crc.h"

namespace docsis_vp::fuzz {

// HCS of a MAC header without extended header, CRC of what follows.
inline void repair_management(std::vector<std::uint8_t>& octets) {
  constexpr std::size_t kHeader = 6;
  constexpr std::size_t kCrc = 4;
  if (octets.size() < kHeader + kCrc) {
    return;
  }
  const std::size_t length = octets.size() - kHeader;
  octets[2] = static_cast<std::uint8_t>(length >> 8);
  octets[3] = static_cast<std::uint8_t>(length);
  const docsis::OctetView all(octets);
  const std::uint16_t hcs = docsis::crc16_x25(all.first(4));
  octets[4] = static_cast<std::uint8_t>(hcs);
  octets[5] = static_cast<std::uint8_t>(hcs >> 8);
  const std::uint32_t crc = docsis::crc32(all.from(kHeader).first(length - kCrc));
  for (std::size_t i = 0; i < kCrc; ++i) {
    octets[octets.size() - kCrc + i] = static_cast<std::uint8_t>(crc >> (8 * i));
  }
}

}  // namespace docsis_vp::fuzz
