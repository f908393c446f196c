// Modems whose service flow has a transmit queue, in closed loop with a small CMTS.
#include <gtest/gtest.h>

#include <string>

#include "models/cm/modem/modem.h"
#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "tests/models/cm/support/upstream_loop.h"
#include "tests/models/queue/bench.h"

namespace docsis_vp::cm::transmit_modem_test {
namespace {

struct Sink : PacketSink {
  void push(PacketHandle) override {}
};

struct Path {
  const char* law = "none";
  TransmitQueueConfig queue;
  ShaperConfig shaper{5'000'000, 100'000, 20'000'000};
  std::uint32_t buffer_packets = 417;
};

DataPathConfig modem_config(const Path& path) {
  DataPathConfig config;
  config.channels.resize(1);
  config.aqm_engine.delay_bytes = DelayBytes::kUnreleased;
  config.aqm_engine.sojourn = Sojourn::kShaper;
  DataPathFlowConfig flow;
  flow.law.algorithm = path.law;
  flow.law.settings.latency_target_us = 5'000;
  flow.law.settings.buffer_bytes = 1'000'000;
  flow.law.settings.buffer_packets = path.buffer_packets;
  flow.law.settings.msr_bytes_per_s = 625'000;
  flow.shaper = path.shaper;
  flow.sids = {0x100};
  flow.second_queue = path.queue;
  config.flows = {flow};
  return config;
}

struct Bench {
  explicit Bench(const Path& path)
      : flows(queue::udp_flows(1)),
        cmts("cmts", UpstreamLoop::cmts_flows(1)),
        modem("cm", modem_config(path), flows, cmts, lan) {
    cmts.connect(modem);
    run_until(kPsPerUs);
  }
  void offer(std::uint32_t bytes) {
    PacketHandle packet = take_packet(pool, bytes);
    packet->sequence = next++;
    modem.lan().push(std::move(packet));
  }
  // 1500 bytes at 30 Mbit/s.
  void saturate(TimePs end) {
    while (platform::now_ps() < end) {
      offer(1'500);
      run_until(platform::now_ps() + 400 * kPsPerUs);
    }
  }

  PacketPool pool;
  FlowTable flows;
  Sink lan;
  SmallCmts cmts;
  Modem modem;
  std::uint64_t next = 0;
};

void expect_packets_in_order(const Bench& bench) {
  std::uint64_t last = 0;
  std::uint64_t packets = 0;
  for (const SentBurst& sent : bench.cmts.bursts) {
    for (const docsis::BurstRun& run : sent.burst.runs) {
      if (!run.packet) continue;
      ASSERT_TRUE(packets == 0 || last < run.packet->sequence);
      last = run.packet->sequence;
      ++packets;
    }
  }
  EXPECT_EQ(packets, bench.modem.statistics(0).sent.packets);
}

class EveryStaging : public testing::TestWithParam<std::tuple<const char*, bool>> {};

// In an overload, with losses of MAPs and requests, and then until all has left.
TEST_P(EveryStaging, LosesNoPacketFromSight) {
  Path path;
  path.law = std::get<0>(GetParam());
  path.queue = {8, std::get<1>(GetParam())};
  Bench bench(path);
  RandomStream random(3, "packets");
  while (platform::now_ps() < 3 * kPsPerSecond) {
    bench.offer(static_cast<std::uint32_t>(random.between(64, 1'518)));
    if (random.below(300) == 0) bench.cmts.lose_maps(2);
    if (random.below(300) == 0) bench.cmts.lose_requests(1);
    run_until(platform::now_ps() + random.between(10, 1'500) * kPsPerUs);
    ASSERT_TRUE(bench.modem.statistics(0).conserved());
    ASSERT_LE(bench.modem.transmit_queue(0)->packets(), 8U);
  }
  run_until(5 * kPsPerSecond);
  const FlowStatistics end = bench.modem.statistics(0);
  EXPECT_TRUE(end.conserved());
  EXPECT_EQ(end.queued.packets, 0U);
  EXPECT_EQ(bench.modem.memory().occupied_bytes(platform::now_ps()), 0U);
  EXPECT_GT(end.sent.packets, 1'000U);
  EXPECT_EQ(end.second_queue_drops.packets > 0, !path.queue.back_pressure);
  EXPECT_LE(end.second_queue_drops.packets, end.buffer_drops.packets);
  expect_packets_in_order(bench);
  const TransmitQueue::Counters& counters = bench.modem.transmit_queue(0)->counters();
  EXPECT_EQ(counters.shaping_ps.count(), end.sent.packets);
  EXPECT_EQ(counters.waiting_ps.count(), end.sent.packets);
}

INSTANTIATE_TEST_SUITE_P(Modem, EveryStaging,
                         testing::Combine(testing::Values("none", "codel", "docsis_pie"),
                                          testing::Bool()),
                         [](const auto& of) {
                           return std::string(std::get<0>(of.param)) +
                                  (std::get<1>(of.param) ? "_held" : "_dropped");
                         });

// 417 packets of 1500 bytes wait a second at 5 Mbit/s, whatever waits behind the shaper.
TEST(TransmitModem, TheLimitOfTheFirstQueueIsItsOwn) {
  Path path;
  path.shaper = {5'000'000, 3'044, 0};
  Bench bench(path);
  bench.saturate(4 * kPsPerSecond);
  const FlowStatistics end = bench.modem.statistics(0);
  const auto& memory = bench.modem.memory();
  EXPECT_EQ(std::as_const(memory).stream(0).waiting().packets, 417U);
  EXPECT_EQ(end.second_queue_drops.packets, 0U);
  EXPECT_GT(end.buffer_drops.packets, 5'000U);
  const Histogram& shaping = bench.modem.transmit_queue(0)->counters().shaping_ps;
  EXPECT_NEAR(*shaping.quantile(0.9) / kPsPerMs, 417 * 2.4, 2.4);
}

// CoDel of the study looks at the first queue alone and holds it near its target; the loop's few
// milliseconds come on top.
TEST(TransmitModem, CodelHoldsTheFirstQueue) {
  Path path;
  path.law = "codel";
  path.shaper = {5'000'000, 3'044, 0};
  Bench bench(path);
  RandomStream random(3, "packets");
  while (platform::now_ps() < 20 * kPsPerSecond) {  // 5.2 Mbit/s
    bench.offer(1'500);
    run_until(platform::now_ps() + random.between(1'800, 2'800) * kPsPerUs);
  }
  const FlowStatistics end = bench.modem.statistics(0);
  EXPECT_GT(end.aqm_drops.packets, 100U);
  EXPECT_EQ(end.buffer_drops.packets, 0U);
  const TransmitQueue::Counters& counters = bench.modem.transmit_queue(0)->counters();
  EXPECT_LT(*counters.shaping_ps.mean() / kPsPerMs, 60);
  const double waiting_ms = *counters.waiting_ps.mean() / kPsPerMs;
  EXPECT_GT(waiting_ms, 3);
  EXPECT_LT(waiting_ms, 9);
}

TEST(TransmitModem, HasNoManagerBesides) {
  DataPathConfig config = modem_config({});
  config.flows[0].manager.emplace();
  config.flows[0].manager->discipline = queue::plain("drr", 100'000);
  FlowTable flows = queue::udp_flows(1);
  Sink lan;
  BurstLog rf;
  EXPECT_THROW(Modem("cm", config, flows, rf, lan), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::cm::transmit_modem_test
