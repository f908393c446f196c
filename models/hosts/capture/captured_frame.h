// Holds one packet as stored in a capture file.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "models/hosts/capture/capture_time.h"

namespace docsis_vp::hosts {

// Link types, which define the first header: https://www.tcpdump.org/linktypes.html.
constexpr std::uint16_t kLinkTypeNull = 0;  // BSD: an address family in the host's byte order
constexpr std::uint16_t kLinkTypeEthernet = 1;
constexpr std::uint16_t kLinkTypeRawIpOfBsd = 12;      // value of DLT_RAW in some writers' files
constexpr std::uint16_t kLinkTypeRawIpOfOpenBsd = 14;  // likewise, OpenBSD
constexpr std::uint16_t kLinkTypeRawIp = 101;
constexpr std::uint16_t kLinkTypeLoop = 108;
constexpr std::uint16_t kLinkTypeCooked = 113;  // Linux, the device `any`
constexpr std::uint16_t kLinkTypeIpv4 = 228;
constexpr std::uint16_t kLinkTypeIpv6 = 229;
constexpr std::uint16_t kLinkTypeCooked2 = 276;

struct CapturedFrame {
  std::uint16_t link_type = kLinkTypeEthernet;
  // Empty for a pcapng simple packet block, which has no time.
  std::optional<EpochPs> time;
  // length on the wire, including a recorded frame check sequence
  std::uint32_t original_bytes = 0;
  std::uint32_t fcs_bytes = 0;           // included in original_bytes: 0 or 4
  const std::uint8_t* octets = nullptr;  // its first captured_bytes
  std::uint32_t captured_bytes = 0;
  std::uint64_t file_offset = 0;  // offset of its record, for messages
  // Interface of a pcapng file, and whether it sent the frame. The name may be empty; it is valid
  // until the next call.
  std::string_view interface_name;
  std::uint32_t interface = 0;  // number within its section
  bool is_sent = false;
};

}  // namespace docsis_vp::hosts
