#include "models/hosts/capture/frame_headers.h"

#include <algorithm>

namespace docsis_vp::hosts {
namespace {

constexpr std::uint32_t kEthernetHeaderBytes = 14;
constexpr std::uint32_t kFcsBytes = 4;
constexpr std::uint16_t kIpv4 = 0x0800;
constexpr std::uint16_t kIpv6 = 0x86dd;
constexpr std::uint16_t kVlan = 0x8100;         // IEEE 802.1Q
constexpr std::uint16_t kServiceVlan = 0x88a8;  // IEEE 802.1ad
// https://www.tcpdump.org/linktypes/LINKTYPE_LINUX_SLL.html and LINKTYPE_LINUX_SLL2.html.
constexpr std::uint32_t kCookedHeaderBytes = 16;
constexpr std::uint32_t kCooked2HeaderBytes = 20;
constexpr std::uint32_t kFamilyBytes = 4;  // LINKTYPE_NULL and LINKTYPE_LOOP

// View of captured octets that is consumed from the front.
class Octets {
 public:
  Octets(const std::uint8_t* begin, std::size_t size) : begin_(begin), size_(size) {}

  bool has(std::size_t bytes) const { return bytes <= size_; }
  std::uint8_t u8(std::size_t at) const { return begin_[at]; }
  std::uint16_t u16(std::size_t at) const {
    return static_cast<std::uint16_t>(begin_[at] << 8 | begin_[at + 1]);
  }
  template <std::size_t size>
  void copy(std::size_t at, std::size_t bytes, std::array<std::uint8_t, size>& to) const {
    std::copy_n(begin_ + at, bytes, to.begin());
  }
  // Skipping more octets than present gives an empty view.
  Octets after(std::size_t bytes) const {
    const std::size_t passed = std::min(bytes, size_);
    return {begin_ + passed, size_ - passed};
  }

