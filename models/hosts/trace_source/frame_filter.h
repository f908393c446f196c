// Selects the packets of a capture to replay.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "platform/base/flow.h"

namespace docsis_vp::hosts {

struct IpPrefix {
  std::uint8_t version = 4;
  std::array<std::uint8_t, 16> address{};  // IPv4: the first four octets
  unsigned bits = 0;                       // up to 32 or 128; 0: any address of the version

  bool contains(std::uint8_t ip_version, const std::array<std::uint8_t, 16>& other) const;
};

// Selects by source address, because a capture usually has both directions. Empty: all sources.
struct FrameFilter {
  std::optional<std::array<std::uint8_t, 6>> ethernet_source;
  std::optional<IpPrefix> ip_source;
  // An interface of a pcapng file: a name, or a number within its section. Empty: all.
  std::string interface = {};
  // Excludes packets that the capture marks as sent by its interface.
  bool received_only = false;

  bool accepts(const FlowKey& key) const;
  bool asks_for_addresses() const { return ethernet_source || ip_source; }
  bool accepts_from(std::string_view name, std::uint32_t number, bool is_sent) const;
};

}  // namespace docsis_vp::hosts
