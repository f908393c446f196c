// Frames made up for a capture: lengths and check sums a receiver would accept.
#include "system/assembly/capture/frame_octets.h"

#include <gtest/gtest.h>

#include "models/docsis/crc.h"
#include "models/docsis/octets.h"

namespace docsis_vp::system::frame_octets_test {
namespace {

using docsis::OctetView;

constexpr std::uint8_t kTcp = 6;
constexpr std::uint8_t kUdp = 17;

FlowKey key(unsigned version, std::uint8_t protocol) {
  FlowKey flow;
  flow.ip_version = static_cast<std::uint8_t>(version);
  flow.protocol = protocol;
  flow.source = {192, 168, 100, 10};
  flow.destination = {198, 51, 100, 1};
  flow.source_port = 50'000;
  flow.destination_port = 443;
  return flow;
}

Packet packet(std::uint32_t size_bytes) {
  Packet packet;
  packet.id = 0x12345;
  packet.size_bytes = size_bytes;
  packet.ecn = Ecn::kEct0;
  packet.tcp.timestamp = kNever;
  packet.tcp.timestamp_echo = kNever;
  packet.tcp.window_shift = 0;
  return packet;
}

std::uint32_t word(OctetView octets, std::size_t at) {
  return static_cast<std::uint32_t>(octets[at] << 8 | octets[at + 1]);
}

// The one's complement sum of a range that holds its own checksum is all ones.
std::uint32_t sum(OctetView octets, std::uint32_t initial = 0) {
  std::uint32_t total = initial;
  for (std::size_t i = 0; i < octets.size; ++i) {
    total += static_cast<std::uint32_t>(octets[i]) << (i % 2 == 0 ? 8 : 0);
  }
  while (total > 0xffff) {
    total = (total & 0xffff) + (total >> 16);
  }
  return total;
}

// Checks everything a receiver checks; returns the transport segment.
OctetView checked(OctetView frame, unsigned version, std::uint8_t protocol) {
  const std::uint32_t crc = docsis::crc32(frame.first(frame.size - 4));
  EXPECT_EQ(crc, docsis::OctetReader(frame.from(frame.size - 4)).u32_low_first());
  const OctetView ip = frame.from(14);
  const std::size_t header = version == 6 ? 40 : 20;
  const std::size_t address = version == 6 ? 16 : 4;
  EXPECT_EQ(ip[0] >> 4, static_cast<int>(version));
  if (version == 4) {
    EXPECT_EQ(sum(ip.first(header)), 0xffffu);
  }
  const std::size_t length = version == 6 ? word(ip, 4) + header : word(ip, 2);
  EXPECT_LE(length, frame.size - 18);
  const OctetView segment = ip.first(length).from(header);
  const std::uint32_t pseudo = sum(ip.from(header - 2 * address).first(2 * address),
                                   protocol + static_cast<std::uint32_t>(segment.size));
  EXPECT_EQ(sum(segment, pseudo), 0xffffu);
  return segment;
}

TEST(FrameOctets, UdpOfEverySizeAndVersionIsWellFormed) {
  for (const unsigned version : {4U, 6U}) {
    for (std::uint32_t size = version == 4 ? 46 : 66; size <= 1522; ++size) {
      const auto octets = frame_octets(key(version, kUdp), packet(size));
      ASSERT_EQ(octets.size(), size);
      const OctetView segment = checked(octets, version, kUdp);
      ASSERT_EQ(word(segment, 4), segment.size);
    }
  }
}

TEST(FrameOctets, TcpCarriesNumbersFlagsAndOptions) {
  Packet data = packet(1514 + 4);
  data.tcp.flags = kTcpAck | kTcpPsh;
  data.tcp.sequence = (std::uint64_t{1} << 32) + 5;
  data.tcp.acknowledgment = 77;
  data.tcp.payload_bytes = 1448;
  data.tcp.window_bytes = 1 << 20;
  data.tcp.window_shift = 7;
  data.tcp.timestamp = 3 * kPsPerSecond;
  data.tcp.timestamp_echo = 2 * kPsPerSecond;
  const auto octets = frame_octets(key(4, kTcp), data);
  const OctetView segment = checked(octets, 4, kTcp);
  EXPECT_EQ(segment.size, 1448u + 32u);
  EXPECT_EQ(word(segment, 4) << 16 | word(segment, 6), 5u);
  EXPECT_EQ(word(segment, 10), 77u);
  EXPECT_EQ(segment[12] >> 4, 8);
  EXPECT_EQ(segment[13], kTcpAck | kTcpPsh);
  EXPECT_EQ(word(segment, 14), 1U << 13);
  EXPECT_EQ(word(segment, 24) << 16 | word(segment, 26), 3000u);
}

// Replayed ones do not; they come in what other packets left behind.
TEST(FrameOctets, ASegmentOfWhichNothingIsKnownShowsNothingAndFillsItsFrame) {
  Packet replayed = packet(1518);
  replayed.tcp.sequence = 5;
  replayed.tcp.acknowledgment = 77;
  replayed.tcp.window_bytes = 1 << 20;
  replayed.tcp.timestamp = 3 * kPsPerSecond;
  const auto octets = frame_octets(key(4, kTcp), replayed);
  const OctetView segment = checked(octets, 4, kTcp);
  EXPECT_EQ(segment.size, 1518u - 18 - 20);
  EXPECT_EQ(octets, frame_octets(key(4, kTcp), packet(1518)));
  EXPECT_EQ(segment[12] >> 4, 5) << "no options";
  for (std::size_t at = 4; at < segment.size; at += 2) {
    const bool is_set = at == 12 || at == 16;  // the header's length, the checksum
    EXPECT_TRUE(word(segment, at) == 0 || is_set) << at;
  }
  const auto least = frame_octets(key(4, kTcp), packet(64));
  EXPECT_EQ(checked(least, 4, kTcp).size, 20u);
}

Packet syn(std::uint8_t flags, std::uint8_t offer) {
  Packet packet = frame_octets_test::packet(18 + 20 + 20 + 40);
  packet.tcp.flags = flags;
  packet.tcp.syn_offer = offer;
  packet.tcp.syn_mss_bytes = 536;
  packet.tcp.window_bytes = 65'535;
  packet.tcp.window_shift = 7;
  packet.tcp.timestamp = kPsPerSecond;
  return packet;
}

// Flags from the data offset on, window, and options.
std::vector<unsigned> shown(const Packet& packet) {
  const auto octets = frame_octets(key(4, kTcp), packet);
  const OctetView segment = checked(octets, 4, kTcp);
  std::vector<unsigned> words = {word(segment, 12) & 0x1ff, word(segment, 14)};
  for (std::size_t at = 20; at < 4U * (segment[12] >> 4); at += 2) {
    words.push_back(word(segment, at));
  }
  return words;
}

TEST(FrameOctets, ASynOffersWhatItsHostOffers) {
  using Words = std::vector<unsigned>;
  constexpr std::uint8_t kAll = kTcpOfferTimestamps | kTcpOfferSack | kTcpOfferWindowScale;
  EXPECT_EQ(shown(syn(kTcpSyn, 0)), (Words{0x002, 65'535, 0x0204, 536}));
  EXPECT_EQ(shown(syn(kTcpSyn, kTcpOfferSack)),
            (Words{0x002, 65'535, 0x0204, 536, 0x0101, 0x0402}));
  EXPECT_EQ(shown(syn(kTcpSyn, kTcpOfferTimestamps)),
            (Words{0x002, 65'535, 0x0204, 536, 0x0101, 0x080a, 0, 1'000, 0, 0}));
  EXPECT_EQ(shown(syn(kTcpSyn | kTcpAck, kAll)),
            (Words{0x012, 65'535, 0x0204, 536, 0x0103, 0x0307, 0x0402, 0x080a, 0, 1'000, 0, 0}));
}

// RFC 9768 sec. 3.1.1: AE, CWR, ECE; the answer to a SYN that came unmarked has CWR alone.
TEST(FrameOctets, ASynForAccurateEcnHasItsThreeFlags) {
  const auto setup = static_cast<std::uint8_t>(kTcpSyn | kTcpEce | kTcpCwr);
  EXPECT_EQ(shown(syn(setup, kTcpOfferAccurateEcn))[0], 0x1c2U);
  EXPECT_EQ(shown(syn(setup, 0))[0], 0x0c2U);
  const auto answer = static_cast<std::uint8_t>(kTcpSyn | kTcpAck | kTcpEce);
  EXPECT_EQ(shown(syn(answer, kTcpOfferAccurateEcn))[0], 0x092U);
  EXPECT_EQ(shown(syn(answer, 0))[0], 0x052U);
}

TEST(FrameOctets, AShortAcknowledgementLeavesOutOptionsThatDoNotFit) {
  Packet ack = packet(64);
  ack.tcp.flags = kTcpAck;
  ack.tcp.sack_count = 3;
  ack.tcp.sack = {{{1, 2}, {3, 4}, {5, 6}}};
  const auto octets = frame_octets(key(4, kTcp), ack);
  EXPECT_EQ(checked(octets, 4, kTcp)[12] >> 4, 5);
}

TEST(FrameOctets, ShowsTheEcnField) {
  const auto octets = frame_octets(key(4, kUdp), packet(100));
  EXPECT_EQ(octets[15] & 3, 2);
}

TEST(FrameOctets, AnythingElseIsOpaque) {
  FlowKey other = key(4, 47);
  EXPECT_EQ(frame_octets(other, packet(300)).size(), 300u);
  other.ip_version = 0;
  other.ether_type = 0x88B5;
  EXPECT_EQ(word(frame_octets(other, packet(64)), 12), 0x88B5u);
  for (std::uint32_t size = 0; size < 64; ++size) {
    EXPECT_EQ(frame_octets(key(6, kTcp), packet(size)).size(), size);
  }
}

// As the CMTS sends it on: the DSCP of the flow overwritten, a later mark not.
TEST(FrameOctets, HasTheTosOctetThatTheCmtsMadeOfIt) {
  for (const unsigned version : {4U, 6U}) {
    FlowKey flow = key(version, kUdp);
    flow.dscp = 46;
    Packet sent = packet(200);
    sent.overwrite_tos({0x13, 0x60}, nullptr);  // 0xBA is what came
    EXPECT_EQ(sent.ecn, Ecn::kEct0);
    sent.ecn = Ecn::kCe;
    const std::vector<std::uint8_t> octets = frame_octets(flow, sent);
    checked(OctetView(octets), version, kUdp);
    const unsigned tos = version == 4 ? octets[15] : word(OctetView(octets), 14) >> 4 & 0xFF;
    EXPECT_EQ(tos, 0x73U) << version;
  }
}

}  // namespace
}  // namespace docsis_vp::system::frame_octets_test