 private:
  const std::uint8_t* begin_;
  std::size_t size_;
};

bool begins_with_ports(std::uint8_t protocol) {
  constexpr std::array<std::uint8_t, 5> kProtocols = {6, 17, 33, 132, 136};  // TCP, UDP, DCCP,
  return std::find(kProtocols.begin(), kProtocols.end(), protocol) !=        // SCTP, UDP-Lite
         kProtocols.end();
}

void read_ports(const Octets& octets, FrameHeaders& headers) {
  constexpr std::uint8_t kIcmp = 1;
  constexpr std::uint8_t kIcmpv6 = 58;
  FlowKey& key = headers.key;
  if (begins_with_ports(key.protocol) && octets.has(4)) {
    key.source_port = octets.u16(0);
    key.destination_port = octets.u16(2);
  }
  if (key.protocol == (key.ip_version == 4 ? kIcmp : kIcmpv6) && octets.has(1)) {
    key.icmp_type = octets.u8(0);
  }
}

void read_traffic_class(std::uint8_t octet, FrameHeaders& headers) {
  headers.key.dscp = static_cast<std::uint8_t>(octet >> 2);
  headers.ecn = static_cast<Ecn>(octet & 3U);
}

void read_ipv4(const Octets& octets, FrameHeaders& headers) {
  const std::size_t header_bytes = octets.has(20) ? (octets.u8(0) & 0xfU) * std::size_t{4} : 0;
  if (header_bytes < 20 || octets.u8(0) >> 4 != 4) {
    return;
  }
  FlowKey& key = headers.key;
  key.ip_version = 4;
  read_traffic_class(octets.u8(1), headers);
  key.protocol = octets.u8(9);
  octets.copy(12, 4, key.source);
  octets.copy(16, 4, key.destination);
  const bool is_first_fragment = (octets.u16(6) & 0x1fffU) == 0;
  if (is_first_fragment) {
    read_ports(octets.after(header_bytes), headers);
  }
}

// RFC 8200 sec. 4: skips hop-by-hop, routing, fragment and destination options headers. Returns
// false for a later fragment, which has no ports.
bool pass_extension(std::uint8_t& next_header, Octets& octets) {
  constexpr std::uint8_t kFragment = 44;
  const bool is_fragment = next_header == kFragment;
  const bool is_later_fragment = is_fragment && (octets.u16(2) & 0xfff8U) != 0;
  next_header = octets.u8(0);
  octets = octets.after(is_fragment ? 8 : (octets.u8(1) + std::size_t{1}) * 8);
  return !is_later_fragment;
}

void read_ipv6(const Octets& octets, FrameHeaders& headers) {
  if (!octets.has(40) || octets.u8(0) >> 4 != 6) {
    return;
  }
  FlowKey& key = headers.key;
  key.ip_version = 6;
  read_traffic_class(static_cast<std::uint8_t>(octets.u16(0) >> 4), headers);
  key.flow_label = (octets.u8(1) & 0xfU) << 16 | octets.u16(2);
  octets.copy(8, 16, key.source);
  octets.copy(24, 16, key.destination);
  key.protocol = octets.u8(6);
  Octets rest = octets.after(40);
  const auto is_extension = [](std::uint8_t header) {
    return header == 0 || header == 43 || header == 44 || header == 60;
  };
  bool has_ports = true;
  while (has_ports && is_extension(key.protocol) && rest.has(8)) {
    has_ports = pass_extension(key.protocol, rest);
  }
  if (has_ports) {
    read_ports(rest, headers);
  }
}

void read_ip(const Octets& octets, FrameHeaders& headers) {
  if (headers.key.ether_type == kIpv4) {
    read_ipv4(octets, headers);
  } else if (headers.key.ether_type == kIpv6) {
    read_ipv6(octets, headers);
  }
}

// type: Ethernet type of `rest`, after VLAN tags.
void read_typed(std::uint16_t type, Octets rest, FrameHeaders& headers) {
  FlowKey& key = headers.key;
  key.ether_type = type;
  while ((key.ether_type == kVlan || key.ether_type == kServiceVlan) && rest.has(4)) {
    std::int32_t& tag = key.ether_type == kVlan ? key.customer_tag : key.service_tag;
    tag = tag == FlowKey::kNone ? rest.u16(0) : tag;
    key.ether_type = rest.u16(2);
    rest = rest.after(4);
  }
  read_ip(rest, headers);
}

void read_ethernet(const Octets& octets, FrameHeaders& headers) {
  if (octets.has(kEthernetHeaderBytes)) {
    octets.copy(0, 6, headers.key.ethernet_destination);
    octets.copy(6, 6, headers.key.ethernet_source);
    read_typed(octets.u16(12), octets.after(kEthernetHeaderBytes), headers);
  }
}

// Offsets of the used fields in a Linux cooked header.
struct CookedLayout {
  std::uint32_t bytes;
  std::size_t protocol;       // 16 bits
  std::size_t hardware_type;  // 16 bits, ARPHRD_*
  std::size_t address_length;
  std::size_t address_length_bytes;
  std::size_t address;
};
constexpr CookedLayout kCooked = {kCookedHeaderBytes, 14, 2, 4, 2, 6};
constexpr CookedLayout kCooked2 = {kCooked2HeaderBytes, 0, 8, 11, 1, 12};

void read_cooked(const Octets& octets, const CookedLayout& layout, FrameHeaders& headers) {
  if (!octets.has(layout.bytes)) {
    return;
  }
  const std::size_t length = layout.address_length_bytes == 1 ? octets.u8(layout.address_length)
                                                              : octets.u16(layout.address_length);
  if (length == headers.key.ethernet_source.size()) {
    octets.copy(layout.address, length, headers.key.ethernet_source);
  }
  read_typed(octets.u16(layout.protocol), octets.after(layout.bytes), headers);
}

void read_raw_ip(const Octets& octets, FrameHeaders& headers) {
  if (octets.has(1)) {
    headers.key.ether_type = octets.u8(0) >> 4 == 6 ? kIpv6 : kIpv4;
    read_ip(octets, headers);
  }
}

// Returns the length of a link's header; nothing for an unsupported link type.
std::optional<std::uint32_t> link_header_bytes(std::uint16_t link_type) {
  switch (link_type) {
    case kLinkTypeEthernet:
      return kEthernetHeaderBytes;
    case kLinkTypeRawIp:
    case kLinkTypeRawIpOfBsd:
    case kLinkTypeRawIpOfOpenBsd:
    case kLinkTypeIpv4:
    case kLinkTypeIpv6:
      return 0;
    case kLinkTypeNull:
    case kLinkTypeLoop:
      return kFamilyBytes;
    case kLinkTypeCooked:
      return kCookedHeaderBytes;
    case kLinkTypeCooked2:
      return kCooked2HeaderBytes;
    default:
      return std::nullopt;
  }
}

// Returns whether the protocol field is no Ethernet type: netlink and IEEE 802.11.
bool is_foreign(std::uint16_t hardware_type) {
  constexpr std::array<std::uint16_t, 4> kForeign = {824, 801, 802, 803};
  return std::find(kForeign.begin(), kForeign.end(), hardware_type) != kForeign.end();
}

}  // namespace

FrameHeaders read_headers(const CapturedFrame& frame) {
  FrameHeaders headers;
  headers.key.ether_type = 0;
  headers.key.ip_version = 0;
  headers.key.protocol = 0;
  const Octets octets(frame.octets, frame.captured_bytes);
  if (frame.link_type == kLinkTypeEthernet) {
    read_ethernet(octets, headers);
  } else if (frame.link_type == kLinkTypeCooked) {
    read_cooked(octets, kCooked, headers);
  } else if (frame.link_type == kLinkTypeCooked2) {
    read_cooked(octets, kCooked2, headers);
  } else {
    // The address family's number differs between systems; the IP version has the same information.
    read_raw_ip(octets.after(link_header_bytes(frame.link_type).value_or(0)), headers);
  }
  return headers;
}

std::uint32_t ethernet_bytes(const CapturedFrame& frame) {
  const std::uint32_t header = link_header_bytes(frame.link_type).value_or(0);
  const std::uint32_t payload = frame.original_bytes - std::min(header, frame.original_bytes);
  const std::uint32_t added = kEthernetHeaderBytes + (frame.fcs_bytes == 0 ? kFcsBytes : 0);
  // A damaged length plus the headers may exceed 32 bits.
  return std::max({payload + std::min(added, UINT32_MAX - payload), kShortestFrameBytes});
}

std::optional<std::string> objection_to(const CapturedFrame& frame) {
  if (!link_header_bytes(frame.link_type)) {
    return "link type " + std::to_string(frame.link_type) +
           " unsupported, expected Ethernet (1), raw IP (12, 14, 101, 228, 229), Linux cooked "
           "(113, 276) or BSD loopback (0, 108)";
  }
  const bool is_first = frame.link_type == kLinkTypeCooked;
  if (is_first || frame.link_type == kLinkTypeCooked2) {
    const CookedLayout& layout = is_first ? kCooked : kCooked2;
    const Octets octets(frame.octets, frame.captured_bytes);
    const std::uint16_t type =
        octets.has(layout.bytes) ? octets.u16(layout.hardware_type) : std::uint16_t{0};
    if (is_foreign(type)) {
      return "a cooked frame of hardware type " + std::to_string(type) + ", which is no Ethernet";
    }
  }
  return std::nullopt;
}

}  // namespace docsis_vp::hosts
