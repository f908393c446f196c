#include "models/cmts/downstream.h"

#include <gtest/gtest.h>

#include "tests/models/cmts/downstream_bench.h"

namespace docsis_vp::cmts::downstream_test {
namespace {

using Bench = DownstreamBench;

TEST(Downstream, ManagementGoesFirstAtPacketBoundaries) {
  Bench bench(gigabit(1));
  bench.offer(0, 0, 994);  // 1000 octets with their header: 8 us
  bench.offer(0, 1, 994);
  bench.manage(7, 125, 3 * kPsPerUs);  // 1 us, ready while packet 0 is on the line
  run_until(kPsPerMs);
  expect_items(bench.line, {{0, 0, 8 * kPsPerUs + kLatency},
                            {-1, 7, 9 * kPsPerUs + kLatency},
                            {0, 1, 17 * kPsPerUs + kLatency}});
}

TEST(Downstream, ManagementWaitsUntilItIsReadyAndKeepsItsOrder) {
  Bench bench(gigabit(1));
  bench.manage(1, 125, 10 * kPsPerUs);
  bench.manage(2, 125, 10 * kPsPerUs);
  run_until(kPsPerMs);
  expect_items(bench.line, {{-1, 1, 11 * kPsPerUs + kLatency}, {-1, 2, 12 * kPsPerUs + kLatency}});
}

// A packet on an edge belongs to the next bin; the warm-up counts as well.
TEST(Downstream, CountsDelaysInTheBinsOfTheFlow) {
  DownstreamConfig config = gigabit(1);
  config.modems[0].flows[0].latency_edges = {2, {1, 2}};  // 10 us, 20 us
  Bench bench(config);
  bench.downstream.measure_from(kPsPerMs);
  for (std::uint64_t i = 0; i < 4; ++i) {
    bench.offer(0, i, 1'244);  // 10 us on the line
  }
  run_until(kPsPerMs);
  const auto& counters = bench.downstream.counters(0);
  const latency_histogram& latency = counters.latency.counts;
  EXPECT_EQ(counters.queue_delay_ps.count(), 0U);
  EXPECT_EQ(latency.updates, 4U);
  EXPECT_EQ(latency.bins[0], 1U);  // 0
  EXPECT_EQ(latency.bins[1], 1U);  // 10 us
  EXPECT_EQ(latency.bins[2], 2U);  // 20 us, 30 us
  EXPECT_EQ(latency.max_ns, 30'000U);
}

TEST(Downstream, ModemsTakeTurns) {
  Bench bench(gigabit(2));
  for (std::uint64_t i = 0; i < 2; ++i) {
    bench.offer(1, i, 119);  // 1 us
    bench.offer(0, i, 119);
  }
  run_until(kPsPerMs);
  expect_items(bench.line, {{0, 0, 1 * kPsPerUs + kLatency},
                            {1, 0, 2 * kPsPerUs + kLatency},
                            {0, 1, 3 * kPsPerUs + kLatency},
                            {1, 1, 4 * kPsPerUs + kLatency}});
}

TEST(Downstream, AModemIsHeldToItsRate) {
  DownstreamConfig config = gigabit(2);
  config.modems[0].flows[0].max_sustained_rate_bps = 100'000'000;
  config.modems[0].flows[0].max_burst_bytes = 2'500;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 4; ++i) bench.offer(0, i, 1'250);  // 100 us each, two in the bucket
  bench.offer(1, 9, 119);
  run_until(kPsPerMs);
  const TimePs serialisation = 1'256 * 8'000;
  expect_items(bench.line, {{0, 0, serialisation + kLatency},
                            {1, 9, serialisation + 1 * kPsPerUs + kLatency},
                            {0, 1, 2 * serialisation + 1 * kPsPerUs + kLatency},
                            {0, 2, 100 * kPsPerUs + serialisation + kLatency},
                            {0, 3, 200 * kPsPerUs + serialisation + kLatency}});
}

TEST(Downstream, AFullFifoDropsAtItsTail) {
  DownstreamConfig config = gigabit(1);
  config.modems[0].flows[0].queue.law.settings.buffer_bytes = 2'500;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 4; ++i) bench.offer(0, i, 1'000);
  run_until(kPsPerMs);
  const auto& counters = bench.downstream.counters(0);
  EXPECT_EQ(counters.offered.packets, 4U);
  EXPECT_EQ(counters.sent.packets, 2U);
  EXPECT_EQ(counters.sent.bytes, 2'000U);
  EXPECT_EQ(counters.buffer_drops.packets, 2U);
  EXPECT_EQ(counters.buffer_drops.bytes, 2'000U);
  EXPECT_EQ(counters.packet_limit_drops.packets, 0U);
  EXPECT_EQ(counters.queued.bytes, 0U);
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

TEST(Downstream, PacketsOfOneInstantEnterByFlowAndNumber) {
  Bench bench(gigabit(1));
  bench.offer(0, 1, 119, 5);
  bench.offer(0, 0, 119, 5);
  bench.offer(0, 3, 119, 4);
  run_until(kPsPerMs);
  ASSERT_EQ(bench.line.items.size(), 3U);
  EXPECT_EQ(bench.line.items[0].number, 3U);
  EXPECT_EQ(bench.line.items[1].number, 0U);
  EXPECT_EQ(bench.line.items[2].number, 1U);
}

}  // namespace
}  // namespace docsis_vp::cmts::downstream_test
