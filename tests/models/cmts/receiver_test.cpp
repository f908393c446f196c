#include "models/cmts/receiver.h"

#include <gtest/gtest.h>

#include "platform/base/random.h"
#include "tests/models/cmts/bench.h"

namespace docsis_vp::cmts::receiver_test {
namespace {

// Grants everything, remembers what it is told and when.
class Events : public UpstreamEvents {
 public:
  std::optional<UpstreamFlow> flow_of(std::uint16_t sid) const override {
    return sid >= 1 && sid <= 2 ? std::optional<UpstreamFlow>(sid - 1U) : std::nullopt;
  }
  Interval claim(unsigned, docsis::Minislot first, UpstreamFlow) override {
    return first < 1'000       ? Interval::kRequest
           : first < 1'000'000 ? Interval::kGrant
                               : Interval::kNone;
  }
  void requested(unsigned, UpstreamFlow flow, std::uint32_t units, TimePs sent) override {
    log.push_back({flow, units, sent, platform::now_ps()});
  }
  void used(unsigned, docsis::Minislot, std::uint64_t bytes) override { used_bytes += bytes; }
  void fell_short(UpstreamFlow, std::uint64_t bytes) override { short_bytes += bytes; }
  void reported(UpstreamFlow flow, const std::optional<docsis::UgsStatus>& status) override {
    reports.emplace_back(flow, status);
  }
  void collided(unsigned, docsis::Minislot) override { ++collisions; }

  struct Heard {
    UpstreamFlow flow;
    std::uint32_t units;
    TimePs sent, at;
  };
  std::vector<Heard> log;
  std::uint64_t used_bytes = 0;
  std::uint64_t short_bytes = 0;
  std::vector<std::pair<UpstreamFlow, std::optional<docsis::UgsStatus>>> reports;
  int collisions = 0;
};

CmtsConfig two_flows() {
  CmtsConfig config = one_channel("docsis30");
  config.flows.resize(2);
  config.flows[1].sid = 2;
  return config;
}

struct Bench {
  Bench()
      : config(two_flows()),
        geometry(config.channels[0]),
        sequencer("sequencer"),
        receiver("receiver", config, sequencer, events, wan) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  docsis::UpstreamBurst request(docsis::Minislot first, std::uint16_t sid, unsigned units) const {
    ReceivedMap map;
    map.first = first;
    return request_burst(geometry, map, 0, sid, units);
  }
  // A segment with one whole packet.
  docsis::UpstreamBurst packet(docsis::Minislot first, std::uint16_t sid, unsigned sequence,
                               std::uint32_t bytes, unsigned units) {
    docsis::UpstreamBurst burst;
    burst.sid = sid;
    burst.iuc = docsis::kIucAdvancedLongData;
    burst.first_minislot = first;
    burst.start = geometry.start(first);
    burst.end = geometry.end(first, geometry.minislots_for(bytes + 14));
    docsis::SegmentHeader header;
    header.pointer_valid = true;
    header.sequence = static_cast<std::uint16_t>(sequence % docsis::kSegmentSequences);
    header.request = static_cast<std::uint16_t>(units);
    docsis::append_segment_header(burst.octets, header);
    docsis::append_packet_header(burst.octets, bytes);
    docsis::BurstRun run;
    run.octets = 14;
    run.frame_bytes = bytes;
    run.packet = pool.take();
    run.packet->size_bytes = bytes;
    run.packet->sequence = sequence;
    run.packet_id = run.packet->id;
    burst.runs.push_back(std::move(run));
    return burst;
  }

