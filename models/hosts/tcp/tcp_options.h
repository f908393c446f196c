// Holds the options agreed by both ends of a connection, and the sizes of headers.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/tcp_config.h"

namespace docsis_vp::hosts {

struct TcpOptions {
  std::uint32_t mss_bytes = 536;  // RFC 9293 sec. 3.7.1
  bool timestamps = false;
  bool sack = false;
  bool window_scaling = false;
  TcpEcn ecn = TcpEcn::kOff;

  std::uint32_t segment_bytes() const { return mss_bytes - (timestamps ? 12 : 0); }
};

// Ethernet header and CRC plus the TCP header without options.
constexpr std::uint32_t kEthernetAndTcpBytes = 18 + 20;
constexpr std::uint32_t kLeastFrameBytes = 64;
constexpr std::uint32_t kTimestampBytes = 12;  // RFC 7323 app. A: preceded by two NOPs
constexpr std::uint32_t kMaxOptionBytes = 40;

constexpr std::uint32_t sack_option_bytes(unsigned blocks) {
  return blocks == 0 ? 0 : 4 + 8 * blocks;  // preceded by two NOPs
}

}  // namespace docsis_vp::hosts
