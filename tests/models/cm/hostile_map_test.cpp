// A modem counts invalid octets and does nothing else; the next good MAP works.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/cm/modem/modem.h"
#include "models/docsis/crc.h"
#include "models/docsis/management.h"
#include "models/docsis/map.h"
#include "platform/base/random.h"
#include "tests/models/cm/support/upstream_fakes.h"
#include "tests/models/queue/bench.h"

namespace docsis_vp::cm::hostile_map_test {
namespace {

using docsis::Minislot;
using Octets = std::vector<std::uint8_t>;

constexpr std::uint16_t kSid = 0x100;
constexpr std::uint16_t kOther = 0x200;
constexpr std::uint32_t kGrantAt = 16;  // minislots behind the allocation start
constexpr std::uint32_t kGrantLength = 20;
constexpr std::uint8_t kDataIuc = docsis::kIucAdvancedLongData;

struct Sink : PacketSink {
  void push(PacketHandle) override {}
};

DataPathConfig modem_config(docsis::ChannelKind kind) {
  DataPathConfig config;
  config.channels.resize(1);
  if (kind == docsis::ChannelKind::kOfdma) {
    docsis::apply(docsis::OfdmaSettings{}, config.channels[0]);
  }
  DataPathFlowConfig flow;
  flow.law.algorithm = "none";
  flow.law.settings.buffer_bytes = 1'000'000;
  flow.shaper = {0, 3'044, 0};
  flow.sids = {kSid};
  config.flows = {flow};
  return config;
}

struct Bench {
  explicit Bench(docsis::ChannelKind kind = docsis::ChannelKind::kTdma)
      : channel(modem_config(kind).channels[0]),
        flows(queue::udp_flows(1)),
        modem("cm", modem_config(kind), flows, rf, lan) {
    run_until(5 * kPsPerMs);
  }

  // For 3 ms from now on: a region for all, a grant.
  docsis::Map good() const {
    docsis::Map map;
    map.version = static_cast<std::uint8_t>(channel.parameters().map_version());
    map.channel_id = channel.parameters().channel_id;
    map.ucd_count = channel.parameters().ucd_count;
    map.allocation_start = channel.to_wire(start());
    map.ack_time = channel.to_wire(channel.at(platform::now_ps() - 2 * kPsPerMs));
    map.data_backoff_end = 4;
    map.elements = {{docsis::kSidAllModems, docsis::kIucRequest, 0, 0},
                    {kOther, kDataIuc, 8, 0},
                    {kSid, kDataIuc, kGrantAt, 0},
                    {docsis::kSidNone, docsis::kIucNull, kGrantAt + kGrantLength, 0}};
    return map;
  }
  Minislot start() const { return channel.at_or_after(platform::now_ps() + 3 * kPsPerMs); }
  Octets good_octets() const { return octets_of(good()); }
  static Octets octets_of(const docsis::Map& map) {
    Octets octets;
    docsis::append_map(octets, map);
    return octets;
  }

  void hear(Octets octets) {
    modem.receive_management(0, std::make_shared<Octets>(std::move(octets)));
    run_until(platform::now_ps() + 10 * kPsPerUs);
  }
  void hear(const docsis::Map& map) { hear(octets_of(map)); }
  void offer(std::uint32_t bytes) { modem.lan().push(take_packet(pool, bytes)); }
  void wait_ms(TimePs ms) { run_until(platform::now_ps() + ms * kPsPerMs); }

  const MapParser::Counters& parsed() { return modem.parser().counters(); }
  const BurstBuilder::ChannelCounters& built() const { return modem.builder().channel(0); }
  // Sum of all fates of received frames.
  std::uint64_t heard() {
    const MapParser::Counters& c = parsed();
    return c.maps + c.malformed + c.other_messages + c.foreign_channel + c.ucd_mismatch +
           c.beyond_reach + c.overflow;
  }

  // A packet leaves in the grant of the next good MAP, and in nothing else.
  void expect_next_map_works() {
    wait_ms(5);  // grants before this time have passed
    rf.bursts.clear();
    const std::uint64_t grants = built().grants;
    offer(500);
    const TimePs at = channel.start(start() + kGrantAt);
    hear(good());
    wait_ms(6);
    EXPECT_EQ(built().grants, grants + 1);
    unsigned packets = 0;
    for (const SentBurst& sent : rf.bursts) {
      for (const docsis::BurstRun& run : sent.burst.runs) {
        packets += run.packet ? 1 : 0;
        EXPECT_EQ(sent.burst.start, at);
      }
    }
    EXPECT_EQ(packets, 1U);
    EXPECT_TRUE(modem.statistics(0).conserved());
    EXPECT_EQ(modem.statistics(0).queued.packets, 0U);
    EXPECT_EQ(modem.requests().ledger(0).granted(), 0U);
  }

  PacketPool pool;
  docsis::ChannelGeometry channel;
  FlowTable flows;
  BurstLog rf;
  Sink lan;
  Modem modem;
};

// Makes the check sequences right again, so that damage reaches the fields behind them.
void repair(Octets& octets) {
  const std::uint16_t hcs = docsis::crc16_x25(docsis::OctetView(octets).first(4));
  octets[4] = static_cast<std::uint8_t>(hcs);
  octets[5] = static_cast<std::uint8_t>(hcs >> 8);
  const std::uint32_t crc =
      docsis::crc32(docsis::OctetView(octets).from(6).first(octets.size() - 10));
  for (std::size_t i = 0; i < 4; ++i) {
    octets[octets.size() - 4 + i] = static_cast<std::uint8_t>(crc >> (8 * i));
  }
}

TEST(HostileMap, TruncatedAnywhere) {
  Bench bench;
  const std::size_t whole = bench.good_octets().size();
  for (std::size_t length = 0; length < whole; ++length) {
    Octets octets = bench.good_octets();
    octets.resize(length);
    bench.hear(octets);
  }
  EXPECT_EQ(bench.parsed().malformed + bench.parsed().other_messages, whole);
  EXPECT_GT(bench.parsed().malformed, whole - 6);
  EXPECT_EQ(bench.parsed().maps, 0U);
  EXPECT_TRUE(bench.rf.bursts.empty());
  bench.expect_next_map_works();
}

TEST(HostileMap, RandomOctets) {
  Bench bench;
  RandomStream random(1, "octets");
  bench.offer(1'500);
  for (int i = 0; i < 5'000; ++i) {
    Octets octets(random.below(200));
    for (std::uint8_t& octet : octets) octet = static_cast<std::uint8_t>(random.next_u32());
    bench.hear(std::move(octets));
  }
  EXPECT_EQ(bench.parsed().malformed + bench.parsed().other_messages, 5'000U);
  EXPECT_EQ(bench.parsed().elements, 0U);
  EXPECT_TRUE(bench.rf.bursts.empty());
  EXPECT_EQ(bench.modem.statistics(0).queued.packets, 1U);
}

TEST(HostileMap, FlippedBitsDoNotPassTheCheckSequences) {
  Bench bench;
  const std::size_t bits = bench.good_octets().size() * 8;
  for (std::size_t bit = 0; bit < bits; ++bit) {
    Octets octets = bench.good_octets();
    octets[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    bench.hear(std::move(octets));
  }
  EXPECT_EQ(bench.parsed().malformed + bench.parsed().other_messages, bits);
  EXPECT_TRUE(bench.rf.bursts.empty());
  bench.expect_next_map_works();
}

class HostileMapOf : public testing::TestWithParam<docsis::ChannelKind> {};

INSTANTIATE_TEST_SUITE_P(Channel, HostileMapOf,
                         testing::Values(docsis::ChannelKind::kTdma, docsis::ChannelKind::kOfdma),
                         [](const auto& kind) {
                           return kind.param == docsis::ChannelKind::kTdma ? "tdma" : "ofdma";
                         });

// With correct check sequences the fields have any value: another start, other elements, another
// ACK time. Nothing is sent outside of grants, and packets are not lost.
TEST_P(HostileMapOf, FlippedBitsBehindGoodCheckSequences) {
  Bench bench(GetParam());
  RandomStream random(2, "bits");
  const std::uint64_t frames = 3'000;
  for (std::uint64_t i = 0; i < frames; ++i) {
    Octets octets = bench.good_octets();
    for (std::uint64_t flips = 1 + random.below(4); flips > 0; --flips) {
      const std::uint64_t bit = random.below(octets.size() * 8);
      octets[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    }
    repair(octets);
    if (i % 20 == 0) bench.offer(400);
    bench.hear(std::move(octets));
    run_until(platform::now_ps() + static_cast<TimePs>(random.below(1'000)) * kPsPerUs);
  }
  EXPECT_EQ(bench.heard(), frames);
  EXPECT_GT(bench.parsed().maps, frames / 3);
  EXPECT_GT(bench.parsed().malformed, frames / 20);
  EXPECT_GT(bench.parsed().ucd_mismatch, 10U);
  EXPECT_GT(bench.parsed().beyond_reach, 10U);
  EXPECT_TRUE(bench.modem.statistics(0).conserved());
  EXPECT_GT(bench.modem.statistics(0).sent.packets, 50U);
  for (const SentBurst& sent : bench.rf.bursts) {
    ASSERT_LE(sent.handed_over, sent.burst.start);
  }
  bench.wait_ms(100);
  bench.hear(bench.good());  // for what is left
  bench.wait_ms(5);
  bench.expect_next_map_works();
}

TEST(HostileMap, OfAnotherConfigurationOrChannel) {
  Bench bench;
  docsis::Map stale = bench.good();
  ++stale.ucd_count;
  bench.hear(stale);
  docsis::Map ofdma = bench.good();
  ofdma.version = 5;
  bench.hear(ofdma);
  docsis::Map foreign = bench.good();
  ++foreign.channel_id;
  bench.hear(foreign);
  EXPECT_EQ(bench.parsed().ucd_mismatch, 2U);
  EXPECT_EQ(bench.parsed().foreign_channel, 1U);
  EXPECT_EQ(bench.parsed().maps, 0U);
  bench.expect_next_map_works();
}

TEST(HostileMap, GrantsToThePast) {
  Bench bench;
  bench.offer(1'500);
  for (const TimePs ms : {0, 1, 3, 4}) {
    docsis::Map map = bench.good();
    map.allocation_start =
        bench.channel.to_wire(bench.channel.at(platform::now_ps() - ms * kPsPerMs)) -
        (kGrantAt + 1);
    bench.hear(map);
  }
  EXPECT_EQ(bench.parsed().maps, 4U);
  EXPECT_EQ(bench.built().late, 4U);
  EXPECT_EQ(bench.modem.requests().ledger(0).granted(), 0U);
  EXPECT_TRUE(bench.rf.bursts.empty());
  EXPECT_EQ(bench.modem.statistics(0).queued.packets, 1U);
}

// A grant that is an hour away must not keep the flow from asking until then.
TEST_P(HostileMapOf, GrantsFarAhead) {
  Bench bench(GetParam());
  for (const TimePs ms : {60, 1'000, 100'000}) {
    docsis::Map map = bench.good();
    map.allocation_start =
        bench.channel.to_wire(bench.channel.at(platform::now_ps() + ms * kPsPerMs));
    bench.hear(map);
  }
  EXPECT_EQ(bench.parsed().beyond_reach, 3U);
  EXPECT_EQ(bench.parsed().maps, 0U);
  bench.expect_next_map_works();
  bench.offer(100);
  bench.hear(bench.good());
  bench.wait_ms(6);
  EXPECT_EQ(bench.modem.statistics(0).queued.packets, 0U);
}

// The same interval again, and one that overlaps it by a minislot: the first that came holds.
TEST(HostileMap, OverlappingGrants) {
  Bench bench;
  bench.offer(500);
  const docsis::Map map = bench.good();
  bench.hear(map);
  bench.hear(map);
  docsis::Map shifted = map;
  shifted.allocation_start += kGrantLength - 1;
  bench.hear(shifted);
  EXPECT_EQ(bench.built().grants, 3U);
  EXPECT_EQ(bench.built().refused, 2U);
  bench.wait_ms(6);
  unsigned segments = 0;
  for (const SentBurst& sent : bench.rf.bursts) segments += sent.burst.iuc == kDataIuc ? 1 : 0;
  EXPECT_EQ(segments, 1U);
  EXPECT_EQ(bench.modem.requests().ledger(0).granted(), 0U);
  bench.expect_next_map_works();
}

// The longest MAP there is, every element a grant to one modem: read at its cost, filled as far as
// there is something to send. One element more is none.
TEST(HostileMap, FourHundredAndNinetyElements) {
  Bench bench(docsis::ChannelKind::kOfdma);
  docsis::Map map = bench.good();
  map.elements.clear();
  for (std::uint16_t i = 0; i < 489; ++i) {
    map.elements.push_back({kSid, kDataIuc, static_cast<std::uint16_t>(4 * i), 0});
  }
  map.elements.push_back({docsis::kSidNone, docsis::kIucNull, 4 * 489, 0});
  for (int i = 0; i < 32; ++i) bench.offer(1'000);
  const std::uint64_t cycles = bench.parsed().busy_cycles;
  bench.hear(map);
  EXPECT_EQ(bench.parsed().maps, 1U);
  EXPECT_EQ(bench.parsed().elements, 490U);
  EXPECT_EQ(bench.parsed().grants, 489U);
  EXPECT_EQ(bench.parsed().busy_cycles - cycles, 32U + 490 * 8);
  map.elements.insert(map.elements.begin(), map.elements.front());
  bench.hear(map);
  EXPECT_EQ(bench.parsed().malformed, 1U);
  bench.wait_ms(10);
  EXPECT_EQ(bench.built().grants, 489U);
  EXPECT_EQ(bench.modem.statistics(0).sent.packets, 32U);
  EXPECT_GT(bench.built().unused, 200U);
  bench.expect_next_map_works();
}

// More grants than the table holds, more MAPs than wait for the parser.
TEST(HostileMap, Floods) {
  Bench bench(docsis::ChannelKind::kOfdma);
  const Minislot first = bench.start();
  for (unsigned n = 0; n < 3; ++n) {
    docsis::Map map = bench.good();
    map.allocation_start = bench.channel.to_wire(first + n * 489);
    map.elements.clear();
    for (std::uint16_t i = 0; i < 489; ++i) map.elements.push_back({kSid, kDataIuc, i, 0});
    map.elements.push_back({docsis::kSidNone, docsis::kIucNull, 489, 0});
    bench.hear(map);
  }
  bench.wait_ms(1);
  EXPECT_EQ(bench.built().grants, 3U * 489);
  EXPECT_EQ(bench.built().refused, 3U * 489 - 512);
  bench.expect_next_map_works();
  const auto octets = std::make_shared<Octets>(bench.good_octets());
  for (int i = 0; i < 100; ++i) bench.modem.receive_management(0, octets);
  bench.wait_ms(1);
  EXPECT_EQ(bench.parsed().overflow, 100U - 64);
  bench.expect_next_map_works();
}

// Management that is no MAP, with as many encodings as fit, and longer than any frame may be.
TEST(HostileMap, OtherMessagesFullOfEncodings) {
  Bench bench;
  for (const int type : {2, 29, 35, 51, 7, 255}) {
    docsis::ManagementMessage message;
    message.destination = docsis::kAllModems;
    message.version = 1;
    message.type = static_cast<std::uint8_t>(type);
    Octets octets;
    docsis::ManagementWriter frame(octets, message);
    for (int i = 0; i < 700; ++i) octets.insert(octets.end(), {5, 0});
    frame.finish();
    bench.hear(std::move(octets));
  }
  EXPECT_EQ(bench.parsed().other_messages, 6U);
  EXPECT_EQ(bench.parsed().malformed, 0U);
  bench.hear(Octets(100'000, 0xC2));
  EXPECT_EQ(bench.parsed().malformed, 1U);
  bench.expect_next_map_works();
}

}  // namespace
}  // namespace docsis_vp::cm::hostile_map_test
