#include <gtest/gtest.h>

#include "models/cmts/downstream.h"
#include "tests/models/cmts/downstream_bench.h"

namespace docsis_vp::cmts::downstream_flows_test {
namespace {

using Bench = DownstreamBench;

// 10 MB at once, then the rate (CableLabs 2012: Powerboost).
TEST(DownstreamFlows, ALargeBucketLetsItsBurstGoAtThePeakRate) {
  DownstreamConfig config = gigabit(1);
  DownstreamFlowConfig& flow = config.modems[0].flows[0];
  flow.max_sustained_rate_bps = 10'000'000;
  flow.max_burst_bytes = 100'000;
  flow.peak_rate_bps = 50'000'000;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 200; ++i) bench.offer(0, i, 1'000);
  run_until(80 * kPsPerMs);
  std::uint64_t by_20_ms = 0;
  for (const Line::Item& item : bench.line.items)
    by_20_ms += item.departed <= 20 * kPsPerMs ? 1 : 0;
  // 1522 + 50 Mbit/s x 20 ms, while 100000 + 10 Mbit/s x t lasts: until 20 ms less the peak's
  // start.
  EXPECT_NEAR(static_cast<double>(by_20_ms), 125, 2);
  EXPECT_NEAR(static_cast<double>(bench.line.items.size()), 200, 2);
}

// 10 bytes a microsecond out of a bucket of 20000 that gets one: after 1 ms 11 packets are gone.
TEST(DownstreamFlows, ALawKnowsTheBurstThatItsFlowMayStillSend) {
  DownstreamConfig config = gigabit(1);
  DownstreamFlowConfig& flow = config.modems[0].flows[0];
  flow.max_sustained_rate_bps = 8'000'000;
  flow.max_burst_bytes = 20'000;
  flow.peak_rate_bps = 80'000'000;
  flow.queue.law.algorithm = "docsis_pie";
  flow.queue.law.settings.latency_target_us = 10'000;
  flow.queue.law.settings.msr_bytes_per_s = 1'000'000;
  flow.queue.law.settings.peak_rate_bytes_per_s = 10'000'000;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 40; ++i) bench.offer(0, i, 1'000);
  run_until(kPsPerMs);
  ASSERT_EQ(bench.downstream.counters(0).sent.packets, 11U);
  // 20000 - 11000 + 1000 of the 29000 bytes leave at the peak rate.
  EXPECT_NEAR(static_cast<double>(bench.downstream.law(0, 0).predicted_delay), 20 * kPsPerMs,
              2 * kPsPerUs);
}

TEST(DownstreamFlows, HighPriorityGoesFirst) {
  DownstreamConfig config = gigabit(3);
  config.modems[1].flows[0].priority = 5;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 2; ++i) {
    bench.offer(0, i, 119);
    bench.offer(1, i, 119);
    bench.offer(2, i, 119);
  }
  run_until(kPsPerMs);
  std::vector<int> order;
  for (const Line::Item& item : bench.line.items) order.push_back(item.modem);
  EXPECT_EQ(order, (std::vector<int>{1, 1, 0, 2, 0, 2}));
}

// 20 Mbit/s for 200 ms, always enough to send: packets of 1500, 150, 64 bytes and both.
TEST(DownstreamFlows, EqualsGetAsManyBytesWhateverTheirPackets) {
  DownstreamConfig config = gigabit(4);
  config.rate_bps = 20'000'000;
  for (DownstreamModemConfig& modem : config.modems) {
    modem.flows[0].queue.law.settings.buffer_packets = 1U << 20;
  }
  Bench bench(config);
  for (std::uint64_t i = 0; i < 3'000; ++i) {
    if (i < 300) bench.offer(0, i, 1'500);
    bench.offer(1, i, 150);
    bench.offer(2, i, 64);
    bench.offer(3, i, i % 2 == 0 ? 64 : 1'522);
  }
  run_until(200 * kPsPerMs);
  std::uint64_t least = UINT64_MAX;
  std::uint64_t most = 0;
  for (unsigned modem = 0; modem < 4; ++modem) {
    const std::uint64_t bytes = bench.downstream.counters(modem).sent.bytes;
    least = std::min(least, bytes);
    most = std::max(most, bytes);
  }
  EXPECT_GT(least, 110'000U);
  EXPECT_LE(most - least, 3U * 1'522);
}

// Two channels: the one whose packets are small goes on with its turn on the first while the second
// serves others.
TEST(DownstreamFlows, EqualsGetAsManyBytesOnBondedChannels) {
  DownstreamConfig config = gigabit(3);
  config.rate_bps = 20'000'000;
  config.further_channels.push_back({20'000'000, 0});
  Bench bench(config);
  for (std::uint64_t i = 0; i < 3'000; ++i) {
    bench.offer(0, i, 150);
    if (i < 300) bench.offer(1, i, 1'500);
    if (i < 600) bench.offer(2, i, 1'000);
  }
  run_until(150 * kPsPerMs);
  for (unsigned modem = 0; modem < 3; ++modem) {
    EXPECT_NEAR(static_cast<double>(bench.downstream.counters(modem).sent.bytes), 243'000, 3'100)
        << modem;
  }
}

// A flow without packets for a while gets no more than the others afterwards.
TEST(DownstreamFlows, ATurnThatWasNotUsedIsLost) {
  DownstreamConfig config = gigabit(2);
  config.rate_bps = 20'000'000;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 250; ++i) bench.offer(0, i, 1'500);
  for (int ms = 1; ms <= 40; ++ms) {
    bench.offer(1, static_cast<std::uint64_t>(ms), 64);
    run_until(ms * kPsPerMs);
  }
  const std::uint64_t before = bench.downstream.counters(1).sent.bytes;
  EXPECT_EQ(before, 40U * 64);
  for (std::uint64_t i = 0; i < 1'500; ++i) bench.offer(1, 100 + i, 64);
  run_until(60 * kPsPerMs);
  EXPECT_NEAR(static_cast<double>(bench.downstream.counters(1).sent.bytes - before), 24'000, 2'500);
}

// A gigabit, kept busy by priority 7: modem 1 gets its 100 Mbit/s all the same, and no more.
TEST(DownstreamFlows, AReservedRateGoesBeforeAnyPriority) {
  DownstreamConfig config = gigabit(2);
  config.modems[0].flows[0].priority = 7;
  config.modems[1].flows[0].min_reserved_rate_bps = 100'000'000;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    bench.offer(0, i, 1'250);
    bench.offer(1, i, 1'250);
  }
  run_until(10 * kPsPerMs);
  EXPECT_NEAR(static_cast<double>(bench.downstream.counters(1).sent.packets), 102, 1);
  EXPECT_NEAR(static_cast<double>(bench.downstream.counters(0).sent.packets), 893, 3);
}

// 100 Mbit/s, kept busy by priority 7: forty flows that come due together take 5 ms from the one
// that has half of it reserved, and it makes up for them before they come due again.
TEST(DownstreamFlows, AReservedRateIsKeptWhereManyHaveOne) {
  DownstreamConfig config = gigabit(42);
  config.rate_bps = 100'000'000;
  config.modems[0].flows[0].priority = 7;
  config.modems[1].flows[0].min_reserved_rate_bps = 50'000'000;
  for (unsigned modem = 2; modem < 42; ++modem) {
    config.modems[modem].flows[0].min_reserved_rate_bps = 1'000'000;
  }
  Bench bench(config);
  for (std::uint64_t i = 0; i < 2'000; ++i) {
    for (unsigned modem = 0; modem < (i < 200 ? 42U : 2U); ++modem) bench.offer(modem, i, 1'518);
  }
  std::vector<std::uint64_t> before;
  run_until(50 * kPsPerMs);  // each begins with a packet
  for (unsigned modem = 0; modem < 42; ++modem) {
    before.push_back(bench.downstream.counters(modem).sent.bytes);
  }
  run_until(250 * kPsPerMs);
  const auto sent_bps = [&](unsigned modem) {
    const std::uint64_t bytes = bench.downstream.counters(modem).sent.bytes - before[modem];
    return static_cast<double>(bytes) * 8 / 0.2;
  };
  EXPECT_NEAR(sent_bps(1), 50e6, 1e6);
  EXPECT_NEAR(sent_bps(2), 1e6, 0.2e6);
  EXPECT_NEAR(sent_bps(41), 1e6, 0.2e6);
  EXPECT_NEAR(sent_bps(0), 9.2e6, 1.5e6);
}

// The same of 38 Mbit/s with four hundred, which take 130 ms when they come due together.
TEST(DownstreamFlows, AReservedRateDoesNotWaitForEveryOther) {
  DownstreamConfig config = gigabit(402);
  config.rate_bps = 38'000'000;
  config.modems[0].flows[0].priority = 7;
  config.modems[1].flows[0].min_reserved_rate_bps = 15'000'000;
  for (unsigned modem = 2; modem < 402; ++modem) {
    config.modems[modem].flows[0].min_reserved_rate_bps = 50'000;
  }
  Bench bench(config);
  for (std::uint64_t i = 0; i < 2'500; ++i) {
    for (unsigned modem = 0; modem < (i < 20 ? 402U : 2U); ++modem) bench.offer(modem, i, 1'518);
  }
  std::uint64_t before = 0;
  for (int ms = 100; ms <= 1'000; ms += 100) {
    run_until(ms * kPsPerMs);
    const std::uint64_t sent = bench.downstream.counters(1).sent.bytes;
    EXPECT_NEAR(static_cast<double>(sent - before) * 8 / 0.1, 15e6, 0.6e6) << ms;
    before = sent;
  }
  EXPECT_NEAR(static_cast<double>(bench.downstream.counters(401).sent.bytes), 50e3 / 8, 3'100);
}

// The channels end their packets together, and the flow earns as many as four in that time.
TEST(DownstreamFlows, AReservedRateIsKeptOnBondedChannels) {
  DownstreamConfig config = gigabit(2);
  config.rate_bps = 38'000'000;
  config.further_channels.resize(7, {38'000'000, 0});
  config.modems[0].flows[0].priority = 7;
  config.modems[1].flows[0].min_reserved_rate_bps = 200'000'000;
  for (DownstreamModemConfig& modem : config.modems) {
    modem.flows[0].queue.law.settings.buffer_bytes = 16U << 20;
  }
  Bench bench(config);
  for (std::uint64_t i = 0; i < 5'000; ++i) {
    bench.offer(0, i, 1'518);
    bench.offer(1, i, 1'518);
  }
  run_until(200 * kPsPerMs);
  EXPECT_NEAR(static_cast<double>(bench.downstream.counters(1).sent.bytes) * 8 / 0.2, 200e6, 2e6);
  EXPECT_GT(static_cast<double>(bench.downstream.counters(0).sent.bytes) * 8 / 0.2, 97e6);
}

// A reserved rate earned without packets is lost, except for one packet.
TEST(DownstreamFlows, AReservedRateThatWasNotUsedIsNotMadeUpFor) {
  DownstreamConfig config = gigabit(2);
  config.rate_bps = 100'000'000;
  config.modems[0].flows[0].priority = 7;
  config.modems[1].flows[0].min_reserved_rate_bps = 50'000'000;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 1'000; ++i) bench.offer(0, i, 1'250);
  run_until(40 * kPsPerMs);
  for (std::uint64_t i = 0; i < 200; ++i) bench.offer(1, i, 1'250);
  run_until(41 * kPsPerMs);
  EXPECT_NEAR(static_cast<double>(bench.downstream.counters(1).sent.packets), 7, 1);
  run_until(50 * kPsPerMs);
  EXPECT_NEAR(static_cast<double>(bench.downstream.counters(1).sent.packets), 52, 2);
}

// Two reserve more than the channel carries, until one has sent all: the other then makes up for no
// more than 8 ms, 60 000 bytes, at what the channel carries beyond its rate; priority 7 goes on.
TEST(DownstreamFlows, AReservedRateThatWasNotToBeHadIsMadeUpForOverAFewMilliseconds) {
  DownstreamConfig config = gigabit(3);
  config.rate_bps = 100'000'000;
  config.modems[0].flows[0].priority = 7;
  config.modems[1].flows[0].min_reserved_rate_bps = 60'000'000;
  config.modems[2].flows[0].min_reserved_rate_bps = 60'000'000;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 1'500; ++i) {
    bench.offer(0, i, 1'250);
    bench.offer(1, i, 1'250);
    if (i < 500) bench.offer(2, i, 1'250);
  }
  const auto sent = [&](unsigned modem) { return bench.downstream.counters(modem).sent.packets; };
  while (sent(2) < 500) run_until(platform::now_ps() + kPsPerMs / 10);
  const TimePs alone = platform::now_ps();
  EXPECT_LE(sent(0), 2U);
  run_until(alone + 10 * kPsPerMs);
  EXPECT_LE(sent(0), 2U);
  run_until(alone + 40 * kPsPerMs);
  // In 40 ms 400 packets, 240 of the rate and 50 made up for.
  EXPECT_NEAR(static_cast<double>(sent(0)), 400 - 240 - 50, 8);
}

// 8 Mbit/s from a bucket of 3044 bytes: three packets at once, the next has to wait, and with it
// the one behind it. The channel alone delays those of the other modem.
TEST(DownstreamFlows, CountsThePacketsThatItsRateHoldsBack) {
  DownstreamConfig config = gigabit(2);
  config.modems[0].flows[0].max_sustained_rate_bps = 8'000'000;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 5; ++i) {
    bench.offer(0, i, 1'000);
    bench.offer(1, i, 1'000);
  }
  run_until(5 * kPsPerMs);
  EXPECT_EQ(bench.downstream.counters(0).shaper_delays, 2U);
  bench.offer(0, 5, 1'000);
  run_until(10 * kPsPerMs);
  EXPECT_EQ(bench.downstream.counters(0).sent.packets, 6U);
  EXPECT_EQ(bench.downstream.counters(0).shaper_delays, 2U);
  EXPECT_EQ(bench.downstream.counters(1).shaper_delays, 0U);
}

// Port 5000 takes the second service flow.
TEST(DownstreamFlows, ClassifiersChooseTheServiceFlow) {
  DownstreamConfig config = gigabit(1);
  config.modems[0].flows.resize(2);
  config.modems[0].flows[1].priority = 1;
  docsis::ClassifierRule rule;
  rule.service_flow = 1;
  rule.destination_port = docsis::ClassifierRule::Range{5'000, 5'000};
  config.modems[0].classifier.rules.push_back(rule);
  FlowTable flows;
  FlowKey key;
  flows.add("any", key);
  key.destination_port = 5'000;
  flows.add("port 5000", key);
  config.flows = &flows;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 3; ++i) {
    bench.offer(0, i, 119, 0);
    bench.offer(0, 10 + i, 119, 1);
  }
  run_until(kPsPerMs);
  EXPECT_EQ(bench.downstream.counters(0, 0).sent.packets, 3U);
  EXPECT_EQ(bench.downstream.counters(0, 1).sent.packets, 3U);
  EXPECT_EQ(bench.line.items.front().number, 10U);
}

// Marked in the queue, packets still count for the service flow that they came for.
TEST(DownstreamFlows, ClassifiersMayTellPacketsOfOneFlowByTheirEcnField) {
  DownstreamConfig config = gigabit(1);
  config.rate_bps = 10'000'000;
  config.modems[0].flows.resize(2);
  queue::LawConfig& law = config.modems[0].flows[1].queue.law;
  const aqm_algorithm* const codel = aqm_find("codel");
  law.algorithm = codel->name;
  law.settings.latency_target_us = codel->target_us;
  law.options.resize(aqm_count_options(codel->options));
  aqm_initial_options(codel->options, law.options.data());
  for (std::size_t i = 0; i < law.options.size(); ++i) {
    if (codel->options[i].name == std::string("ecn")) law.options[i] = 1;
  }
  docsis::ClassifierRule rule;
  rule.service_flow = 1;
  rule.tos = {1, 1, 0x03};  // ECT(1)
  config.modems[0].classifier.rules.push_back(rule);
  FlowTable flows;
  flows.add("all", FlowKey());
  config.flows = &flows;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 400; ++i) {
    bench.offer(0, 2 * i, 1'000, 0, Ecn::kEct1);
    bench.offer(0, 2 * i + 1, 1'000, 0, Ecn::kNotEct);
  }
  run_until(kPsPerSecond);
  const auto& marked = bench.downstream.counters(0, 1);
  const auto& others = bench.downstream.counters(0, 0);
  EXPECT_EQ(marked.offered.packets, 400U);
  EXPECT_EQ(others.sent.packets, 400U);
  EXPECT_GT(marked.aqm_marks.packets, 5U);
  EXPECT_EQ(marked.sent.packets + marked.aqm_drops.packets, 400U);
  EXPECT_EQ(marked.queued.bytes, 0U);
  EXPECT_EQ(others.queued.bytes, 0U);
}

// 38 Mbit/s of MAC frames, headers of 6 octets: the IP packets in full frames get 98.4 % of it
// (Clemson 2015 sees 37.42 Mbit/s).
TEST(DownstreamFlows, TheMacHeaderIsWhatAChannelCannotCarry) {
  DownstreamConfig config = gigabit(1);
  config.rate_bps = 38'000'000;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 700; ++i) bench.offer(0, i, 1'518);
  run_until(200 * kPsPerMs);
  const double ip_bits = 8.0 * 1'500 * static_cast<double>(bench.line.items.size());
  EXPECT_NEAR(ip_bits / 0.2, 37.40e6, 0.06e6);
}

}  // namespace
}  // namespace docsis_vp::cmts::downstream_flows_test
