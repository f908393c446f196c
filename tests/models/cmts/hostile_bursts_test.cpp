// A CMTS that hears what no modem may send counts it, grants nothing for it, and the next good
// request and segment work, of the same modem and of another.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "platform/base/random.h"
#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::hostile_bursts_test {
namespace {

using docsis::UpstreamBurst;

CmtsConfig two_modems() {
  CmtsConfig config = one_channel("docsis30");
  config.flows.resize(2);
  config.flows[0].max_sustained_rate_bps = 5'000'000;
  config.flows[0].request_unit_bytes = 16;
  config.flows[1].sid = 2;
  config.flows[1].modem = 1;
  config.downstream.modems.resize(2);
  return config;
}

struct Hostile {
  Hostile() : bench(two_modems()) {}

  const Receiver::Counters& receiver() const { return bench.cmts.receiver().counters(); }
  const ReceivedMap& next_map() {
    next = std::max(next, bench.plant.maps.size());
    return bench.map(next++);
  }
  // A request frame in an opportunity of the next MAP, whatever it holds.
  void ask(std::vector<std::uint8_t> octets) {
    UpstreamBurst burst = request_burst(bench.channel(), next_map(), 0, 1, 1);
    burst.octets = std::move(octets);
    bench.send(std::move(burst));
  }
  std::vector<std::uint8_t> good_request() {
    std::vector<std::uint8_t> octets;
    docsis::append_queue_depth_request(octets, 1, 10);
    return octets;
  }
  struct Granted {
    ReceivedMap map;
    docsis::MapElement grant;
  };
  Granted grant_to(std::uint16_t sid, unsigned units) {
    const ReceivedMap asked = next_map();
    bench.send(request_burst(bench.channel(), asked, 1, sid, units));
    for (int i = 0; i < 6; ++i) {
      const ReceivedMap map = next_map();
      for (const docsis::MapElement& element : elements_of(map.map, sid)) {
        if (element.length > 0) return {map, element};
      }
    }
    ADD_FAILURE() << "no grant for SID " << sid;
    return {};
  }
  UpstreamBurst packet_in(const Granted& granted, unsigned sequence, std::uint32_t bytes) {
    UpstreamBurst burst = segment_burst(bench.channel(), granted.map, granted.grant, sequence, 0);
    burst.octets.clear();
    docsis::SegmentHeader header;
    header.pointer_valid = true;
    header.sequence = static_cast<std::uint16_t>(sequence);
    docsis::append_segment_header(burst.octets, header);
    docsis::append_packet_header(burst.octets, bytes);
    docsis::BurstRun run;
    run.octets = 14;
    run.frame_bytes = bytes;
    run.packet = pool.take();
    run.packet->size_bytes = bytes;
    run.packet_id = run.packet->id;
    burst.runs.push_back(std::move(run));
    return burst;
  }
  // A packet of each modem goes from its request to the wide-area side.
  void expect_both_work(unsigned first_sequence_of_1 = 0, unsigned first_sequence_of_2 = 0) {
    const Receiver::Counters before = receiver();
    const std::size_t packets = bench.wan.sequences.size();
    bench.send(packet_in(grant_to(1, 40), first_sequence_of_1, 500));
    bench.send(packet_in(grant_to(2, 160), first_sequence_of_2, 500));
    for (int i = 0; i < 6; ++i) next_map();
    EXPECT_EQ(bench.wan.sequences.size(), packets + 2);
    EXPECT_EQ(receiver().requests, before.requests + 2);
    EXPECT_EQ(receiver().bad_bursts, before.bad_bursts);
    EXPECT_EQ(receiver().stray_bursts, before.stray_bursts);
    EXPECT_EQ(bench.cmts.scheduler().waiting_bytes(0), 0U);
    EXPECT_EQ(bench.cmts.scheduler().waiting_bytes(1), 0U);
  }
  void expect_nothing_asked() {
    EXPECT_EQ(receiver().requests, 0U);
    EXPECT_EQ(bench.cmts.scheduler().counters(0).grants, 0U);
  }

