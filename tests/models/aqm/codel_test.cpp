#include "models/aqm/codel/codel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <tuple>
#include <vector>

#include "platform/base/random.h"
#include "tests/models/aqm/codel_oracle.h"
#include "tests/models/aqm/law_bench.h"

namespace docsis_vp::aqm::codel_test {
namespace {

constexpr aqm_config kConfig{5'000, 0, 0, 0, 0};

codel_params make_params(OptionValues options = options_of(*aqm_find("codel")),
                         aqm_config config = kConfig) {
  codel_params params{};
  EXPECT_STREQ(codel_params_init(&params, &config, options.data()), nullptr);
  return params;
}

struct Bench {
  codel_params params = make_params();
  codel_state state{};

  Bench() { codel_state_init(&state); }
  // The head at `now`, queued for `sojourn`, `behind` bytes behind it.
  aqm_verdict judge(std::uint32_t now_us, std::uint32_t sojourn_us, std::uint32_t behind,
                    aqm_ecn ecn = AQM_NOT_ECT) {
    aqm_queue queue{};
    queue.bytes = behind;
    const aqm_packet packet{1'500, now_us - sojourn_us, static_cast<std::uint8_t>(ecn), 0};
    return codel_dequeue(&state, &params, &queue, &packet, now_us);
  }
  // A head above target every millisecond of [from, to): when it was dropped.
  std::vector<std::uint32_t> drops_between(std::uint32_t from_us, std::uint32_t to_us) {
    std::vector<std::uint32_t> times;
    for (std::uint32_t t = from_us; t != to_us; t += 100) {
      while (judge(t, 20'000, 50'000) == AQM_DROP) {
        times.push_back(t);
      }
    }
    return times;
  }
};

TEST(Codel, DropsNothingBeforeTheDelayHasStoodForAnInterval) {
  Bench bench;
  EXPECT_EQ(bench.judge(1'000'000, 5'000, 50'000), AQM_ACCEPT);
  EXPECT_EQ(bench.judge(1'099'999, 5'000, 50'000), AQM_ACCEPT);
  EXPECT_EQ(bench.judge(1'100'000, 5'000, 50'000), AQM_DROP);
}

TEST(Codel, OnePacketBelowTargetStartsTheIntervalAgain) {
  Bench bench;
  EXPECT_EQ(bench.judge(0, 6'000, 50'000), AQM_ACCEPT);
  EXPECT_EQ(bench.judge(90'000, 4'999, 50'000), AQM_ACCEPT);
  EXPECT_EQ(bench.judge(100'000, 6'000, 50'000), AQM_ACCEPT);
  EXPECT_EQ(bench.judge(199'999, 6'000, 50'000), AQM_ACCEPT);
  EXPECT_EQ(bench.judge(200'000, 6'000, 50'000), AQM_DROP);
}

TEST(Codel, PassesThePacketAfterTheOneThatBeganDropping) {
  Bench bench;
  bench.judge(0, 20'000, 50'000);
  EXPECT_EQ(bench.judge(100'000, 20'000, 50'000), AQM_DROP);
  EXPECT_EQ(bench.judge(100'000, 20'000, 50'000), AQM_ACCEPT);
  EXPECT_EQ(bench.judge(199'999, 20'000, 50'000), AQM_ACCEPT);
  EXPECT_EQ(bench.judge(200'000, 20'000, 50'000), AQM_DROP);
}

// Claim O-2013-40, first half: the spacing of drops is INTERVAL / sqrt(count).
TEST(Codel, DropSpacingShrinksWithTheSquareRootOfTheCount) {
  Bench bench;
  const auto times = bench.drops_between(0, 3'000'000);
  ASSERT_GT(times.size(), 50U);
  EXPECT_EQ(times[0], 100'000U);
  double due = 100'000;
  for (std::size_t i = 1; i < times.size(); ++i) {
    due += 100'000 / std::sqrt(static_cast<double>(i));
    // Heads come every 100 us; each computed interval is 2.4e-5 and a microsecond off at most.
    EXPECT_GE(times[i] + 3.0 * static_cast<double>(i), due) << i;
    EXPECT_LE(times[i], due + 100 + 3.0 * static_cast<double>(i)) << i;
  }
}

// Claim O-2013-40, second half.
TEST(Codel, LeavesTheDroppingStateWhenTheDelayFallsUnderTarget) {
  Bench bench;
  bench.drops_between(0, 1'000'000);
  EXPECT_TRUE(bench.state.status & CODEL_DROPPING);
  EXPECT_EQ(bench.judge(1'000'100, 4'999, 50'000), AQM_ACCEPT);
  EXPECT_FALSE(bench.state.status & CODEL_DROPPING);
  EXPECT_TRUE(bench.drops_between(1'000'200, 1'100'100).empty());
}

// Claim O-2013-39.
TEST(Codel, DropsNothingWhileNoMoreThanAnMtuIsLeft) {
  Bench bench;
  for (std::uint32_t t = 0; t < 10'000'000; t += 1'000) {
    ASSERT_EQ(bench.judge(t, 400'000, 1'518), AQM_ACCEPT);
  }
  EXPECT_EQ(bench.judge(10'000'000, 400'000, 1'519), AQM_ACCEPT);
  EXPECT_EQ(bench.judge(10'100'000, 400'000, 1'519), AQM_DROP);
}

// RFC 8289 sec. 5.6: `count` goes on with what the last episode added.
TEST(Codel, ReentersNearTheRateThatControlledTheQueue) {
  Bench bench;
  bench.drops_between(0, 2'000'000);
  const std::uint32_t first = bench.state.count;
  ASSERT_GT(first, 20U);
  bench.judge(2'000'100, 1'000, 50'000);
  bench.judge(2'100'000, 20'000, 50'000);
  EXPECT_EQ(bench.judge(2'200'000, 20'000, 50'000), AQM_DROP);
  EXPECT_EQ(bench.state.count, first - 1);
  EXPECT_EQ(bench.state.lastcount, first - 1);
}

TEST(Codel, ForgetsAnEpisodeAfterSixteenIntervals) {
  for (const bool late : {false, true}) {
    Bench bench;
    bench.drops_between(0, 2'000'000);
    const std::uint32_t first = bench.state.count;
    const std::uint32_t then = bench.state.drop_next_us + 1'600'000 - (late ? 0 : 1);
    bench.judge(then - 100'001, 1'000, 50'000);
    bench.judge(then - 100'000, 20'000, 50'000);
    EXPECT_EQ(bench.judge(then, 20'000, 50'000), AQM_DROP);
    EXPECT_EQ(bench.state.count, late ? 1 : first - 1);
  }
}

TEST(Codel, TheRuleOf2012TakesTwoOffWithinEightIntervals) {
  for (const bool late : {false, true}) {
    Bench bench;
    bench.params.reentry = CODEL_REENTRY_2012;
    bench.drops_between(0, 2'000'000);
    const std::uint32_t first = bench.state.count;
    const std::uint32_t then = bench.state.drop_next_us + 800'000 - (late ? 0 : 1);
    bench.judge(then - 100'001, 1'000, 50'000);
    bench.judge(then - 100'000, 20'000, 50'000);
    EXPECT_EQ(bench.judge(then, 20'000, 50'000), AQM_DROP);
    EXPECT_EQ(bench.state.count, late ? 1 : first - 2);
  }
}

TEST(Codel, MarksInsteadOfDroppingAndSendsThatPacket) {
  Bench bench;
  bench.params.use_ecn = 1;
  bench.judge(0, 20'000, 50'000);
  EXPECT_EQ(bench.judge(100'000, 20'000, 50'000, AQM_ECT0), AQM_MARK);
  // The marked packet was sent: no other passes for it.
  EXPECT_EQ(bench.judge(200'000, 20'000, 50'000, AQM_NOT_ECT), AQM_DROP);
  EXPECT_EQ(bench.judge(200'000, 20'000, 50'000, AQM_ECT1), AQM_ACCEPT);
  EXPECT_EQ(bench.judge(270'711, 20'000, 50'000, AQM_CE), AQM_MARK);
}

TEST(Codel, ExcludesMarkedPacketsFromItsMeasure) {
  Bench bench;
  bench.params.exclude_ce = 1;
  bench.params.use_ecn = 1;
  for (std::uint32_t t = 0; t < 1'000'000; t += 1'000) {
    ASSERT_EQ(bench.judge(t, 50'000, 50'000, AQM_CE), AQM_ACCEPT);
  }
  EXPECT_EQ(bench.state.status, 0U);
  // Nor do they end what others began.
  bench.judge(1'000'000, 20'000, 50'000, AQM_ECT0);
  bench.judge(1'050'000, 1'000, 50'000, AQM_CE);
  EXPECT_EQ(bench.judge(1'100'000, 20'000, 50'000, AQM_ECT0), AQM_MARK);
}

TEST(Codel, AThresholdMarksWhatStayedLonger) {
  Bench bench;
  bench.params.ce_threshold_us = 1'000;
  EXPECT_EQ(bench.judge(0, 1'000, 50'000, AQM_ECT1), AQM_ACCEPT);
  EXPECT_EQ(bench.judge(0, 1'001, 50'000, AQM_ECT1), AQM_MARK);
  EXPECT_EQ(bench.judge(0, 1'001, 50'000, AQM_NOT_ECT), AQM_ACCEPT);
}

TEST(Codel, AtArrivalOnlyTheLimitsCount) {
  codel_params params = make_params(options_of(*aqm_find("codel")), {5'000, 0, 0, 10'000, 5});
  codel_state state{};
  codel_state_init(&state);
  const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
  aqm_queue queue{};
  queue.bytes = 8'500;
  EXPECT_EQ(codel_enqueue(&state, &params, &queue, &packet, 0), AQM_ACCEPT);
  queue.bytes = 8'501;
  EXPECT_EQ(codel_enqueue(&state, &params, &queue, &packet, 0), AQM_DROP_FULL);
  queue.bytes = 100;
  queue.packets = 5;
  EXPECT_EQ(codel_enqueue(&state, &params, &queue, &packet, 0), AQM_DROP_FULL);
}

TEST(Codel, WorksAcrossTheWrapOfTime) {
  Bench early;
  Bench late;
  constexpr std::uint32_t kJustBefore = UINT32_MAX - 1'234'567;
  const auto times = early.drops_between(0, 4'000'000);
  const auto wrapped = late.drops_between(kJustBefore, kJustBefore + 4'000'000);
  ASSERT_EQ(times.size(), wrapped.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_EQ(wrapped[i] - kJustBefore, times[i]);
  }
}

// The cut-up law against the RFC's loop: the same packets, over random traffic.
class CodelAgainstTheLoop : public testing::TestWithParam<std::tuple<bool, bool, int>> {};

TEST_P(CodelAgainstTheLoop, DropsAndMarksTheSamePackets) {
  const auto [old_rule, ecn, method] = GetParam();
  codel_params params = make_params();
  params.reentry = old_rule ? CODEL_REENTRY_2012 : CODEL_REENTRY_RFC8289;
  params.use_ecn = ecn;
  params.inv_sqrt = static_cast<std::uint32_t>(method);
  codel_state state{};
  codel_state_init(&state);
  CodelOracle oracle({5'000, 100'000, 1'518, old_rule, ecn});
  oracle.control_law = [root = static_cast<aqm_inv_sqrt_method>(method)](double t,
                                                                         std::uint32_t count) {
    return t + std::floor(100'000.0 * aqm_inv_sqrt_q31(root, 0, count) / 2147483648.0);
  };

  RandomStream random(9, "test/codel/loop");
  std::deque<std::pair<std::uint64_t, aqm_packet>> queue;
  std::uint32_t bytes = 0;
  std::vector<std::uint64_t> dropped;
  std::vector<std::uint64_t> marked;
  std::uint64_t now = 1;
  std::uint64_t number = 0;
  double load = 1;
  for (int slot = 0; slot < 200'000; ++slot) {
    if (slot % 3'000 == 0) {
      load = 0.4 + 1.3 * random.uniform();
    }
    now += 1 + random.below(2'400);  // a packet is sent every 1.2 ms
    while (random.uniform() < load / (1 + load) && queue.size() < 400) {
      const auto size = static_cast<std::uint32_t>(random.between(64, 1'514));
      const bool ect = random.below(4) != 0;
      const auto arrived = now - random.below(1'000);
      queue.emplace_back(number, aqm_packet{size, static_cast<std::uint32_t>(arrived),
                                            static_cast<std::uint8_t>(ect ? AQM_ECT0 : 0), 0});
      oracle.enqueue({number, static_cast<double>(size), static_cast<double>(arrived), ect});
      bytes += size;
      ++number;
    }
    CodelOracle::Packet sent{};
    const bool any = oracle.dequeue(static_cast<double>(now), sent);
    bool mine = false;
    while (!mine && !queue.empty()) {
      const auto head = queue.front();
      queue.pop_front();
      bytes -= head.second.size_bytes;
      aqm_queue shown{};
      shown.bytes = bytes;
      const aqm_verdict verdict =
          codel_dequeue(&state, &params, &shown, &head.second, static_cast<std::uint32_t>(now));
      if (verdict == AQM_DROP) {
        dropped.push_back(head.first);
        continue;
      }
      if (verdict == AQM_MARK) {
        marked.push_back(head.first);
      }
      mine = true;
      ASSERT_TRUE(any);
      ASSERT_EQ(head.first, sent.number);
    }
    ASSERT_EQ(mine, any);
    ASSERT_EQ((state.status & CODEL_DROPPING) != 0, oracle.dropping) << slot;
  }
  EXPECT_EQ(dropped, oracle.dropped);
  EXPECT_EQ(marked, oracle.marked);
  EXPECT_GT(dropped.size(), 100U);
  EXPECT_EQ(marked.size() > 100, ecn);
}

INSTANTIATE_TEST_SUITE_P(All, CodelAgainstTheLoop,
                         testing::Combine(testing::Bool(), testing::Bool(),
                                          testing::Values(AQM_INV_SQRT_HYBRID,
                                                          AQM_INV_SQRT_TABLE)));

TEST(Codel, ControlLawIsWithinItsBoundOverTheGridOfIntervals) {
  for (const std::uint32_t interval : {1'000U, 5'000U, 100'000U, 150'000U, 10'000'000U}) {
    for (std::uint32_t count = 1; count < 100'000; count += 1 + count / 7) {
      const double exact = interval / std::sqrt(static_cast<double>(count));
      const std::uint32_t inv = aqm_inv_sqrt_q31(AQM_INV_SQRT_HYBRID, 0, count);
      EXPECT_NEAR(codel_control_law(0, interval, inv), exact, 1 + 2.4e-5 * exact);
      EXPECT_EQ(codel_control_law(UINT32_MAX, interval, inv),
                codel_control_law(0, interval, inv) - 1);
    }
  }
}

TEST(Codel, HoldsAnOverloadedQueueNearItsTargetAndLeavesAnMtu) {
  const aqm_algorithm& law = *aqm_find("codel");
  const aqm_config config{5'000, 0, 0, 1'000'000, 0};
  LawBench bench(law, config, options_of(law), 1'250'000);
  // Twenty window-like sources: each halves when it loses. Here: the load falls with drops.
  double load = 1.3;
  double at = 0;
  std::uint64_t seen = 0;
  for (int i = 0; i < 60'000; ++i) {
    at += 1'200 / load;
    bench.arrive(static_cast<std::uint64_t>(at), 1'500);
    load += 0.00002;
    if (bench.drops != seen) {
      load *= 0.97;
      seen = bench.drops;
    }
  }
  EXPECT_GT(bench.drops, 30U);
  EXPECT_EQ(bench.full, 0U);
  EXPECT_GT(bench.least_bytes_behind_a_head_drop, 1'518U);
  EXPECT_LT(bench.sojourn_sum_us / static_cast<double>(bench.sent), 40'000);
}

}  // namespace
}  // namespace docsis_vp::aqm::codel_test
