// The whole data path, MAPs as octets.
#include "models/cm/modem/modem.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "models/cm/modem/modem_registers.h"
#include "models/cm/soc_registers.h"
#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "tests/models/cm/support/upstream_loop.h"

namespace docsis_vp::cm::modem_test {
namespace {

struct CountingSink : PacketSink {
  void push(PacketHandle packet) override { bytes += packet->size_bytes; }
  std::uint64_t bytes = 0;
};

// 20 Mbit/s, DOCSIS-PIE at 10 ms, a buffer of 250 ms.
DataPathConfig one_flow(const std::string& algorithm = "docsis_pie") {
  DataPathConfig config;
  config.channels.resize(1);
  DataPathFlowConfig flow;
  flow.law.algorithm = algorithm;
  flow.law.settings.latency_target_us = 10'000;
  flow.law.settings.msr_bytes_per_s = 2'500'000;
  flow.law.settings.peak_rate_bytes_per_s = 2'500'000;
  flow.law.settings.buffer_bytes = 625'000;
  flow.shaper = {20'000'000, 20'000, 20'000'000};
  flow.sids = {0x100};
  config.flows = {flow};
  return config;
}

struct Bench {
  explicit Bench(const std::string& name = "cm", const DataPathConfig& config = one_flow())
      : cmts((name + "_cmts").c_str(), UpstreamLoop::cmts_flows(config.flows.size())),
        modem(name.c_str(), config, flows, cmts, lan) {
    cmts.connect(modem);
    flow = flows.add("upload", FlowKey{});
  }
  void offer(std::uint32_t bytes, Ecn ecn = Ecn::kNotEct) {
    PacketHandle packet = take_packet(pool, bytes);
    packet->ecn = ecn;
    packet->flow = flow;
    packet->sequence = sequence++;
    modem.lan().push(std::move(packet));
  }

  PacketPool pool;
  FlowTable flows;
  FlowId flow = 0;
  std::uint64_t sequence = 0;
  CountingSink lan;
  SmallCmts cmts;
  Modem modem;
};

TEST(Modem, PolicesAnOverloadAndConservesEveryPacket) {
  Bench bench;
  RandomStream random(1, "jitter");
  run_until(kPsPerUs);
  FlowStatistics at_2s;
  while (platform::now_ps() < 10 * kPsPerSecond) {
    if (at_2s.offered.packets == 0 && platform::now_ps() >= 2 * kPsPerSecond) {
      at_2s = bench.modem.statistics(0);
    }
    bench.offer(1500);
    run_until(platform::now_ps() + random.between(360, 440) * kPsPerUs);
    ASSERT_TRUE(bench.modem.statistics(0).conserved());
  }
  const FlowStatistics end = bench.modem.statistics(0);
  const auto sent = static_cast<double>(end.sent.bytes - at_2s.sent.bytes);
  EXPECT_NEAR(sent * 8 / 8, 20e6, 0.1e6);
  const auto dropped = static_cast<double>(end.aqm_drops.packets - at_2s.aqm_drops.packets);
  const auto offered = static_cast<double>(end.offered.packets - at_2s.offered.packets);
  EXPECT_NEAR(dropped / offered, 1.0 / 3, 0.01);
  EXPECT_EQ(end.buffer_drops.packets, at_2s.buffer_drops.packets);
  EXPECT_EQ(bench.modem.builder().channel(0).missed, 0U);
  const FlowSample sample = bench.modem.sample(0);
  EXPECT_GT(sample.drop_probability, 0.1);
  EXPECT_GT(sample.last_queue_delay, 2 * kPsPerMs);
}

TEST(Modem, WithoutAqmTheBufferFills) {
  Bench bench("cm", one_flow("none"));
  run_until(kPsPerUs);
  while (platform::now_ps() < 3 * kPsPerSecond) {
    bench.offer(1500);
    run_until(platform::now_ps() + 400 * kPsPerUs);
  }
  const FlowStatistics end = bench.modem.statistics(0);
  EXPECT_TRUE(end.conserved());
  EXPECT_EQ(end.aqm_drops.packets, 0U);
  EXPECT_GT(end.buffer_drops.packets, 1000U);
  EXPECT_NEAR(static_cast<double>(end.queued.bytes), 625'000, 6'000);
}

DataPathConfig excluding_ce(std::uint32_t exclude_ce) {
  DataPathConfig config = one_flow();
  const aqm_algorithm& law = *aqm_find("docsis_pie");
  std::vector<std::uint32_t>& options = config.flows[0].law.options;
  options.resize(aqm_count_options(law.options));
  aqm_initial_options(law.options, options.data());
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (law.options[i].name == std::string("exclude_ce")) options[i] = exclude_ce;
  }
  config.flows[0].shaper.max_burst_bytes = 1'522;
  return config;
}

// Half of the queued bytes carry CE: with exclude_ce the law sees the other half.
TEST(Modem, MarkedPacketsCanBeLeftOutOfTheMeasure) {
  Bench all("all", excluding_ce(0));
  Bench unmarked("unmarked", excluding_ce(1));
  for (int i = 0; i < 40; ++i) {
    run_until((1 + 2 * i) * kPsPerUs);  // no faster than the queue memory's port
    for (Bench* bench : {&all, &unmarked}) bench->offer(1500, i % 2 == 0 ? Ecn::kCe : Ecn::kNotEct);
  }
  run_until(90 * kPsPerUs);
  // At 2.5 MB/s, but for the packet that finds its tokens waiting.
  EXPECT_NEAR(static_cast<double>(all.modem.sample(0).predicted_delay), 24e9, 0.7e9);
  EXPECT_NEAR(static_cast<double>(unmarked.modem.sample(0).predicted_delay), 12e9, 0.7e9);
}

TEST(Modem, WithoutTrafficSendsNothing) {
  Bench bench;
  run_until(kPsPerSecond);
  EXPECT_TRUE(bench.cmts.bursts.empty());
  EXPECT_EQ(bench.modem.parser().counters().maps, 500U);
}

TEST(Modem, HandsDownstreamPacketsToTheLan) {
  Bench bench;
  bench.modem.receive_packet({0, take_packet(bench.pool, 700)});
  EXPECT_EQ(bench.lan.bytes, 700U);
  EXPECT_EQ(bench.modem.downstream_packets(), 1U);
}

// Fires at random times and does nothing: shifts the order in which the kernel runs processes.
struct Noise : sc_core::sc_module {
  explicit Noise(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Noise);
    SC_METHOD(fire);
  }
  void fire() {
    junk.push_back(std::make_unique<int>(0));
    next_trigger(platform::to_sc_time(random.between(1, 100) * kPsPerUs));
  }
  RandomStream random{7, "noise"};
  std::vector<std::unique_ptr<int>> junk;
};

TEST(Modem, TheSameTwiceWhateverElseGoesOn) {
  Bench first("first");
  Noise noise("noise");
  Bench second("second");
  RandomStream random(2, "sizes");
  run_until(kPsPerUs);
  while (platform::now_ps() < 2 * kPsPerSecond) {
    const auto bytes = static_cast<std::uint32_t>(random.between(64, 1518));
    first.offer(bytes);
    second.offer(bytes);
    run_until(platform::now_ps() + random.between(10, 500) * kPsPerUs);
  }
  ASSERT_EQ(first.cmts.bursts.size(), second.cmts.bursts.size());
  ASSERT_GT(first.cmts.bursts.size(), 500U);
  for (std::size_t i = 0; i < first.cmts.bursts.size(); ++i) {
    ASSERT_EQ(first.cmts.bursts[i].handed_over, second.cmts.bursts[i].handed_over);
    ASSERT_EQ(first.cmts.bursts[i].burst.octets, second.cmts.bursts[i].burst.octets);
  }
}

// A MAP of n elements grants b bytes at offset 0, the grant being the last interval: ready to the
// cycle.
struct DeadlineCase {
  const char* name;
  unsigned elements;
  std::int64_t cycles_late;
  bool hit;
};

void PrintTo(const DeadlineCase& c, std::ostream* out) {
  *out << c.name;
}

class MapDeadline : public ::testing::TestWithParam<DeadlineCase> {};

TEST_P(MapDeadline, IsMetToTheCycle) {
  DataPathConfig config = one_flow("none");
  config.flows[0].shaper = {0, 3044, 0};
  PacketPool pool;
  BurstLog rf;
  FlowTable flows;
  const FlowId flow = flows.add("upload", FlowKey{});
  CountingSink lan;
  Modem modem("cm", config, flows, rf, lan);
  run_until(kPsPerUs);
  PacketHandle packet = take_packet(pool, 1000);
  packet->flow = flow;
  modem.lan().push(std::move(packet));

  // Cycles of 4 ns: 32 for the MAP, 8 per element, 32 for the segment, 16 for the packet, and its
  // 1000 bytes at 4.8 in a cycle, every second beat.
  const std::uint64_t cycles = 32 + 8 * GetParam().elements + 32 + 16 + 2 * 209;
  docsis::Map map;
  map.channel_id = 1;
  map.ucd_count = 1;
  map.allocation_start = 160;
  const TimePs start = 2 * kPsPerMs;
  for (unsigned i = 0; i + 2 < GetParam().elements; ++i) {
    map.elements.push_back({0x200, docsis::kIucAdvancedLongData, 0});  // pendings of others
  }
  map.elements.push_back({0x100, docsis::kIucAdvancedLongData, 0});
  map.elements.push_back({docsis::kSidNone, docsis::kIucNull, 22});  // 1056 bytes
  auto octets = std::make_shared<std::vector<std::uint8_t>>();
  docsis::append_map(*octets, map);

  run_until(start - (static_cast<TimePs>(cycles) - GetParam().cycles_late) * 4 * kPsPerNs);
  modem.receive_management(0, octets);
  run_until(start + kPsPerMs);
  const BurstBuilder::ChannelCounters& channel = modem.builder().channel(0);
  EXPECT_EQ(channel.missed, GetParam().hit ? 0U : 1U);
  ASSERT_EQ(rf.bursts.size(), GetParam().hit ? 1U : 0U);
  if (GetParam().hit) {
    EXPECT_EQ(channel.deadline_slack_ps.min(),
              static_cast<std::uint64_t>(-GetParam().cycles_late * 4 * kPsPerNs));
    EXPECT_EQ(rf.bursts[0].burst.start, start);
  }
  EXPECT_EQ(modem.statistics(0).sent.packets, GetParam().hit ? 1U : 0U);
}

INSTANTIATE_TEST_SUITE_P(Table, MapDeadline,
                         ::testing::Values(DeadlineCase{"TwoElementsOneCycleEarly", 2, -1, true},
                                           DeadlineCase{"TwoElementsInTime", 2, 0, true},
                                           DeadlineCase{"TwoElementsOneCycleLate", 2, 1, false},
                                           DeadlineCase{"FiftyElementsInTime", 50, 0, true},
                                           DeadlineCase{"FiftyElementsOneCycleLate", 50, 1, false},
                                           DeadlineCase{"FullMapInTime", 240, 0, true},
                                           DeadlineCase{"FullMapOneCycleLate", 240, 1, false}),
                         [](const auto& deadline) { return deadline.param.name; });

TEST(Modem, ShowsAllItsBlocksOnTheBus) {
  Bench bench;
  ModemRegisters registers("registers", bench.modem);
  platform::Interconnect bus("bus", 100'000'000);
  registers.map(bus, 0);
  run_until(kPsPerUs);
  bench.offer(1000);
  run_until(20 * kPsPerMs);
  const auto read = [&](std::uint32_t address) {
    std::uint32_t word = 0;
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay;
    bus.b_transport(payload, delay);
    EXPECT_TRUE(payload.is_response_ok()) << std::hex << address;
    return word;
  };
  namespace soc = soc_registers;
  EXPECT_EQ(read(soc::kQueueMemoryBase), 1U);  // flows
  EXPECT_EQ(read(soc::kShaperBase), 1U);
  EXPECT_EQ(read(soc::kRequestEngineBase), 1U);
  EXPECT_EQ(read(soc::kBurstBuilderBase), 1U);             // channels
  EXPECT_EQ(read(soc::kMapParserBase), 10U);               // MAPs
  EXPECT_EQ(read(soc::kQueueMemoryBase + 0x1010), 1U);     // packets written
  EXPECT_EQ(read(soc::kQueueMemoryBase + 0x1028), 1000U);  // bytes read
  EXPECT_EQ(read(soc::kAqmEngineBase + 0x1C), 1U);
}

TEST(Modem, RefusesAFlowWithoutSidForAChannel) {
  DataPathConfig config = one_flow();
  config.flows[0].sids.clear();
  EXPECT_THROW(Bench("cm", config), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::cm::modem_test
