// Aggregate service flows of a modem, in closed loop with a small CMTS of 30.72 Mbit/s.
#include "models/cm/aggregate_queue/aggregate_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/cm/modem/modem.h"
#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "tests/models/cm/support/upstream_loop.h"
#include "tests/models/queue/bench.h"

namespace docsis_vp::cm::aggregate_queue_test {
namespace {

constexpr unsigned kClassic = 0;
constexpr unsigned kLowLatency = 1;
constexpr std::uint64_t kAmsr = 20'000'000;
constexpr std::uint32_t kBurst = 6'000;
constexpr TimePs kMs = kPsPerMs;

struct Sink : PacketSink {
  void push(PacketHandle) override {}
};

AggregateQueueConfig usual() {
  AggregateQueueConfig config;
  config.classic = kClassic;
  config.low_latency = kLowLatency;
  config.queue.law.amsr_bits_per_s = kAmsr;
  config.queue.law.estimate = DUAL_QUEUE_DELAY_V;
  config.queue.law.classic_buffer_bytes = 200'000;
  config.shaper = {kAmsr, kBurst, 0};
  return config;
}

DataPathConfig modem_config(const AggregateQueueConfig& aggregate) {
  DataPathConfig config;
  config.channels.resize(1);
  for (std::uint16_t i = 0; i < 2; ++i) {
    DataPathFlowConfig& flow = config.flows.emplace_back();
    flow.name = i == kClassic ? "classic" : "low-latency";
    flow.law.algorithm = "none";
    flow.law.settings.buffer_bytes = 200'000;
    flow.shaper = {kAmsr, kBurst, 0};
    flow.queue = {UINT64_MAX, 8'192};
    flow.sids = {static_cast<std::uint16_t>(0x100 + i)};
  }
  config.aggregates = {std::make_shared<AggregateQueueConfig>(aggregate)};
  docsis::AggregateSplit split;
  split.classic = aggregate.classic.value_or(kLowLatency);
  split.low_latency = aggregate.low_latency.value_or(kClassic);
  config.classifier.aggregates = {split};
  config.classifier.default_aggregate = 0;
  return config;
}

struct Bench {
  explicit Bench(const AggregateQueueConfig& aggregate, const std::string& name = "cm")
      : Bench(modem_config(aggregate), name) {}
  explicit Bench(const DataPathConfig& config, const std::string& name = "cm")
      : flows(queue::udp_flows(8)),
        next(8),
        cmts((name + "_cmts").c_str(), UpstreamLoop::cmts_flows(2)),
        modem(name.c_str(), config, flows, cmts, lan) {
    cmts.connect(modem);
  }
  void offer(FlowId flow, std::uint32_t bytes, Ecn ecn) {
    PacketHandle packet = take_packet(pool, bytes);
    packet->flow = flow;
    packet->sequence = next[flow]++;
    packet->ecn = ecn;
    modem.lan().push(std::move(packet));
  }
  // Packets of 1500 bytes at this rate for each flow; flow 0 sends Not-ECT, the others ECT(1).
  void saturate(const std::vector<double>& mbps, TimePs end) {
    std::vector<double> due(mbps.size(), static_cast<double>(platform::now_ps()));
    while (platform::now_ps() < end) {
      const auto soonest = std::min_element(due.begin(), due.end());
      run_until(std::max<TimePs>(platform::now_ps() + 1, static_cast<TimePs>(*soonest)));
      const auto flow = static_cast<FlowId>(soonest - due.begin());
      offer(flow, 1'500, flow == 0 ? Ecn::kNotEct : Ecn::kEct1);
      *soonest += 1'500 * 8e6 / mbps[flow];
    }
  }
  std::uint64_t sent_bytes(unsigned flow) const { return modem.statistics(flow).sent.bytes; }

  PacketPool pool;
  FlowTable flows;
  std::vector<std::uint64_t> next;
  Sink lan;
  SmallCmts cmts;
  Modem modem;
};

TEST(AggregateQueue, LosesNoPacketFromSight) {
  AggregateQueueConfig config = usual();
  config.queue.law.critical_ql_us = 1'000;
  Bench bench(config);
  RandomStream random(3, "packets");
  run_until(kPsPerUs);
  const TimePs begin = platform::now_ps();
  while (platform::now_ps() < 2 * kPsPerSecond) {
    const auto flow = static_cast<FlowId>(random.below(4));
    bench.offer(flow, static_cast<std::uint32_t>(random.between(64, 1'518)),
                static_cast<Ecn>(random.below(4)));
    if (random.below(700) == 0) bench.cmts.lose_maps(1);
    if (random.below(700) == 0) bench.cmts.lose_requests(1);
    run_until(platform::now_ps() + random.between(10, 440) * kPsPerUs);
    const FlowStatistics classic = bench.modem.statistics(kClassic);
    const FlowStatistics low_latency = bench.modem.statistics(kLowLatency);
    ASSERT_TRUE(classic.conserved());
    ASSERT_TRUE(low_latency.conserved());
    const double seconds = static_cast<double>(platform::now_ps() - begin) * 1e-12;
    ASSERT_LE(static_cast<double>(classic.sent.bytes + low_latency.sent.bytes),
              kBurst + kAmsr / 8.0 * seconds + 1);
  }
  run_until(3 * kPsPerSecond);
  for (const unsigned flow : {kClassic, kLowLatency}) {
    EXPECT_TRUE(bench.modem.statistics(flow).conserved());
    EXPECT_EQ(bench.modem.statistics(flow).queued.packets, 0U);
    EXPECT_EQ(bench.modem.sample(flow).queue_bytes, 0U);
  }
  EXPECT_EQ(bench.modem.memory().occupied_bytes(platform::now_ps()), 0U);
  std::uint64_t offered = 0;
  for (const std::uint64_t packets : bench.next) offered += packets;
  const FlowStatistics low_latency = bench.modem.statistics(kLowLatency);
  EXPECT_GT(low_latency.redirects.packets, 10U);
  // A redirected packet was offered to both.
  EXPECT_EQ(bench.modem.statistics(kClassic).offered.packets + low_latency.offered.packets,
            offered + low_latency.redirects.packets);
}

TEST(AggregateQueue, SharesItsRateByTheWeight) {
  struct Case {
    std::uint32_t weight;
    std::unique_ptr<Bench> bench;
  };
  std::vector<Case> cases;
  for (const std::uint32_t weight : {230U, 128U}) {
    AggregateQueueConfig config = usual();
    config.queue.law.weight = weight;
    config.queue.law.protect = 0;
    config.queue.law.overload_drops = 0;
    config.queue.law.latency_target_us = 100'000;
    cases.push_back({weight, std::make_unique<Bench>(config, "cm" + std::to_string(weight))});
  }
  for (const Case& each : cases) {
    Bench& bench = *each.bench;
    const TimePs begin = platform::now_ps() + kMs;
    run_until(begin);
    bench.saturate({30, 30}, begin + 500 * kMs);
    const std::uint64_t classic = bench.sent_bytes(kClassic);
    const std::uint64_t low_latency = bench.sent_bytes(kLowLatency);
    bench.saturate({30, 30}, begin + 2'500 * kMs);
    const auto c = static_cast<double>(bench.sent_bytes(kClassic) - classic);
    const auto l = static_cast<double>(bench.sent_bytes(kLowLatency) - low_latency);
    EXPECT_NEAR(c + l, kAmsr / 8.0 * 2, 0.005 * kAmsr / 8 * 2);
    EXPECT_NEAR(l / (c + l), each.weight / 256.0, 0.01) << each.weight;
  }
}

// Without its own queue a packet waits for at most one packet's tokens, then for its grant.
TEST(AggregateQueue, ALightFlowPassesAFullClassicQueue) {
  AggregateQueueConfig config = usual();
  config.queue.law.coupling_tenths = 0;  // the unresponsive Classic flow marks nobody
  Bench bench(config);
  run_until(kPsPerUs);
  for (int i = 0; i < 100; ++i) {
    bench.saturate({30}, (i + 1) * 10 * kMs);
    bench.offer(1, 200, Ecn::kEct1);
  }
  run_until(platform::now_ps() + 20 * kMs);
  const auto& low_latency = bench.modem.builder().flow(kLowLatency).queue_delay_ps;
  const auto& classic = bench.modem.builder().flow(kClassic).queue_delay_ps;
  EXPECT_EQ(bench.modem.statistics(kLowLatency).sent.packets, 100U);
  EXPECT_EQ(bench.modem.statistics(kLowLatency).aqm_marks.packets, 0U);
  EXPECT_LT(low_latency.max().value(), static_cast<std::uint64_t>(10 * kMs));
  EXPECT_GT(classic.quantile(0.5).value(), 9e9);
}

// 60 Mbit/s on 20 Mbit/s: what stays in the low-latency queue is marked, the rest redirected.
TEST(AggregateQueue, RedirectsAFlowThatBuildsAQueue) {
  AggregateQueueConfig config = usual();
  config.queue.law.overload_drops = 0;
  Bench bench(config);
  run_until(kPsPerUs);
  bench.saturate({1, 60}, 1'000 * kMs);
  const FlowStatistics low_latency = bench.modem.statistics(kLowLatency);
  EXPECT_GT(low_latency.redirects.packets, low_latency.offered.packets / 2);
  EXPECT_EQ(bench.modem.aggregate(kClassic)->counters(queue::Part::kLowLatency).sanctioned,
            low_latency.redirects.packets);
  EXPECT_GT(low_latency.aqm_marks.packets, 0U);
  EXPECT_LT(low_latency.queued.bytes, 30'000U);
}

// The virtual queue drains at 50 Mbit/s and stays at a packet; the channel carries 30.72. Only the
// alignment sees the real queue.
TEST(AggregateQueue, MarksAQueueThatTheLoopDoesNotExplain) {
  AggregateQueueConfig config = usual();
  config.queue.law.amsr_bits_per_s = 50'000'000;
  config.queue.law.protect = 0;
  config.shaper.max_sustained_rate_bps = 50'000'000;
  DataPathConfig modem = modem_config(config);
  for (DataPathFlowConfig& flow : modem.flows) {
    flow.shaper.max_sustained_rate_bps = 50'000'000;
  }
  Bench bench(modem);
  run_until(kPsPerUs);
  bench.saturate({0.5, 25}, 300 * kMs);
  EXPECT_EQ(bench.modem.statistics(kLowLatency).aqm_marks.packets, 0U);
  const std::uint64_t before = bench.modem.statistics(kLowLatency).offered.packets;
  bench.saturate({0.5, 40}, 600 * kMs);
  const FlowStatistics end = bench.modem.statistics(kLowLatency);
  EXPECT_GT(end.aqm_marks.packets, (end.offered.packets - before) / 2);
}

TEST(AggregateQueue, HasOneServiceFlowIfItNamesOne) {
  std::vector<std::unique_ptr<Bench>> benches;
  for (const unsigned only : {kClassic, kLowLatency}) {
    AggregateQueueConfig config = usual();
    (only == kClassic ? config.low_latency : config.classic).reset();
    benches.push_back(std::make_unique<Bench>(config, "cm" + std::to_string(only)));
  }
  for (const unsigned only : {kClassic, kLowLatency}) {
    Bench& bench = *benches[only];
    const TimePs begin = platform::now_ps() + kMs;
    run_until(begin);
    bench.saturate({5, 5}, begin + 500 * kMs);
    run_until(begin + 600 * kMs);
    const FlowStatistics end = bench.modem.statistics(only);
    EXPECT_TRUE(end.conserved());
    EXPECT_EQ(end.sent.packets + end.aqm_drops.packets, bench.next[0] + bench.next[1]);
    EXPECT_GT(end.sent.packets, 400U);
    EXPECT_EQ(bench.modem.statistics(1 - only).offered.packets, 0U);
  }
}

TEST(AggregateQueue, RefusesWhatItCannotHold) {
  AggregateQueueConfig none = usual();
  none.classic.reset();
  none.low_latency.reset();
  none.queue.pointer = "/aggregate_service_flows/0";
  DataPathConfig config = modem_config(usual());
  config.aggregates = {std::make_shared<AggregateQueueConfig>(none)};
  const FlowTable flows;
  Sink lan;
  SmallCmts cmts("cmts", UpstreamLoop::cmts_flows(2));
  const auto refusal = [&](const char* name) -> std::string {
    try {
      Modem(name, config, flows, cmts, lan);
    } catch (const ConfigError& error) {
      return error.pointer() + ": " + error.message();
    }
    return "";
  };
  EXPECT_EQ(refusal("none"), "/aggregate_service_flows/0: expected one service flow or two");
  config.aggregates.assign(kMaxAggregates + 1, std::make_shared<AggregateQueueConfig>(usual()));
  EXPECT_EQ(refusal("many"),
            "/aggregate_service_flows: a modem has at most 16 aggregate service flows");
}

}  // namespace
}  // namespace docsis_vp::cm::aggregate_queue_test