  PacketPool pool;
  CmtsConfig config;
  docsis::ChannelGeometry geometry;
  Events events;
  RecordingSink wan;
  platform::InstantSequencer sequencer;
  Receiver receiver;
};

TEST(Receiver, ARequestCountsAfterPlantAndDecoding) {
  Bench bench;
  bench.receiver.receive(bench.request(8, 2, 33));
  run_until(kPsPerMs);
  ASSERT_EQ(bench.events.log.size(), 1U);
  const auto& heard = bench.events.log[0];
  EXPECT_EQ(heard.flow, 1U);
  EXPECT_EQ(heard.units, 33U);
  EXPECT_EQ(heard.sent, 100 * kPsPerUs);
  // 8 minislots, the burst's own, 40 us of plant, 100 us of decoding.
  EXPECT_EQ(heard.at, (100 + 140) * kPsPerUs + 12'500'000);
}

TEST(Receiver, IsGivenBurstsBeforeTheyArrive) {
  Bench bench;
  auto far = bench.request(8, 1, 1);
  auto near = bench.request(8, 2, 2);
  far.arrival = far.end + 70 * kPsPerUs;
  near.arrival = near.end + 10 * kPsPerUs;
  const TimePs end = near.end;
  bench.receiver.receive(std::move(far));
  bench.receiver.receive(std::move(near));
  run_until(kPsPerMs);
  ASSERT_EQ(bench.events.log.size(), 2U);
  EXPECT_EQ(bench.events.log[0].units, 2U);
  EXPECT_EQ(bench.events.log[0].at, end + 140 * kPsPerUs) << "aligned to the farthest";
  EXPECT_EQ(bench.events.log[1].at, end + 170 * kPsPerUs);
}

TEST(Receiver, PacketsAndPiggybacksComeOutTogether) {
  Bench bench;
  bench.receiver.receive(bench.packet(1'000, 1, 0, 1'500, 77));
  run_until(20 * kPsPerMs);
  ASSERT_EQ(bench.wan.sequences.size(), 1U);
  EXPECT_EQ(bench.wan.last, bench.geometry.end(1'000, 32) + 140 * kPsPerUs);
  ASSERT_EQ(bench.events.log.size(), 1U);
  EXPECT_EQ(bench.events.log[0].units, 77U);
  EXPECT_EQ(bench.events.log[0].at, bench.wan.last);
  EXPECT_EQ(bench.events.used_bytes, 1'500U);
}

TEST(Receiver, OfOneInstantTheEarlierMinislotAndLowerSidComeFirst) {
  Bench bench;
  auto late = bench.request(9, 1, 1);
  auto wide = bench.request(8, 2, 2);
  wide.end = late.end;
  bench.receiver.receive(std::move(late));
  bench.receiver.receive(std::move(wide));
  run_until(kPsPerMs);
  ASSERT_EQ(bench.events.log.size(), 2U);
  EXPECT_EQ(bench.events.log[0].units, 2U);
}

TEST(Receiver, EveryFlowWaitsForItsOwnMissingSegments) {
  Bench bench;
  bench.receiver.expect_reordering(0);
  bench.receiver.expect_reordering(1);
  bench.receiver.receive(bench.packet(2'000, 2, 1, 500, 0));  // segment 0 is missing
  bench.receiver.receive(bench.packet(2'500, 1, 3, 500, 0));
  const TimePs heard = bench.geometry.end(2'000, bench.geometry.minislots_for(514)) +
                       bench.config.timing.plant_delay_ps + bench.config.timing.decode_ps;
  const TimePs later = bench.geometry.start(500);
  // Numbered within the time to process a MAP, as long as a MAP.
  const TimePs wait = bench.config.timing.map_interval_ps + 650 * kPsPerUs;
  run_until(heard + wait);
  EXPECT_TRUE(bench.wan.sequences.empty());
  run_until(heard + wait + 1);
  EXPECT_EQ(bench.wan.sequences, (std::vector<std::uint64_t>{1}));
  run_until(heard + later + wait);
  EXPECT_EQ(bench.wan.sequences.size(), 1U);
  run_until(heard + later + wait + 1);
  EXPECT_EQ(bench.wan.sequences, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(bench.receiver.flow_counters(1).missing_segments, 1U);
  EXPECT_EQ(bench.receiver.flow_counters(0).missing_segments, 3U);
}

TEST(Receiver, ACollisionSilencesAllOfIt) {
  Bench bench;
  bench.receiver.receive(bench.request(8, 1, 1));
  bench.receiver.receive(bench.request(8, 2, 2));
  bench.receiver.receive(bench.request(8, 2, 3));
  bench.receiver.receive(bench.request(9, 2, 4));
  run_until(kPsPerMs);
  EXPECT_EQ(bench.events.collisions, 1);
  ASSERT_EQ(bench.events.log.size(), 1U);
  EXPECT_EQ(bench.events.log[0].units, 4U);
}

TEST(Receiver, StrangersAndStraysAreCounted) {
  Bench bench;
  bench.receiver.receive(bench.request(8, 3, 1));                 // nobody's SID
  bench.receiver.receive(bench.request(1'000, 1, 1));             // into a grant
  bench.receiver.receive(bench.packet(1'000'000, 1, 0, 100, 9));  // nobody's interval
  run_until(20 * kPsPerSecond);
  EXPECT_EQ(bench.receiver.counters().stray_bursts, 3U);
  EXPECT_EQ(bench.receiver.flow_counters(0).lost_packets, 1U);
  EXPECT_TRUE(bench.events.log.empty());
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

TEST(Receiver, HostileOctetsAreCountedAndNothingIsForgotten) {
  Bench bench;
  RandomStream random(1, "test/hostile");
  const unsigned bursts = 4'000;
  for (unsigned i = 0; i < bursts; ++i) {
    auto burst = bench.packet(1'000 + 20 * i, 1, i, 500, 0);
    if (random.below(3) == 0) {
      const std::uint64_t bit = random.below(burst.octets.size() * 8);
      burst.octets[bit / 8] = static_cast<std::uint8_t>(burst.octets[bit / 8] ^ 1U << bit % 8);
    } else if (random.below(8) == 0) {
      burst.octets.resize(random.below(14));
    }
    bench.receiver.receive(std::move(burst));
    auto request = bench.request(i % 900, 1, 5);
    request.octets.assign(random.below(12), static_cast<std::uint8_t>(random.next_u32()));
    bench.receiver.receive(std::move(request));
  }
  run_until(2 * kPsPerSecond);
  const auto& flow = bench.receiver.flow_counters(0);
  EXPECT_EQ(bench.receiver.counters().bursts, 2 * bursts);
  EXPECT_EQ(flow.packets + flow.lost_packets, bursts);
  EXPECT_GT(flow.packets, bursts / 2);
  EXPECT_GT(bench.receiver.counters().bad_bursts, 100U);
  EXPECT_TRUE(bench.events.log.empty());
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

}  // namespace
}  // namespace docsis_vp::cmts::receiver_test
