#include "models/aqm/dual_queue/flow_identity.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::aqm::flow_identity_test {
namespace {

using Octets = std::vector<std::uint8_t>;

constexpr std::uint8_t kTcp = 6;
constexpr std::uint8_t kUdp = 17;
constexpr std::uint8_t kIcmp = 1;
constexpr std::uint8_t kIpv4Inside = 4;
constexpr std::uint8_t kIpv6Inside = 41;
constexpr std::uint8_t kFragment = 44;
constexpr std::uint8_t kGre = 47;
constexpr std::uint8_t kEsp = 50;
constexpr std::uint8_t kAh = 51;

Octets operator+(Octets a, const Octets& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// flags_and_offset: bits 15..0 of the fragment word.
Octets ipv4(std::uint8_t protocol, const Octets& payload, std::uint16_t fragment = 0,
            std::uint8_t host = 1, std::size_t options = 0) {
  const std::size_t total = 20 + options + payload.size();
  Octets h = {static_cast<std::uint8_t>(0x45 + options / 4),
              0,
              static_cast<std::uint8_t>(total >> 8),
              static_cast<std::uint8_t>(total),
              0,
              7,
              static_cast<std::uint8_t>(fragment >> 8),
              static_cast<std::uint8_t>(fragment),
              64,
              protocol,
              0,
              0,
              10,
              0,
              0,
              host,
              192,
              0,
              2,
              9};
  return h + Octets(options, 1) + payload;
}

Octets ipv6(std::uint8_t next, const Octets& payload, std::uint8_t host = 1) {
  Octets h = {0x60,
              0,
              0,
              0,
              static_cast<std::uint8_t>(payload.size() >> 8),
              static_cast<std::uint8_t>(payload.size()),
              next,
              64};
  Octets source = {0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, host};
  Octets destination = source;
  destination[4] = 0xff;
  return h + source + destination + payload;
}

// Ports 5000 and 443.
Octets ports() {
  return {0x13, 0x88, 0x01, 0xbb, 0, 8, 0, 0};
}

Octets extension(std::uint8_t next, std::uint8_t more = 0) {
  Octets e(8 + 8 * more, 0);
  e[0] = next;
  e[1] = more;
  return e;
}

Octets fragment_header(std::uint8_t next, std::uint16_t offset_and_flag) {
  return {next,
          0,
          static_cast<std::uint8_t>(offset_and_flag >> 8),
          static_cast<std::uint8_t>(offset_and_flag),
          0,
          0,
          0,
          9};
}

Octets frame(std::uint16_t type, const Octets& payload) {
  return Octets{2,
                0,
                0,
                0,
                0,
                1,
                2,
                0,
                0,
                0,
                0,
                2,
                static_cast<std::uint8_t>(type >> 8),
                static_cast<std::uint8_t>(type)} +
         payload;
}

flow_identity identity(const Octets& packet) {
  // A copy of the exact size: reads beyond it are seen by the sanitizer.
  const Octets exact(packet.begin(), packet.end());
  return flow_identity_of_ip(exact.data(), static_cast<std::uint32_t>(exact.size()));
}

struct Expected {
  const char* what;
  Octets packet;
  int kind;
  int version;
  int protocol;
  std::uint32_t selector;
  int depth;
};

TEST(FlowIdentity, IsThatOfTheInnermostHeader) {
  const std::uint32_t both = 0x138801bb;
  const Octets spi = {0, 0, 0x12, 0x34, 0, 0, 0, 1};
  const Octets ah = {kTcp, 4, 0, 0, 0, 0, 0x56, 0x78, 0, 0, 0, 1};
  const Octets gre_ipv4 = {0, 0, 0x08, 0x00};
  const Octets gre_all_ipv6 = {0xb0, 0, 0x86, 0xdd, 1, 1, 0, 0, 0, 0, 0, 5, 0, 0, 0, 6};
  const Expected cases[] = {
      {"UDP", ipv4(kUdp, ports()), 5, 4, kUdp, both, 0},
      {"TCP", ipv4(kTcp, ports()), 5, 4, kTcp, both, 0},
      {"DCCP", ipv4(33, ports()), 5, 4, 33, both, 0},
      {"SCTP", ipv4(132, ports()), 5, 4, 132, both, 0},
      {"UDP-Lite", ipv4(136, ports()), 5, 4, 136, both, 0},
      {"options", ipv4(kUdp, ports(), 0, 1, 40), 5, 4, kUdp, both, 0},
      {"don't fragment", ipv4(kUdp, ports(), 0x4000), 5, 4, kUdp, both, 0},
      {"ICMP", ipv4(kIcmp, ports()), 3, 4, kIcmp, 0, 0},
      {"first fragment", ipv4(kUdp, ports(), 0x2000), 3, 4, kUdp, 0, 0},
      {"later fragment", ipv4(kUdp, ports(), 0x2010), 3, 4, kUdp, 0, 0},
      {"last fragment", ipv4(kUdp, ports(), 0x0010), 3, 4, kUdp, 0, 0},
      {"ESP", ipv4(kEsp, spi), 4, 4, kEsp, 0x1234, 0},
      {"AH", ipv4(kAh, ah + ports()), 4, 4, kAh, 0x5678, 0},
      {"IPv6 UDP", ipv6(kUdp, ports()), 5, 6, kUdp, both, 0},
      {"IPv6 ESP", ipv6(kEsp, spi), 4, 6, kEsp, 0x1234, 0},
      {"IPv6 AH", ipv6(kAh, ah + ports()), 4, 6, kAh, 0x5678, 0},
      {"extensions", ipv6(0, extension(43) + extension(60, 2) + extension(kTcp) + ports()), 5, 6,
       kTcp, both, 0},
      {"IPv6 fragment", ipv6(kFragment, fragment_header(kUdp, 1) + ports()), 3, 6, kUdp, 0, 0},
      {"later IPv6 fragment", ipv6(kFragment, fragment_header(kUdp, 8) + ports()), 3, 6, kUdp, 0,
       0},
      {"atomic fragment", ipv6(kFragment, fragment_header(kUdp, 0) + ports()), 5, 6, kUdp, both, 0},
      {"no next header", ipv6(59, {}), 3, 6, 59, 0, 0},
      {"IPv4 in IPv4", ipv4(kIpv4Inside, ipv4(kUdp, ports())), 5, 4, kUdp, both, 1},
      {"IPv6 in IPv4", ipv4(kIpv6Inside, ipv6(kTcp, ports())), 5, 6, kTcp, both, 1},
      {"IPv4 in IPv6", ipv6(kIpv4Inside, ipv4(kTcp, ports())), 5, 4, kTcp, both, 1},
      {"thrice", ipv6(kIpv6Inside, ipv6(kIpv4Inside, ipv4(kIpv4Inside, ipv4(kUdp, ports())))), 5, 4,
       kUdp, both, 3},
      {"GRE", ipv4(kGre, gre_ipv4 + ipv4(kUdp, ports())), 5, 4, kUdp, both, 1},
      {"GRE with all fields", ipv4(kGre, gre_all_ipv6 + ipv6(kUdp, ports())), 5, 6, kUdp, both, 1},
      {"GRE of version 1", ipv4(kGre, Octets{0, 1, 8, 0} + ipv4(kUdp, ports())), 3, 4, kGre, 0, 0},
      {"GRE of Ethernet", ipv4(kGre, Octets{0, 0, 0x65, 0x58} + ipv4(kUdp, ports())), 3, 4, kGre, 0,
       0},
      {"ESP in a tunnel", ipv4(kIpv4Inside, ipv4(kEsp, spi)), 4, 4, kEsp, 0x1234, 1},
      {"fragment of a tunnel", ipv4(kIpv4Inside, ipv4(kUdp, ports()), 0x2000), 3, 4, kIpv4Inside, 0,
       0},
      {"fragment in a tunnel", ipv4(kIpv4Inside, ipv4(kUdp, ports(), 0x2000)), 3, 4, kUdp, 0, 1},
      {"tunnel of nothing", ipv4(kIpv4Inside, {}), 3, 4, kIpv4Inside, 0, 0},
      {"tunnel of no IP", ipv4(kIpv4Inside, Octets(40, 0xff)), 3, 4, kIpv4Inside, 0, 0},
      {"header of 16 octets", ipv4(kIpv4Inside, Octets{0x44} + Octets(40, 0)), 3, 4, kIpv4Inside, 0,
       0},
      {"ports cut off", ipv4(kUdp, {1, 2, 3}), 3, 4, kUdp, 0, 0},
      {"SPI cut off", ipv4(kAh, {kTcp, 4, 0, 0, 0, 0, 0}), 3, 4, kAh, 0, 0},
      {"extension cut off", ipv6(0, {kUdp, 0, 0}), 3, 6, 0, 0, 0},
  };
  for (const Expected& c : cases) {
    const flow_identity id = identity(c.packet);
    EXPECT_EQ(id.kind, c.kind) << c.what;
    EXPECT_EQ(id.version, c.version) << c.what;
    EXPECT_EQ(id.protocol, c.protocol) << c.what;
    EXPECT_EQ(id.selector, c.selector) << c.what;
    EXPECT_EQ(id.depth, c.depth) << c.what;
  }
}

TEST(FlowIdentity, HoldsTheAddressesAsTheyAreWritten) {
  const flow_identity v4 = identity(ipv4(kUdp, ports()));
  EXPECT_EQ(v4.source[0], 0x0a000001U);
  EXPECT_EQ(v4.destination[0], 0xc0000209U);
  EXPECT_EQ(v4.source[1] | v4.source[2] | v4.source[3], 0U);
  const flow_identity v6 = identity(ipv6(kUdp, ports()));
  EXPECT_EQ(v6.source[0], 0x20010db8U);
  EXPECT_EQ(v6.source[3], 1U);
  EXPECT_EQ(v6.destination[1], 0xff000000U);
}

TEST(FlowIdentity, DoesNotTakePaddingForPorts) {
  EXPECT_EQ(identity(ipv4(kUdp, {}) + Octets(26, 0x55)).kind, FLOW_IDENTITY_3_TUPLE);
  EXPECT_EQ(identity(ipv6(kUdp, {0, 1}) + Octets(26, 0x55)).kind, FLOW_IDENTITY_3_TUPLE);
  Octets unsaid = ipv4(kUdp, ports());
  unsaid[2] = unsaid[3] = 0;  // a length of 0: segmentation is left to the device
  EXPECT_EQ(identity(unsaid).kind, FLOW_IDENTITY_5_TUPLE);
}

TEST(FlowIdentity, FindsNoneWithoutAnIpHeader) {
  for (const Octets& packet :
       {Octets{}, Octets{0x45}, Octets(19, 0x45), Octets(39, 0x60), Octets(60, 0x50)}) {
    const flow_identity id = identity(packet);
    EXPECT_EQ(id.kind, FLOW_IDENTITY_NONE);
    EXPECT_EQ(id.protocol | id.version | id.depth, 0);
  }
}

TEST(FlowIdentity, IsFoundBehindVlanTags) {
  const Octets packet = ipv4(kUdp, ports());
  const Octets tagged = frame(0x88a8, Octets{0, 5, 0x81, 0x00, 0, 6, 0x08, 0x00} + packet);
  for (const Octets& f :
       {frame(0x0800, packet), frame(0x8100, Octets{0, 7, 8, 0} + packet), tagged}) {
    const auto count = static_cast<std::uint32_t>(f.size());
    EXPECT_EQ(flow_identity_of_frame(f.data(), count).kind, FLOW_IDENTITY_5_TUPLE);
    const flow_identity id = identity(packet);
    EXPECT_EQ(flow_identity_hash_of_frame(f.data(), count, 3), flow_identity_hash(&id, 3));
  }
  const Octets arp = frame(0x0806, Octets(46, 0));
  EXPECT_EQ(flow_identity_of_frame(arp.data(), 60).kind, FLOW_IDENTITY_NONE);
}

std::uint64_t frame_hash(const Octets& f) {
  return flow_identity_hash_of_frame(f.data(), static_cast<std::uint32_t>(f.size()), 0);
}

TEST(FlowIdentity, TellsFramesWithoutIpApartByAddressesAndType) {
  Octets arp = frame(0x0806, Octets(46, 0));
  const std::uint64_t hash = frame_hash(arp);
  arp[20] = 9;
  EXPECT_EQ(frame_hash(arp), hash);
  EXPECT_NE(frame_hash(frame(0x88cc, Octets(46, 0))), hash);
  arp[3] = 9;
  EXPECT_NE(frame_hash(arp), hash);
}

TEST(FlowIdentity, GivesEachFlowAHashOfItsOwn) {
  std::set<std::uint64_t> hashes;
  std::set<std::uint32_t> low;
  std::vector<int> buckets(32);
  constexpr int kFlows = 4'096;
  for (int i = 0; i < kFlows; ++i) {
    Octets payload = ports();
    payload[0] = static_cast<std::uint8_t>(i >> 8);
    payload[1] = static_cast<std::uint8_t>(i);
    const flow_identity id = identity(ipv4(kUdp, payload));
    const std::uint64_t hash = flow_identity_hash(&id, 0);
    hashes.insert(hash);
    low.insert(static_cast<std::uint32_t>(hash));
    ++buckets[hash & 31];
  }
  EXPECT_EQ(hashes.size(), static_cast<std::size_t>(kFlows));
  EXPECT_GE(low.size(), static_cast<std::size_t>(kFlows) - 2);
  for (const int flows : buckets) {
    EXPECT_NEAR(flows, kFlows / 32.0, 60);  // five standard deviations
  }
  // The same payload to protocols, kinds and salts that differ.
  const flow_identity udp = identity(ipv4(kUdp, ports()));
  const flow_identity tcp = identity(ipv4(kTcp, ports()));
  const flow_identity part = identity(ipv4(kUdp, ports(), 0x2000));
  EXPECT_NE(flow_identity_hash(&udp, 0), flow_identity_hash(&tcp, 0));
  EXPECT_NE(flow_identity_hash(&udp, 0), flow_identity_hash(&part, 0));
  EXPECT_NE(flow_identity_hash(&udp, 0), flow_identity_hash(&udp, 1));
}

TEST(FlowIdentity, DoesNotHangOnHowAFlowIsTunnelled) {
  const flow_identity bare = identity(ipv4(kUdp, ports()));
  const flow_identity inside = identity(ipv6(kIpv4Inside, ipv4(kUdp, ports())));
  EXPECT_EQ(flow_identity_hash(&bare, 0), flow_identity_hash(&inside, 0));
}

// Jenkins' own test vectors: lookup3.c, driver5().
TEST(FlowIdentity, HashesAsLookup3Does) {
  const std::string speech = "Four score and seven years ago";
  std::uint32_t words[8] = {};
  for (std::size_t i = 0; i < speech.size(); ++i) {
    words[i / 4] |= std::uint32_t{static_cast<std::uint8_t>(speech[i])} << 8 * (i % 4);
  }
  EXPECT_EQ(flow_identity_lookup3(words, 0, 0), 0xdeadbeefdeadbeefU);
  EXPECT_EQ(flow_identity_lookup3(words, 30, 0), 0xce7226e617770551U);
  EXPECT_EQ(static_cast<std::uint32_t>(flow_identity_lookup3(words, 30, 1)), 0xcd628161U);
}

TEST(FlowIdentity, TakesAnyOctetsAndAnyCut) {
  RandomStream random(1, "test/flow_identity");
  const Octets seeds[] = {
      ipv4(kIpv6Inside, ipv6(0, extension(kFragment) + fragment_header(kUdp, 0) + ports())),
      ipv6(kGre, Octets{0xb0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0} +
                     ipv4(kIpv4Inside, ipv4(kAh, Octets(24, 3)))),
  };
  for (int run = 0; run < 20'000; ++run) {
    Octets packet = seeds[run % 2];
    packet.resize(random.below(packet.size() + 1));
    for (int i = 0; i < 3 && !packet.empty(); ++i) {
      packet[random.below(packet.size())] = static_cast<std::uint8_t>(random.next_u32());
    }
    const flow_identity id = identity(packet);
    ASSERT_TRUE(id.kind == 0 || (id.kind >= 3 && id.kind <= 5));
    ASSERT_TRUE(id.kind == 0 || id.version == 4 || id.version == 6);
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::flow_identity_test
