// One queue for the packets of all modems, under a queue manager; what became of them is counted
// for each modem.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/models/cmts/downstream_bench.h"

namespace docsis_vp::cmts::shared_queue_test {
namespace {

// 8 Mbit/s, 1 us per octet; a packet of 994 bytes takes 1 ms.
DownstreamConfig shared(const std::string& algorithm, unsigned modems) {
  DownstreamConfig config;
  config.rate_bps = 8'000'000;
  config.modems.resize(modems);
  config.shared_queue = default_downstream_queue();
  config.shared_queue->law.algorithm = algorithm;
  config.shared_queue->law.settings.msr_bytes_per_s = 1'000'000;
  if (const aqm_algorithm* law = aqm_find(algorithm.c_str())) {
    config.shared_queue->law.settings.latency_target_us = law->target_us;
    auto& options = config.shared_queue->law.options;
    options.resize(aqm_count_options(law->options));
    aqm_initial_options(law->options, options.data());
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (law->options[i].name == std::string("ecn")) options[i] = 1;
      if (law->options[i].name == std::string("max_ecnth")) options[i] = law->options[i].high;
    }
  }
  return config;
}

TEST(SharedQueue, ServesAllModemsInTheOrderOfArrival) {
  DownstreamBench bench(shared("none", 3));
  const unsigned modems[] = {2, 0, 0, 1, 2, 0};
  for (std::uint64_t i = 0; i < 6; ++i) {
    bench.offer(modems[i], i, 994);
    run_until(platform::now_ps() + kPsPerUs);
  }
  run_until(kPsPerSecond);
  ASSERT_EQ(bench.line.items.size(), 6U);
  for (std::uint64_t i = 0; i < 6; ++i) {
    EXPECT_EQ(bench.line.items[i].modem, static_cast<int>(modems[i]));
    EXPECT_EQ(bench.line.items[i].number, i);
    EXPECT_EQ(bench.line.items[i].departed, static_cast<TimePs>(i + 1) * kPsPerMs + kLatency);
  }
  EXPECT_EQ(bench.downstream.counters(0).sent.packets, 3U);
  EXPECT_EQ(bench.downstream.counters(1).sent.packets, 1U);
  EXPECT_EQ(bench.downstream.counters(2).sent.bytes, 2U * 994);
}

// 0.8 Mbit/s from a bucket of 3044 bytes: three packets of 994 at once, the fourth 932 bytes later,
// each of the next 994 later. The other modem's packets wait for none of them.
TEST(SharedQueue, RatesHoldPacketsBackBeforeIt) {
  DownstreamConfig config = shared("none", 2);
  config.modems[0].flows[0].max_sustained_rate_bps = 800'000;
  config.modems[0].flows[0].queue.law.settings.buffer_packets = 3;
  DownstreamBench bench(config);
  for (std::uint64_t i = 0; i < 7; ++i) bench.offer(0, i, 994);
  run_until(15 * kPsPerMs);
  bench.offer(1, 7, 994);
  run_until(kPsPerSecond);
  const struct {
    int modem;
    std::uint64_t number;
    TimePs us;
  } expected[] = {{0, 0, 1'000},  {0, 1, 2'000},  {0, 2, 3'000}, {0, 3, 10'320},
                  {1, 7, 16'000}, {0, 4, 20'260}, {0, 5, 30'200}};
  ASSERT_EQ(bench.line.items.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(bench.line.items[i].modem, expected[i].modem);
    EXPECT_EQ(bench.line.items[i].number, expected[i].number);
    EXPECT_EQ(bench.line.items[i].departed, expected[i].us * kPsPerUs + kLatency) << i;
  }
  EXPECT_EQ(bench.downstream.counters(0).offered.packets, 7U);
  EXPECT_EQ(bench.downstream.counters(0).buffer_drops.packets, 1U);
  EXPECT_EQ(bench.downstream.counters(0).packet_limit_drops.packets, 1U);
  EXPECT_EQ(bench.downstream.counters(0).queued.packets, 0U);
  EXPECT_EQ(bench.downstream.counters(0).sent.packets, 6U);
  EXPECT_EQ(bench.downstream.counters(0).shaper_delays, 3U);
  EXPECT_EQ(bench.downstream.counters(1).shaper_delays, 0U);
}

// While another modem's packets keep the channel busy and the queue of seven full, the bucket of
// the one above lets its fourth go after 9.32 ms, and it is lost: then, whoever looks or is told.
class LetGoWhileBusy : public testing::TestWithParam<bool> {};

TEST_P(LetGoWhileBusy, FindsTheQueueAsItIsThen) {
  struct Drops : DownstreamObserver {
    void enqueued(unsigned, unsigned, const Packet&) override {}
    void dropped(unsigned modem, unsigned, const Packet&, aqm_verdict) override {
      EXPECT_EQ(modem, 0U);
      at.push_back(platform::now_ps());
    }
    void marked(unsigned, unsigned, const Packet&) override {}
    void departed(unsigned, unsigned, const Packet&) override {}
    std::vector<TimePs> at;
  } drops;
  DownstreamConfig config = shared("tail_drop", 2);
  config.modems[0].flows[0].max_sustained_rate_bps = 800'000;
  config.shared_queue->law.settings.buffer_packets = 7;
  DownstreamBench bench(config);
  const bool is_observed = GetParam();
  if (is_observed) bench.downstream.observe(drops);
  const auto offer_at = [&](TimePs us, std::uint64_t packets) {
    run_until(us * kPsPerUs);
    for (std::uint64_t i = 0; i < packets; ++i) bench.offer(1, 100 + us + i, 994);
  };
  for (std::uint64_t i = 0; i < 4; ++i) bench.offer(0, i, 994);
  offer_at(8'000, 7);  // the line takes one, and one more after 9 ms
  offer_at(8'500, 1);
  offer_at(9'100, 1);
  const auto& counters = [&]() -> const auto& {
    return bench.downstream.counters(0);
  };
  run_until(9'319 * kPsPerUs);
  EXPECT_EQ(counters().buffer_drops.packets, 0U);
  run_until(9'320 * kPsPerUs);
  bench.downstream.release_due();
  EXPECT_EQ(counters().buffer_drops.packets, 1U) << "of the instant itself";
  run_until(9'321 * kPsPerUs);
  EXPECT_EQ(counters().buffer_drops.packets, 1U);
  EXPECT_EQ(counters().queued.packets, 0U);
  run_until(kPsPerSecond);
  EXPECT_EQ(bench.line.items.size(), 3U + 9);
  EXPECT_EQ(drops.at, is_observed ? std::vector<TimePs>{9'320 * kPsPerUs} : std::vector<TimePs>{});
}

INSTANTIATE_TEST_SUITE_P(Observed, LetGoWhileBusy, testing::Bool());

// DT20 of clemson-2015: 65 packets, 20 ms at 38 Mbit/s, whoever's they are.
TEST(SharedQueue, Dt20HoldsSixtyFivePackets) {
  DownstreamConfig config = shared("tail_drop", 2);
  config.shared_queue->law.settings.buffer_packets = 65;
  DownstreamBench bench(config);
  bench.offer(0, 0, 994);  // on the line
  run_until(kPsPerUs);
  for (std::uint64_t i = 0; i < 50; ++i) bench.offer(0, 1 + i, 994);
  for (std::uint64_t i = 0; i < 20; ++i) bench.offer(1, i, 64);
  run_until(2 * kPsPerUs);
  EXPECT_EQ(bench.downstream.counters(0).queued.packets, 50U);
  EXPECT_EQ(bench.downstream.counters(0).buffer_drops.packets, 0U);
  EXPECT_EQ(bench.downstream.counters(1).queued.packets, 15U);
  EXPECT_EQ(bench.downstream.counters(1).buffer_drops.packets, 5U);
  EXPECT_EQ(bench.downstream.counters(1).buffer_drops.bytes, 5U * 64);
  run_until(kPsPerSecond);
  // The last of them waited for 50 of 1 ms and 14 of 70 us.
  EXPECT_EQ(bench.downstream.counters(1).queue_delay_ps.max(),
            static_cast<std::uint64_t>(kPsPerMs - kPsPerUs + 50 * kPsPerMs + 14 * 70 * kPsPerUs));
}

// A modem whose packets can be marked and one whose cannot, at one and a half times the rate.
class SharedQueueUnder : public testing::TestWithParam<const char*> {};

TEST_P(SharedQueueUnder, CountsForEachModemWhatBecameOfItsPackets) {
  DownstreamConfig config = shared(GetParam(), 2);
  config.shared_queue->law.settings.buffer_bytes = 200'000;
  DownstreamBench bench(config);
  std::uint64_t lost[2] = {};
  for (std::uint64_t i = 0; i < 9'000; ++i) {
    const unsigned modem = i % 2;
    bench.offer(modem, i / 2, 994, 0, modem == 0 ? Ecn::kEct0 : Ecn::kNotEct);
    run_until(platform::now_ps() + 667 * kPsPerUs);
    if (i % 100 != 0) continue;
    for (unsigned m = 0; m < 2; ++m) {
      const auto& counters = bench.downstream.counters(m);
      lost[m] = counters.aqm_drops.packets + counters.buffer_drops.packets;
      ASSERT_EQ(counters.offered.packets,
                counters.sent.packets + lost[m] + counters.queued.packets);
      ASSERT_EQ(counters.offered.bytes, 994 * counters.offered.packets);
    }
  }
  EXPECT_GT(bench.downstream.counters(0).aqm_marks.packets, 50U);
  EXPECT_EQ(bench.downstream.counters(1).aqm_marks.packets, 0U);
  EXPECT_GT(bench.downstream.counters(1).aqm_drops.packets, 50U);
  EXPECT_EQ(bench.pool.in_use(), bench.downstream.counters(0).queued.packets +
                                     bench.downstream.counters(1).queued.packets);
}

INSTANTIATE_TEST_SUITE_P(Laws, SharedQueueUnder,
                         testing::Values("ared", "codel", "codel_dt", "pie", "red"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace docsis_vp::cmts::shared_queue_test
