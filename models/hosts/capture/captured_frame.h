// One packet of a capture file, as the file has it.
#pragma once

#include <cstdint>
#include <optional>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// What the octets of a packet begin with: https://www.tcpdump.org/linktypes.html.
constexpr std::uint16_t kLinkTypeEthernet = 1;
constexpr std::uint16_t kLinkTypeRawIp = 101;
constexpr std::uint16_t kLinkTypeIpv4 = 228;
constexpr std::uint16_t kLinkTypeIpv6 = 229;

struct CapturedFrame {
  std::uint16_t link_type = kLinkTypeEthernet;
  // Later than the capture's first packet by; empty in a pcapng simple packet block, which has no
  // time. Rounded down to whole picoseconds.
  std::optional<TimePs> since_first;
  std::uint32_t original_bytes = 0;      // on the wire, frame check sequence included if recorded
  std::uint32_t fcs_bytes = 0;           // of these: 0 or 4
  const std::uint8_t* octets = nullptr;  // the first captured_bytes of it
  std::uint32_t captured_bytes = 0;
  std::uint64_t file_offset = 0;  // where its record begins, for messages
};

}  // namespace docsis_vp::hosts
