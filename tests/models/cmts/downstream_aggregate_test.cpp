// Downstream aggregate service flows: two queues under one rate, by the estimate "L" of the delay.
#include "models/cmts/downstream_aggregate.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "platform/base/errors.h"
#include "tests/models/cmts/downstream_bench.h"
#include "tests/models/queue/bench.h"

namespace docsis_vp::cmts::downstream_aggregate_test {
namespace {

constexpr unsigned kClassic = 0;
constexpr unsigned kLowLatency = 1;
constexpr std::uint64_t kAmsr = 8'000'000;  // 1 us per byte
constexpr std::uint32_t kBytes = 1'000;
constexpr std::uint64_t kBurst = 3'044;

DownstreamAggregateConfig usual() {
  DownstreamAggregateConfig aggregate;
  aggregate.classic = kClassic;
  aggregate.low_latency = kLowLatency;
  aggregate.shaper = {kAmsr, kBurst, 0};
  aggregate.queue.law.amsr_bits_per_s = kAmsr;
  aggregate.queue.law.estimate = DUAL_QUEUE_DELAY_L;
  aggregate.queue.law.classic_buffer_bytes = 250'000;
  aggregate.queue.law.protect = 0;
  return aggregate;
}

DownstreamConfig with_aggregate(const FlowTable& flows,
                                const DownstreamAggregateConfig& aggregate = usual()) {
  DownstreamConfig config = gigabit(1);
  config.flows = &flows;
  DownstreamModemConfig& modem = config.modems[0];
  modem.flows.resize(2);
  modem.aggregates = {std::make_shared<DownstreamAggregateConfig>(aggregate)};
  docsis::AggregateSplit split;
  split.classic = kClassic;
  split.low_latency = kLowLatency;
  modem.classifier.aggregates = {split};
  modem.classifier.default_aggregate = 0;
  return config;
}

class DownstreamAggregates : public testing::Test {
 protected:
  // Packets of 1000 bytes to both queues until `end`, each at twice the aggregate's rate; flow 0 is
  // Not-ECT, flow 1 ECT(1).
  static void saturate(DownstreamBench& bench, TimePs end) {
    static std::uint64_t number = 0;
    while (platform::now_ps() < end) {
      bench.offer(0, number++, kBytes, 0);
      bench.offer(0, number++, kBytes, 1, Ecn::kEct1);
      run_until(platform::now_ps() + kPsPerMs / 2);
    }
  }
  static std::uint64_t sent(DownstreamBench& bench, unsigned flow) {
    return bench.downstream.counters(0, flow).sent.bytes;
  }
  static void expect_conserved(DownstreamBench& bench) {
    for (const unsigned flow : {kClassic, kLowLatency}) {
      const auto& all = bench.downstream.counters(0, flow);
      EXPECT_EQ(all.offered.packets, all.sent.packets + all.aqm_drops.packets +
                                         all.buffer_drops.packets + all.redirects.packets +
                                         all.queued.packets);
      EXPECT_EQ(all.offered.bytes, all.sent.bytes + all.aqm_drops.bytes + all.buffer_drops.bytes +
                                       all.redirects.bytes + all.queued.bytes);
    }
  }

