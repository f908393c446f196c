#include "system/assembly/capture/frame_octets.h"

#include <algorithm>

#include "models/docsis/crc.h"
#include "models/docsis/octets.h"

namespace docsis_vp::system {

namespace {

using docsis::OctetView;
using docsis::OctetWriter;
using Octets = std::vector<std::uint8_t>;

constexpr std::uint8_t kTcp = 6;
constexpr std::uint8_t kUdp = 17;
constexpr std::uint8_t kHopLimit = 64;
constexpr std::size_t kCrcBytes = 4;
constexpr std::size_t kEthernetHeader = 14;
constexpr std::size_t kIpv4Header = 20;
constexpr std::size_t kIpv6Header = 40;
constexpr std::size_t kTcpHeader = 20;
constexpr std::size_t kUdpHeader = 8;
constexpr unsigned kLargestWindowShift = 14;  // RFC 7323 sec. 2.3
constexpr TimePs kTimestampUnit = kPsPerMs;   // of the TCP timestamps option, RFC 7323 sec. 5.4

void patch16(Octets& octets, std::size_t at, std::uint32_t value) {
  octets[at] = static_cast<std::uint8_t>(value >> 8);
  octets[at + 1] = static_cast<std::uint8_t>(value);
}

// RFC 1071: the one's complement sum of 16-bit words, before its complement.
std::uint32_t sum16(OctetView octets, std::uint32_t sum) {
  for (std::size_t i = 0; i < octets.size; i += 2) {
    sum += static_cast<std::uint32_t>(octets[i] << 8 | (i + 1 < octets.size ? octets[i + 1] : 0));
  }
  while (sum > 0xFFFF) {
    sum = (sum & 0xFFFF) + (sum >> 16);
  }
  return sum;
}

void append_ip(Octets& octets, const FlowKey& flow, const Packet& packet, std::size_t length) {
  const unsigned dscp = packet.tos.of(unsigned{flow.dscp} << 2U) & 0xFCU;
  const unsigned traffic_class = dscp | static_cast<unsigned>(packet.ecn);
  if (flow.ip_version == 6) {
    OctetWriter to(octets, kIpv6Header);
    to.u32(6U << 28 | traffic_class << 20);
    to.u16(static_cast<unsigned>(length - kIpv6Header));
    to.u8(flow.protocol);
    to.u8(kHopLimit);
    to.put({flow.source.data(), 16});
    to.put({flow.destination.data(), 16});
    return;
  }
  const std::size_t start = octets.size();
  OctetWriter to(octets, kIpv4Header);
  to.u8(0x45);
  to.u8(traffic_class);
  to.u16(static_cast<unsigned>(length));
  to.u16(static_cast<unsigned>(packet.id & 0xFFFF));
  to.u16(0x4000);  // don't fragment
  to.u8(kHopLimit);
  to.u8(flow.protocol);
  to.u16(0);
  to.put({flow.source.data(), 4});
  to.put({flow.destination.data(), 4});
  patch16(octets, start + 10, ~sum16(OctetView(octets).from(start), 0));
}

std::uint32_t timestamp(TimePs time) {
  return static_cast<std::uint32_t>(time == kNever ? 0 : time / kTimestampUnit);
}

constexpr std::uint32_t kMss = 0x0204'0000;
constexpr std::uint32_t kWindowScale = 0x0103'0300;  // a NOP ahead
constexpr std::uint32_t kSackPermitted = 0x0402'0000;
constexpr std::uint32_t kTwoNops = 0x0101'0000;
constexpr std::uint32_t kTimestamps = 0x0000'080A;

void append_timestamps(Octets& octets, const TcpHeader& tcp, std::uint32_t ahead) {
  OctetWriter to(octets, 12);
  to.u32(ahead | kTimestamps);
  to.u32(timestamp(tcp.timestamp));
  to.u32(timestamp(tcp.timestamp_echo));
}

void append_syn_options(Octets& octets, const TcpHeader& tcp) {
  const auto offers = [&tcp](TcpOffer option) { return (tcp.syn_offer & option) != 0; };
  OctetWriter(octets, 4).u32(kMss | tcp.syn_mss_bytes);
  if (offers(kTcpOfferWindowScale)) {
    OctetWriter(octets, 4).u32(kWindowScale | tcp.window_shift);
  }
  if (offers(kTcpOfferTimestamps)) {
    append_timestamps(octets, tcp, offers(kTcpOfferSack) ? kSackPermitted : kTwoNops);
  } else if (offers(kTcpOfferSack)) {
    OctetWriter(octets, 4).u32(kTwoNops | kSackPermitted >> 16);
  }
}

void append_tcp_options(Octets& octets, const TcpHeader& tcp) {
  if ((tcp.flags & kTcpSyn) != 0) {
    append_syn_options(octets, tcp);
    return;
  }
  if (tcp.timestamp != kNever) {
    append_timestamps(octets, tcp, kTwoNops);
  }
  if (tcp.sack_count > 0) {
    OctetWriter to(octets, 4 + 8U * tcp.sack_count);
    to.u32(0x01010500U | (2 + 8U * tcp.sack_count));
    for (unsigned i = 0; i < tcp.sack_count; ++i) {
      to.u32(static_cast<std::uint32_t>(tcp.sack[i].begin));
      to.u32(static_cast<std::uint32_t>(tcp.sack[i].end));
    }
  }
}

// RFC 9768 sec. 3.1.1: a SYN that offers accurate ECN has AE, CWR and ECE. Its answer has CWR only,
// if the SYN was not marked.
unsigned flags_of(const TcpHeader& tcp) {
  constexpr unsigned kAe = 0x100;
  if ((tcp.flags & kTcpSyn) == 0 || (tcp.syn_offer & kTcpOfferAccurateEcn) == 0) {
    return tcp.flags;
  }
  return (tcp.flags & kTcpAck) == 0 ? tcp.flags | kAe : (tcp.flags & ~unsigned{kTcpEce}) | kTcpCwr;
}

// room: octets of the segment.
void append_tcp(Octets& octets, const FlowKey& flow, const TcpHeader& tcp, std::size_t room) {
  const std::size_t start = octets.size();
  OctetWriter to(octets, kTcpHeader);
  to.u16(flow.source_port);
  to.u16(flow.destination_port);
  to.u32(static_cast<std::uint32_t>(tcp.sequence));
  to.u32(static_cast<std::uint32_t>(tcp.acknowledgment));
  to.u16(0);
  const bool scaled = (tcp.flags & kTcpSyn) == 0;
  const unsigned shift = scaled ? std::min<unsigned>(tcp.window_shift, kLargestWindowShift) : 0;
  to.u16(static_cast<unsigned>(std::min<std::uint64_t>(tcp.window_bytes >> shift, 0xFFFF)));
  to.u32(0);  // checksum, urgent pointer
  Octets options;
  append_tcp_options(options, tcp);
  if (kTcpHeader + options.size() + tcp.payload_bytes <= room) {
    octets.insert(octets.end(), options.begin(), options.end());
  }
  const std::size_t words = (octets.size() - start) / 4;
  patch16(octets, start + 12, static_cast<std::uint32_t>(words << 12) | flags_of(tcp));
}

void append_udp(Octets& octets, const FlowKey& flow, std::size_t length) {
  OctetWriter to(octets, kUdpHeader);
  to.u16(flow.source_port);
  to.u16(flow.destination_port);
  to.u16(static_cast<unsigned>(length));
  to.u16(0);
}

// Covers pseudo-header and segment; the checksum field is zero.
std::uint32_t transport_checksum(const FlowKey& flow, OctetView segment) {
  const std::size_t address = flow.ip_version == 6 ? 16 : 4;
  std::uint32_t sum = flow.protocol + static_cast<std::uint32_t>(segment.size);
  sum = sum16(OctetView(flow.source.data(), address), sum);
  sum = sum16(OctetView(flow.destination.data(), address), sum);
  const std::uint32_t checksum = ~sum16(segment, sum) & 0xFFFF;
  return checksum == 0 && flow.protocol == kUdp ? 0xFFFF : checksum;
}

constexpr std::uint32_t kLeastFrameBytes = 64;

// True for a replayed packet, for example: only its size is known. Its TCP fields may be left over
// from an earlier packet of the pool.
bool has_no_tcp_header(const Packet& packet) {
  return packet.tcp.flags == 0;
}

TcpHeader tcp_header_of(const Packet& packet) {
  if (!has_no_tcp_header(packet)) {
    return packet.tcp;
  }
  TcpHeader nothing{};
  nothing.timestamp = kNever;
  return nothing;
}

// Appends an IP packet of `room` octets; padding behind it belongs to the frame.
void append_packet(Octets& octets, const FlowKey& flow, const Packet& packet, std::size_t room) {
  const std::size_t ip_header = flow.ip_version == 6 ? kIpv6Header : kIpv4Header;
  Octets transport;
  if (flow.protocol == kTcp) {
    append_tcp(transport, flow, tcp_header_of(packet), std::max(room, ip_header) - ip_header);
    transport.resize(transport.size() + packet.tcp.payload_bytes);
  } else if (flow.protocol == kUdp) {
    append_udp(transport, flow, std::max(room, ip_header + kUdpHeader) - ip_header);
  }
  // A packet of the shortest size may contain padding.
  const bool fills = has_no_tcp_header(packet) && packet.size_bytes > kLeastFrameBytes;
  if (flow.protocol != kTcp || fills || ip_header + transport.size() > room) {
    transport.resize(std::max(room, ip_header) - ip_header);
  }
  const std::size_t field = flow.protocol == kTcp ? 16 : 6;
  if ((flow.protocol == kTcp || flow.protocol == kUdp) && transport.size() >= field + 2) {
    patch16(transport, field, 0);
    patch16(transport, field, transport_checksum(flow, transport));
  }
  append_ip(octets, flow, packet, ip_header + transport.size());
  octets.insert(octets.end(), transport.begin(), transport.end());
}

}  // namespace

std::vector<std::uint8_t> frame_octets(const FlowKey& flow, const Packet& packet) {
  const std::size_t body = std::max<std::size_t>(packet.size_bytes, kCrcBytes) - kCrcBytes;
  Octets octets;
  octets.reserve(packet.size_bytes);
  OctetWriter to(octets, kEthernetHeader);
  to.put({flow.ethernet_destination.data(), flow.ethernet_destination.size()});
  to.put({flow.ethernet_source.data(), flow.ethernet_source.size()});
  to.u16(flow.ip_version == 6 ? 0x86DD : flow.ether_type);
  if (flow.ip_version != 0 && body > kEthernetHeader) {
    append_packet(octets, flow, packet, body - kEthernetHeader);
  }
  octets.resize(body);
  const std::uint32_t crc = docsis::crc32(octets);
  OctetWriter(octets, kCrcBytes).u32_low_first(crc);
  octets.resize(packet.size_bytes);
  return octets;
}

}  // namespace docsis_vp::system
