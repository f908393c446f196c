#include "models/hosts/capture/frame_headers.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/models/hosts/capture_writer.h"

namespace docsis_vp::hosts::frame_headers_test {
namespace {

CapturedFrame frame_of(const Octets& octets, std::uint16_t link_type = kLinkTypeEthernet) {
  CapturedFrame frame;
  frame.link_type = link_type;
  frame.octets = octets.data();
  frame.captured_bytes = static_cast<std::uint32_t>(octets.size());
  frame.original_bytes = 100;
  return frame;
}

TEST(FrameHeaders, ReadUdpInIpv4) {
  const Octets octets = udp_frame(7, 0xb9);
  const FrameHeaders headers = read_headers(frame_of(octets));
  EXPECT_EQ(headers.key.ethernet_source[5], 7);
  EXPECT_EQ(headers.key.ethernet_destination[5], 99);
  EXPECT_EQ(headers.key.ether_type, 0x0800);
  EXPECT_EQ(headers.key.ip_version, 4);
  EXPECT_EQ(headers.key.protocol, 17);
  EXPECT_EQ(headers.key.dscp, 46);
  EXPECT_EQ(headers.ecn, Ecn::kEct1);
  EXPECT_EQ(headers.key.source[3], 7);
  EXPECT_EQ(headers.key.source[4], 0);
  EXPECT_EQ(headers.key.destination[3], 99);
  EXPECT_EQ(headers.key.source_port, 1'007);
  EXPECT_EQ(headers.key.destination_port, 53);
}

TEST(FrameHeaders, ReadTheOutermostVlanTagOfEachKind) {
  Octets octets = udp_frame(7);
  EXPECT_EQ(read_headers(frame_of(octets)).key.service_tag, FlowKey::kNone);
  EXPECT_EQ(read_headers(frame_of(octets)).key.customer_tag, FlowKey::kNone);
  const Octets tags = {0x88, 0xa8, 0x20, 5, 0x81, 0x00, 0xb0, 6, 0x81, 0x00, 0, 7};
  octets.insert(octets.begin() + 12, tags.begin(), tags.end());
  const FrameHeaders headers = read_headers(frame_of(octets));
  EXPECT_EQ(headers.key.ether_type, 0x0800);
  EXPECT_EQ(headers.key.source_port, 1'007);
  EXPECT_EQ(headers.key.service_tag, 0x2005);
  EXPECT_EQ(headers.key.customer_tag, 0xb006);
}

TEST(FrameHeaders, ReadTheTypeOfIcmp) {
  Octets octets = udp_frame(7);
  EXPECT_EQ(read_headers(frame_of(octets)).key.icmp_type, FlowKey::kNone);
  octets[23] = 1;
  octets[34] = 8;
  EXPECT_EQ(read_headers(frame_of(octets)).key.icmp_type, 8);
  EXPECT_EQ(read_headers(frame_of(octets)).key.source_port, 0);
  octets[21] = 1;
  EXPECT_EQ(read_headers(frame_of(octets)).key.icmp_type, FlowKey::kNone) << "a later fragment";
  octets[21] = 0;
  octets[23] = 58;
  EXPECT_EQ(read_headers(frame_of(octets)).key.icmp_type, FlowKey::kNone) << "of IPv6, in IPv4";
  octets.resize(34);
  octets[23] = 1;
  EXPECT_EQ(read_headers(frame_of(octets)).key.icmp_type, FlowKey::kNone) << "not captured";
}

TEST(FrameHeaders, ReadLabelAndIcmpOfIpv6) {
  Octets octets = {0x60, 0x0a, 0xbc, 0xde, 0, 8, 58, 64};
  octets.resize(40);
  octets.push_back(135);
  const FrameHeaders headers = read_headers(frame_of(octets, kLinkTypeRawIp));
  EXPECT_EQ(headers.key.flow_label, 0xabcdeU);
  EXPECT_EQ(headers.key.icmp_type, 135);
}

TEST(FrameHeaders, FindNoPortsInALaterFragment) {
  Octets octets = udp_frame(7);
  octets[21] = 1;
  EXPECT_EQ(read_headers(frame_of(octets)).key.source_port, 0);
}

TEST(FrameHeaders, ReadTcpInIpv6BehindExtensionHeaders) {
  Octets octets = {0x62, 0xe0, 0, 0, 0, 44, 0, 64};  // traffic class 0x2e, hop-by-hop next
  for (std::uint8_t i = 0; i < 32; ++i) octets.push_back(i);
  octets.insert(octets.end(), {60, 0, 0, 0, 0, 0, 0, 0});  // hop-by-hop, options next
  octets.insert(octets.end(), {6, 1, 0, 0, 0, 0, 0, 0});   // 16 octets of options, TCP next
  octets.insert(octets.end(), {0, 0, 0, 0, 0, 0, 0, 0});
  octets.insert(octets.end(), {0x12, 0x34, 0x01, 0xbb});
  const FrameHeaders headers = read_headers(frame_of(octets, kLinkTypeRawIp));
  EXPECT_EQ(headers.key.ether_type, 0x86dd);
  EXPECT_EQ(headers.key.ip_version, 6);
  EXPECT_EQ(headers.key.dscp, 11);
  EXPECT_EQ(headers.ecn, Ecn::kEct0);
  EXPECT_EQ(headers.key.protocol, 6);
  EXPECT_EQ(headers.key.source[15], 15);
  EXPECT_EQ(headers.key.destination[0], 16);
  EXPECT_EQ(headers.key.source_port, 0x1234);
  EXPECT_EQ(headers.key.destination_port, 443);
}

TEST(FrameHeaders, ReadNoMoreThanWasCaptured) {
  const Octets whole = udp_frame(7);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const Octets octets(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    const FrameHeaders headers = read_headers(frame_of(octets));
    EXPECT_EQ(headers.key.ip_version, size >= 34 ? 4 : 0);
    EXPECT_EQ(headers.key.destination_port, size >= 38 ? 53 : 0);
  }
}

struct SizeCase {
  std::uint16_t link_type;
  std::uint32_t original_bytes;
  std::uint32_t fcs_bytes;
  std::uint32_t ethernet_bytes;
};

TEST(FrameHeaders, GiveTheSizeOnAnEthernet) {
  const std::vector<SizeCase> cases = {
      {1, 1'514, 0, 1'518},   {1, 1'518, 4, 1'518},
      {1, 60, 0, 64},         {1, 42, 0, 64},
      {1, 61, 0, 65},         {1, 64, 4, 64},
      {101, 1'500, 0, 1'518}, {228, 40, 0, 64},
      {12, 986, 0, 1'004},    {14, 986, 0, 1'004},
      {113, 1'002, 0, 1'004}, {113, 4, 0, 64},
      {276, 1'006, 0, 1'004}, {0, 990, 0, 1'004},
      {108, 990, 0, 1'004},   {1, UINT32_MAX, 0, UINT32_MAX},
  };
  for (const SizeCase& row : cases) {
    CapturedFrame frame;
    frame.link_type = row.link_type;
    frame.original_bytes = row.original_bytes;
    frame.fcs_bytes = row.fcs_bytes;
    EXPECT_EQ(objection_to(frame), std::nullopt);
    EXPECT_EQ(ethernet_bytes(frame), row.ethernet_bytes) << row.original_bytes;
  }
}

CapturedFrame frame_of(std::uint16_t link_type, const Octets& octets) {
  CapturedFrame frame;
  frame.link_type = link_type;
  frame.octets = octets.data();
  frame.captured_bytes = static_cast<std::uint32_t>(octets.size());
  frame.original_bytes = frame.captured_bytes;
  return frame;
}

Octets joined(Octets first, const Octets& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// UDP in IPv4 without a link's header.
Octets ip_packet() {
  const Octets frame = udp_frame(7);
  return {frame.begin() + 14, frame.end()};
}

TEST(FrameHeaders, ReadLinuxCookedFramesOfBothVersions) {
  const Octets cooked = {0, 4, 0, 1, 0, 6, 2, 0, 0, 0, 0xaa, 1, 0, 0, 8, 0};
  const Octets cooked2 = {8, 0, 0, 0, 0, 0, 0, 3, 0, 1, 4, 6, 2, 0, 0, 0, 0xaa, 1, 0, 0};
  Octets tagged = cooked;
  tagged[14] = 0x81;
  const Octets tag = {0, 5, 8, 0};
  const std::vector<std::pair<std::uint16_t, Octets>> cases = {
      {113, joined(cooked, ip_packet())},
      {276, joined(cooked2, ip_packet())},
      {113, joined(joined(tagged, tag), ip_packet())}};
  for (const auto& [link_type, octets] : cases) {
    const CapturedFrame frame = frame_of(link_type, octets);
    EXPECT_EQ(objection_to(frame), std::nullopt);
    const FlowKey key = read_headers(frame).key;
    EXPECT_EQ(key.ethernet_source, (std::array<std::uint8_t, 6>{2, 0, 0, 0, 0xaa, 1}));
    EXPECT_EQ(key.ethernet_destination, (std::array<std::uint8_t, 6>{}));
    EXPECT_EQ(key.ether_type, 0x0800);
    EXPECT_EQ(key.ip_version, 4);
    EXPECT_EQ(key.source_port, 1'007);
    EXPECT_EQ(key.destination_port, 53);
    for (std::size_t size = 0; size < octets.size(); ++size) {
      const Octets cut(octets.begin(), octets.begin() + static_cast<std::ptrdiff_t>(size));
      read_headers(frame_of(link_type, cut));  // nothing beyond its end
    }
  }
}

TEST(FrameHeaders, ReadRawIpAndLoopbackByAnyOfTheirLinkTypes) {
  for (const std::uint16_t link_type : std::vector<std::uint16_t>{12, 14, 101, 228}) {
    EXPECT_EQ(read_headers(frame_of(link_type, ip_packet())).key.source_port, 1'007) << link_type;
  }
  const Octets ipv6 = [] {
    Octets packet(44);
    packet[0] = 0x60;
    packet[6] = 17;
    packet[42] = 0;
    packet[43] = 53;
    return packet;
  }();
  for (const Octets& family : {Octets{2, 0, 0, 0}, Octets{0, 0, 0, 2}}) {
    for (const std::uint16_t link_type : std::vector<std::uint16_t>{0, 108}) {
      const Octets octets = joined(family, ip_packet());
      EXPECT_EQ(read_headers(frame_of(link_type, octets)).key.source_port, 1'007) << link_type;
    }
  }
  EXPECT_EQ(read_headers(frame_of(0, joined({30, 0, 0, 0}, ipv6))).key.destination_port, 53);
  EXPECT_EQ(read_headers(frame_of(12, ipv6)).key.ip_version, 6);
}

TEST(FrameHeaders, ObjectToWhatIsNoEthernetFrame) {
  CapturedFrame frame;
  frame.link_type = 105;
  EXPECT_EQ(objection_to(frame),
            "link type 105 unsupported, expected Ethernet (1), raw IP (12, 14, 101, 228, 229), "
            "Linux cooked (113, 276) or BSD loopback (0, 108)");
  const Octets netlink = {0, 4, 0x03, 0x38, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(objection_to(frame_of(113, netlink)),
            "a cooked frame of hardware type 824, which is no Ethernet");
}

}  // namespace
}  // namespace docsis_vp::hosts::frame_headers_test