  PacketPool pool;  // outlives the bursts that the CMTS still holds
  SchedulerBench bench;
  std::size_t next = 0;
};

TEST(HostileBursts, TruncatedRequests) {
  Hostile hostile;
  const auto whole = hostile.good_request();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    hostile.ask({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
  }
  for (int i = 0; i < 3; ++i) hostile.next_map();
  EXPECT_EQ(hostile.receiver().bad_bursts, whole.size());
  hostile.expect_nothing_asked();
  hostile.expect_both_work();
}

TEST(HostileBursts, RequestsWithAFlippedBit) {
  Hostile hostile;
  const auto whole = hostile.good_request();
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    auto octets = whole;
    octets[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    hostile.ask(std::move(octets));
  }
  for (int i = 0; i < 3; ++i) hostile.next_map();
  EXPECT_EQ(hostile.receiver().bad_bursts, whole.size() * 8);
  hostile.expect_nothing_asked();
  hostile.expect_both_work();
}

TEST(HostileBursts, RandomOctetsForARequest) {
  Hostile hostile;
  RandomStream random(1, "octets");
  for (int i = 0; i < 500; ++i) {
    std::vector<std::uint8_t> octets(random.below(40));
    for (std::uint8_t& octet : octets) octet = static_cast<std::uint8_t>(random.next_u32());
    hostile.ask(std::move(octets));
  }
  for (int i = 0; i < 3; ++i) hostile.next_map();
  EXPECT_EQ(hostile.receiver().bad_bursts, 500U);
  hostile.expect_nothing_asked();
  hostile.expect_both_work();
}

TEST(HostileBursts, OtherFramesForARequest) {
  Hostile hostile;
  std::vector<std::uint8_t> packet;
  docsis::append_packet_header(packet, 64);
  hostile.ask(std::move(packet));
  hostile.ask({0xC4, 0x0C, 0x01, 0x23, 0x09, 0x1A});  // a request in minislots, of older modems
  for (int i = 0; i < 3; ++i) hostile.next_map();
  EXPECT_EQ(hostile.receiver().bad_bursts, 2U);
  hostile.expect_nothing_asked();
  hostile.expect_both_work();
}

TEST(HostileBursts, RequestsOfNobodyAndNowhere) {
  Hostile hostile;
  const auto& channel = hostile.bench.channel();
  for (const int sid : {0, 3, 0x3DFF, 0x3FFF}) {
    hostile.bench.send(
        request_burst(channel, hostile.next_map(), 0, static_cast<std::uint16_t>(sid), 10));
  }
  UpstreamBurst elsewhere = request_burst(channel, hostile.next_map(), 0, 1, 10);
  elsewhere.first_minislot += 100;  // where grants would be
  hostile.bench.send(std::move(elsewhere));
  UpstreamBurst far = request_burst(channel, hostile.next_map(), 0, 1, 10);
  far.first_minislot += docsis::Minislot{1} << 40;
  hostile.bench.send(std::move(far));
  UpstreamBurst other_channel = request_burst(channel, hostile.next_map(), 0, 1, 10);
  other_channel.channel = 7;
  hostile.bench.send(std::move(other_channel));
  for (int i = 0; i < 3; ++i) hostile.next_map();
  EXPECT_EQ(hostile.receiver().stray_bursts, 7U);
  hostile.expect_nothing_asked();
  hostile.expect_both_work();
}

// A megabyte that the modem does not have: granted once, as its tokens come back with what is not
// used, beside the other modem's packet, and then forgotten.
TEST(HostileBursts, ARequestForAMegabyte) {
  Hostile hostile;
  hostile.bench.send(request_burst(hostile.bench.channel(), hostile.next_map(), 0, 1, 0xFFFF));
  const TimePs begin = platform::now_ps();
  for (int i = 0; i < 4; ++i) hostile.next_map();
  hostile.bench.send(hostile.packet_in(hostile.grant_to(2, 160), 0, 500));
  run_until(begin + 40 * kPsPerMs);
  EXPECT_EQ(hostile.bench.wan.sequences.size(), 1U);
  EXPECT_GT(hostile.bench.cmts.scheduler().waiting_bytes(0), 500'000U);
  run_until(begin + 2 * kPsPerSecond);
  const auto& flow = hostile.bench.cmts.scheduler().flow_counters(0);
  EXPECT_EQ(flow.requested_bytes, 0xFFFFU * 16);
  EXPECT_GE(flow.granted_bytes, flow.requested_bytes);
  EXPECT_LE(flow.granted_bytes, flow.requested_bytes + flow.grants * (8 + 48));
  EXPECT_EQ(flow.unused_grants, flow.grants);
  hostile.next = hostile.bench.plant.maps.size();
  hostile.expect_both_work(0, 1);
}

TEST(HostileBursts, SegmentsWithoutAGrant) {
  Hostile hostile;
  const ReceivedMap map = hostile.next_map();
  Hostile::Granted none{map, {1, docsis::kIucAdvancedLongData, 60, 20}};
  for (unsigned i = 0; i < 4; ++i) {
    none.grant.offset = static_cast<std::uint16_t>(40 + 20 * i);
    none.grant.sid = static_cast<std::uint16_t>(i);
    hostile.bench.send(hostile.packet_in(none, i, 500));
  }
  for (int i = 0; i < 4; ++i) hostile.next_map();
  EXPECT_EQ(hostile.receiver().stray_bursts, 4U);
  EXPECT_TRUE(hostile.bench.wan.sequences.empty());
  EXPECT_EQ(hostile.pool.in_use(), 0U);
  hostile.expect_both_work();
}

// In another's grant, and twice in one's own.
TEST(HostileBursts, SegmentsInGrantsThatAreTaken) {
  Hostile hostile;
  const Hostile::Granted granted = hostile.grant_to(1, 40);
  Hostile::Granted stolen = granted;
  stolen.grant.sid = 2;
  hostile.bench.send(hostile.packet_in(stolen, 0, 500));
  hostile.bench.send(hostile.packet_in(granted, 0, 500));
  hostile.bench.send(hostile.packet_in(granted, 1, 500));
  for (int i = 0; i < 4; ++i) hostile.next_map();
  EXPECT_EQ(hostile.receiver().stray_bursts, 2U);
  EXPECT_EQ(hostile.bench.wan.sequences.size(), 1U);
  hostile.expect_both_work(1, 0);
}

// The grant is spent; the packet is lost, and with it its number.
TEST(HostileBursts, SegmentsWithADamagedHeader) {
  Hostile hostile;
  RandomStream random(1, "bits");
  const unsigned damaged = 40;
  for (unsigned i = 0; i < damaged; ++i) {
    UpstreamBurst burst = hostile.packet_in(hostile.grant_to(1, 40), i, 500);
    if (i % 4 == 0) {
      burst.octets.resize(random.below(8));
    } else {
      const std::uint64_t bit = random.below(64);
      burst.octets[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    }
    hostile.bench.send(std::move(burst));
  }
  for (int i = 0; i < 4; ++i) hostile.next_map();
  EXPECT_EQ(hostile.receiver().bad_bursts, damaged);
  EXPECT_EQ(hostile.bench.cmts.receiver().flow_counters(0).lost_packets, damaged);
  EXPECT_TRUE(hostile.bench.wan.sequences.empty());
  EXPECT_EQ(hostile.pool.in_use(), 0U);
  hostile.expect_both_work(damaged, 0);
}

}  // namespace
}  // namespace docsis_vp::cmts::hostile_bursts_test
