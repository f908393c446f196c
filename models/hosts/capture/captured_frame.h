// One packet of a capture file, as the file has it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "models/hosts/capture/capture_time.h"

namespace docsis_vp::hosts {

// What the octets of a packet begin with: https://www.tcpdump.org/linktypes.html.
constexpr std::uint16_t kLinkTypeNull = 0;  // of BSD: an address family in the host's order
constexpr std::uint16_t kLinkTypeEthernet = 1;
constexpr std::uint16_t kLinkTypeRawIpOfBsd = 12;      // DLT_RAW as some writers store it
constexpr std::uint16_t kLinkTypeRawIpOfOpenBsd = 14;  // likewise
constexpr std::uint16_t kLinkTypeRawIp = 101;
constexpr std::uint16_t kLinkTypeLoop = 108;
constexpr std::uint16_t kLinkTypeCooked = 113;  // Linux, the device `any`
constexpr std::uint16_t kLinkTypeIpv4 = 228;
constexpr std::uint16_t kLinkTypeIpv6 = 229;
constexpr std::uint16_t kLinkTypeCooked2 = 276;

struct CapturedFrame {
  std::uint16_t link_type = kLinkTypeEthernet;
  // Empty in a pcapng simple packet block, which has no time.
  std::optional<EpochPs> time;
  std::uint32_t original_bytes = 0;      // on the wire, frame check sequence included if recorded
  std::uint32_t fcs_bytes = 0;           // of these: 0 or 4
  const std::uint8_t* octets = nullptr;  // the first captured_bytes of it
  std::uint32_t captured_bytes = 0;
  std::uint64_t file_offset = 0;  // where its record begins, for messages
  // A pcapng file tells the interface, and whether that sent the frame. The name stays until the
  // next call; it may be empty.
  std::string_view interface_name;
  std::uint32_t interface = 0;  // number within its section
  bool is_sent = false;
};

}  // namespace docsis_vp::hosts
