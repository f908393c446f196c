// Verdicts, counts, random numbers, configuration.
#include <gtest/gtest.h>

#include "platform/base/errors.h"
#include "tests/models/cm/aqm_engine/engine_bench.h"

namespace docsis_vp::cm::data_path_test {
namespace {

constexpr std::uint32_t kP03 = 80'530'637;  // 0.3 in UQ4.28

TEST(AqmDataPath, WritesWhatItAcceptsAndCountsEverything) {
  Bench bench(config_of({pie_flow(), no_aqm_flow()}));
  bench.queues.queues[1].bytes = 299'000;
  bench.script.at(1'000, [&] {
    bench.arrive(0, 1'500);
    bench.arrive(1, 1'000);
    bench.arrive(1, 1'001);
  });
  bench.run_until(2'000);
  ASSERT_EQ(bench.queues.written.size(), 2U);
  EXPECT_EQ(bench.queues.written[1].flow, 1U);
  EXPECT_EQ(bench.queues.written[1].sequence, 1U);
  EXPECT_EQ(bench.queues.written[1].accepted, 1'000);
  const auto& counters = bench.engine.counters(1);
  EXPECT_EQ(counters.offered.packets, 2U);
  EXPECT_EQ(counters.offered.bytes, 2'001U);
  EXPECT_EQ(counters.accepted.bytes, 1'000U);
  EXPECT_EQ(counters.buffer_drops.packets, 1U);
  EXPECT_EQ(counters.buffer_drops.bytes, 1'001U);
  EXPECT_EQ(counters.aqm_drops.packets, 0U);
  EXPECT_EQ(bench.pool.in_use(), 0U) << "dropped packets go back to the pool";
}

TEST(AqmDataPath, MemoryWithoutRoomIsABufferDropForEveryAlgorithm) {
  Bench bench(config_of({pie_flow(), no_aqm_flow()}));
  bench.queues.short_of = queue::Shortage::kBytes;
  bench.script.at(1'000, [&] {
    bench.arrive(0, 64);
    bench.arrive(1, 64);
  });
  bench.run_until(2'000);
  EXPECT_TRUE(bench.queues.written.empty());
  EXPECT_EQ(bench.engine.counters(0).buffer_drops.packets, 1U);
  EXPECT_EQ(bench.engine.counters(1).buffer_drops.packets, 1U);
}

// By queue memory, or by the limits of the law; where both are short, it is bytes.
TEST(AqmDataPath, CountsDropsForWantOfDescriptorsApart) {
  using queue::Shortage;
  const struct {
    Shortage of_memory;
    std::uint32_t bytes;
    std::uint32_t packets;
    std::uint64_t descriptor_drops;
  } cases[] = {{Shortage::kPackets, 0, 0, 1},       {Shortage::kBytes, 0, 0, 0},
               {Shortage::kNone, 0, 200, 1},        {Shortage::kNone, 299'000, 0, 0},
               {Shortage::kPackets, 299'000, 0, 0}, {Shortage::kBytes, 0, 200, 0}};
  FlowAqmConfig flow = no_aqm_flow();
  flow.settings.buffer_packets = 200;
  Bench bench(config_of(std::vector(std::size(cases), flow)));
  for (unsigned i = 0; i < std::size(cases); ++i) {
    bench.queues.queues[i].bytes = cases[i].bytes;
    bench.queues.queues[i].packets = cases[i].packets;
    bench.script.at(1'000 + i, [&, i] {
      bench.queues.short_of = cases[i].of_memory;
      bench.arrive(i, 1'500);
    });
  }
  bench.run_until(2'000);
  for (unsigned i = 0; i < std::size(cases); ++i) {
    const FlowAqm::Counters& counters = bench.engine.counters(i);
    EXPECT_EQ(counters.buffer_drops.packets, 1U) << i;
    EXPECT_EQ(counters.descriptor_drops.packets, cases[i].descriptor_drops) << i;
    EXPECT_EQ(counters.descriptor_drops.bytes, 1'500 * cases[i].descriptor_drops) << i;
  }
}

struct VerdictLog : VerdictObserver {
  void judged(unsigned flow, const Packet&, aqm_verdict verdict, TimePs) override {
    if (flow == 0) {
      log.push_back(verdict);
    }
  }
  std::vector<aqm_verdict> log;
};

// Judges 2000 packets of one deep queue with p = 0.3; a second flow gets packets in between.
std::vector<aqm_verdict> verdicts(std::uint64_t seed, const std::string& stream, bool other_flow) {
  AqmEngineConfig config = config_of({pie_flow(), pie_flow()}, Placement::kFirmware);
  config.seed = seed;
  config.flows[0].random_stream = stream;
  platform::InstantSequencer sequencer(sc_core::sc_gen_unique_name("sequencer"));
  FakeQueues queues;
  AqmEngine engine(sc_core::sc_gen_unique_name("aqm"), config, sequencer, queues, queues);
  PacketPool pool;
  VerdictLog log;
  for (const unsigned flow : {0U, 1U}) {
    queues.queues[flow].bytes = 50'000;
    engine.commit(flow, {kP03, 20'000, 0, DOCSIS_PIE_ACTIVE, 0, 0});
  }
  engine.observe(log);
  const auto offer = [&](unsigned flow, std::uint32_t size) {
    PacketHandle packet = pool.take();
    packet->size_bytes = size;
    engine.offer(flow, std::move(packet), 0);
  };
  for (int i = 0; i < 2'000; ++i) {
    if (other_flow) {
      offer(1, 700);
    }
    offer(0, 1'024);
  }
  return log.log;
}

TEST(AqmDataPath, RandomNumbersBelongToTheQueue) {
  const auto alone = verdicts(1, "aqm/cm0/us0/0", false);
  ASSERT_EQ(alone.size(), 2'000U);
  EXPECT_EQ(alone, verdicts(1, "aqm/cm0/us0/0", true));
  EXPECT_NE(alone, verdicts(2, "aqm/cm0/us0/0", false));
  EXPECT_NE(alone, verdicts(1, "aqm/cm0/us0/1", false));
}

TEST(AqmDataPath, HeadsOfQueuesAreAccepted) {
  Bench bench(config_of({pie_flow()}));
  EXPECT_FALSE(bench.engine.judges_queue(0));
}

TEST(AqmDataPath, RefusesWhatItCannotDo) {
  platform::InstantSequencer sequencer("sequencer");
  FakeQueues queues;
  const auto refused = [&](const AqmEngineConfig& config) -> std::string {
    try {
      AqmEngine engine(sc_core::sc_gen_unique_name("aqm"), config, sequencer, queues, queues);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refused(config_of({})), "");
  EXPECT_NE(refused(config_of(std::vector<FlowAqmConfig>(49, pie_flow()))), "");
  FlowAqmConfig unknown = pie_flow();
  unknown.algorithm = "no_law";
  EXPECT_EQ(
      refused(config_of({pie_flow(), unknown}))
          .rfind("/service_flows/1/aqm/algorithm: unknown algorithm \"no_law\", expected one of "
                 "none, afd, ",
                 0),
      0U);
  FlowAqmConfig target = pie_flow();
  target.settings.latency_target_us = 20'000'000;
  EXPECT_EQ(refused(config_of({target})),
            "/service_flows/0/aqm: latency_target_us: expected 1 to 10000000 (10 s)");
  AqmEngineConfig phase = config_of({pie_flow()});
  phase.tick_phase = 16 * kPsPerMs;
  EXPECT_NE(refused(phase), "");
}

}  // namespace
}  // namespace docsis_vp::cm::data_path_test