  FlowTable flows = queue::udp_flows(8);
};

class DownstreamWeight : public DownstreamAggregates,
                         public testing::WithParamInterface<unsigned> {};

// Not L's quantum x W beside a full one of Classic, which gives 47 : 53.
TEST_P(DownstreamWeight, SharesTheAggregatesRate) {
  DownstreamAggregateConfig aggregate = usual();
  aggregate.queue.law.weight = GetParam();
  aggregate.queue.law.overload_drops = 0;  // both queues stay busy
  DownstreamBench bench(with_aggregate(flows, aggregate));
  saturate(bench, 200 * kPsPerMs);
  const std::uint64_t classic = sent(bench, kClassic);
  const std::uint64_t low_latency = sent(bench, kLowLatency);
  saturate(bench, 1'224 * kPsPerMs);
  const auto parts = static_cast<double>(sent(bench, kLowLatency) - low_latency);
  const auto all = parts + static_cast<double>(sent(bench, kClassic) - classic);
  EXPECT_NEAR(all, 1'024'000, 2.0 * kBytes);
  EXPECT_NEAR(parts / all, GetParam() / 256.0, 2.0 * kBytes / all);
  expect_conserved(bench);
}

INSTANTIATE_TEST_SUITE_P(Weights, DownstreamWeight, testing::Values(1, 128, 230, 255));

// Debit by every packet of either queue: in no interval more than AMSR and the burst.
TEST_F(DownstreamAggregates, NeverSendMoreThanTheirRateAndBurst) {
  DownstreamBench bench(with_aggregate(flows));
  const TimePs begin = platform::now_ps();
  for (int step = 1; step < 200; ++step) {
    saturate(bench, begin + step * kPsPerMs);
    const auto ms = static_cast<std::uint64_t>((platform::now_ps() - begin) / kPsPerMs);
    ASSERT_LE(sent(bench, kClassic) + sent(bench, kLowLatency), kBurst + 1'000 * ms);
  }
  EXPECT_GE(sent(bench, kClassic) + sent(bench, kLowLatency), 1'000U * 199);
}

// At 8 Mbit/s the ramp goes from 4 to 4.52 ms. Packet n of a burst of 1000 bytes sees n ms, itself
// included: from the fifth on the probability is 1, and a count above 1 marks.
TEST_F(DownstreamAggregates, MarkByTheRealQueueTheArrivingPacketIncluded) {
  DownstreamBench bench(with_aggregate(flows));
  for (std::uint64_t i = 1; i <= 10; ++i) bench.offer(0, i, kBytes, 1, Ecn::kEct1);
  run_until(kPsPerUs);
  EXPECT_EQ(bench.downstream.counters(0, kLowLatency).aqm_marks.packets, 5U);
  run_until(kPsPerSecond);
  EXPECT_EQ(sent(bench, kLowLatency), 10U * kBytes);
  // One packet at a time sees 1 ms.
  for (std::uint64_t i = 11; i < 40; ++i) {
    bench.offer(0, i, kBytes, 1, Ecn::kEct1);
    run_until(platform::now_ps() + kPsPerMs);
  }
  EXPECT_EQ(bench.downstream.counters(0, kLowLatency).aqm_marks.packets, 5U);
}

TEST_F(DownstreamAggregates, ALightFlowPassesAFullClassicQueue) {
  DownstreamBench bench(with_aggregate(flows));
  for (std::uint64_t i = 0; i < 100; ++i) bench.offer(0, i, kBytes, 0);
  run_until(10 * kPsPerMs + kPsPerUs);
  bench.offer(0, 100, 200, 1, Ecn::kEct1);
  run_until(20 * kPsPerMs);
  // It waits for the tokens of a packet of Classic at most, and its own.
  EXPECT_LE(bench.downstream.counters(0, kLowLatency).last_queue_delay, 2 * kPsPerMs);
  EXPECT_EQ(bench.downstream.counters(0, kLowLatency).sent.packets, 1U);
}

TEST_F(DownstreamAggregates, RedirectPacketsOfAFlowThatBuildsAQueue) {
  DownstreamAggregateConfig aggregate = usual();
  aggregate.queue.law.protect = 1;
  struct Fates : DownstreamObserver {
    void enqueued(unsigned, unsigned flow, const Packet&) override { ++enqueued_in[flow]; }
    void dropped(unsigned, unsigned, const Packet&, aqm_verdict) override {}
    void marked(unsigned, unsigned, const Packet&) override {}
    void departed(unsigned, unsigned flow, const Packet&) override { ++departed_from[flow]; }
    void redirected(unsigned, unsigned from, unsigned to, const Packet&) override {
      EXPECT_EQ(from, kLowLatency);
      EXPECT_EQ(to, kClassic);
      ++moves;
    }
    unsigned enqueued_in[2] = {};
    unsigned departed_from[2] = {};
    unsigned moves = 0;
  } fates;
  DownstreamBench bench(with_aggregate(flows, aggregate));
  bench.downstream.observe(fates);
  std::uint64_t number = 0;
  for (; number < 600; ++number) {  // 16 Mbit/s
    bench.offer(0, number, kBytes, 1, Ecn::kEct1);
    run_until(platform::now_ps() + kPsPerMs / 2);
    expect_conserved(bench);
  }
  const auto& low_latency = bench.downstream.counters(0, kLowLatency);
  const auto& classic = bench.downstream.counters(0, kClassic);
  EXPECT_GT(low_latency.redirects.packets, 50U);
  EXPECT_EQ(fates.moves, low_latency.redirects.packets);
  EXPECT_EQ(classic.offered.packets, low_latency.redirects.packets);
  EXPECT_EQ(low_latency.offered.packets, number);
  EXPECT_EQ(fates.departed_from[kClassic], classic.sent.packets);
  EXPECT_EQ(fates.enqueued_in[kClassic],
            classic.offered.packets - classic.aqm_drops.packets - classic.buffer_drops.packets);
  run_until(platform::now_ps() + kPsPerSecond);
  expect_conserved(bench);
  EXPECT_EQ(classic.queued.packets, 0U);
}

// 1 of 8 Mbit/s; the other queue takes what is left.
TEST_F(DownstreamAggregates, KeepTheRateOfOneServiceFlowToo) {
  DownstreamConfig config = with_aggregate(flows);
  config.modems[0].flows[kLowLatency].max_sustained_rate_bps = 1'000'000;
  DownstreamBench bench(config);
  saturate(bench, kPsPerSecond);
  EXPECT_LE(sent(bench, kLowLatency), 125'000 + kBurst);
  EXPECT_GE(sent(bench, kLowLatency), 125'000U - kBytes);
  EXPECT_NEAR(static_cast<double>(sent(bench, kClassic) + sent(bench, kLowLatency)), 1'000'000,
              2.0 * kBytes + kBurst);
  expect_conserved(bench);
}

TEST_F(DownstreamAggregates, OfOneServiceFlowHaveNoProtection) {
  DownstreamAggregateConfig aggregate = usual();
  aggregate.queue.law.protect = 1;
  aggregate.classic.reset();
  DownstreamConfig config = with_aggregate(flows, aggregate);
  config.modems[0].classifier.aggregates[0].classic = kLowLatency;
  DownstreamBench bench(config);
  saturate(bench, 300 * kPsPerMs);
  const auto& only = bench.downstream.counters(0, kLowLatency);
  EXPECT_EQ(only.redirects.packets, 0U);
  EXPECT_GT(only.aqm_marks.packets, 50U);
  EXPECT_GT(only.sent.packets, 295U);
  EXPECT_EQ(bench.downstream.counters(0, kClassic).offered.packets, 0U);
  EXPECT_EQ(bench.downstream.aggregate(0, kClassic), nullptr);
  expect_conserved(bench);
}

TEST_F(DownstreamAggregates, RefuseWhatTheyCannotHold) {
  const auto refusal = [](const DownstreamConfig& config) -> std::string {
    Line line;
    platform::InstantSequencer sequencer(sc_core::sc_gen_unique_name("sequencer"));
    try {
      Downstream(sc_core::sc_gen_unique_name("downstream"), config, kLatency, sequencer, line);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  DownstreamAggregateConfig none = usual();
  none.classic.reset();
  none.low_latency.reset();
  EXPECT_EQ(refusal(with_aggregate(flows, none)), "cmts: an aggregate has one service flow or two");
  DownstreamAggregateConfig unknown = usual();
  unknown.classic = 2;
  EXPECT_EQ(refusal(with_aggregate(flows, unknown)),
            "cmts: an aggregate names an unknown service flow");
  DownstreamConfig twice = with_aggregate(flows);
  twice.modems[0].aggregates.push_back(twice.modems[0].aggregates[0]);
  EXPECT_EQ(refusal(twice), "cmts: a service flow has two aggregates");
  DownstreamConfig shared = with_aggregate(flows);
  shared.shared_queue = default_downstream_queue();
  EXPECT_EQ(refusal(shared), "cmts: one downstream queue for all excludes aggregates");
}

}  // namespace
}  // namespace docsis_vp::cmts::downstream_aggregate_test
