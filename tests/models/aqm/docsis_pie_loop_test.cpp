// DOCSIS-PIE in front of a server of constant rate: where known loads settle.
#include <gtest/gtest.h>

#include <cmath>

#include "platform/base/random.h"
#include "tests/models/aqm/pie_bench.h"

namespace docsis_vp::aqm::docsis_pie_loop_test {
namespace {

struct LoopResult {
  double drop_ratio = 0;         // of the algorithm's own drops
  std::uint64_t tail_drops = 0;  // of the whole run
  double mean_p = 0;
  double mean_delay_ms = 0;  // as the law sees it
};

// Ten Mbit/s, 250 ms of buffer, an unresponsive source of equal packets with 10 % of jitter; the
// last half of `seconds` counts.
LoopResult run_loop(double load, std::uint32_t size, double seconds) {
  constexpr double kRate = 1.25e6;
  const docsis_pie_params params = make_params({10'000, 1'250'000, 1'250'000, 312'500, 0});
  docsis_pie_state state{};
  docsis_pie_state_init(&state);
  RandomStream random(1, "test/loop");
  double bytes = 0;
  double now = 0;
  double tick = 0.016;
  double served_until = 0;
  std::uint64_t offered = 0;
  std::uint64_t drops = 0;
  std::uint64_t ticks = 0;
  LoopResult result;
  const auto serve = [&](double until) {
    bytes = std::max(0.0, bytes - (until - served_until) * kRate);
    served_until = until;
  };
  while (now < seconds) {
    now += size / kRate / load * (0.9 + 0.2 * random.uniform());
    while (tick <= now) {
      serve(tick);
      aqm_queue queue{};
      queue.bytes = static_cast<std::uint32_t>(bytes);
      docsis_pie_update(&state, &params, &queue, 0);
      if (tick > seconds / 2) {
        ++ticks;
        result.mean_p += real(state.law.drop_prob_q28);
        result.mean_delay_ms += state.law.qdelay_old_us * 1e-3;
      }
      tick += 0.016;
    }
    serve(now);
    aqm_queue queue{};
    queue.bytes = static_cast<std::uint32_t>(bytes);
    const aqm_packet packet{size, 0, AQM_NOT_ECT, 0};
    const aqm_verdict verdict =
        docsis_pie_enqueue(&state, &params, &queue, &packet, random.next_u32());
    bytes += verdict == AQM_ACCEPT ? size : 0;
    if (now > seconds / 2) {
      ++offered;
      drops += verdict == AQM_DROP;
    }
    result.tail_drops += verdict == AQM_DROP_FULL;
  }
  result.mean_p /= static_cast<double>(ticks);
  result.mean_delay_ms /= static_cast<double>(ticks);
  result.drop_ratio = static_cast<double>(drops) / static_cast<double>(offered);
  return result;
}

TEST(PieLoop, OverloadByAHalfDropsAThirdAndHoldsTheTarget) {
  const LoopResult result = run_loop(1.5, 1'500, 60);
  EXPECT_NEAR(result.drop_ratio, 1.0 / 3, 0.005);
  EXPECT_EQ(result.tail_drops, 0U);
  EXPECT_NEAR(result.mean_delay_ms, 10, 2);
}

TEST(PieLoop, SmallPacketsAtOneAndAHalfSettleNearEight) {
  const LoopResult result = run_loop(1.5, 64, 60);
  EXPECT_NEAR(result.mean_p, 8, 1);
  EXPECT_NEAR(result.mean_delay_ms, 12, 3);
}

// Half of the packets would have to go, which lies in the de-randomiser's gap: p_eff jumps there.
TEST(PieLoop, SmallPacketsAtTwiceTheRateDriveTheProbabilityToItsCap) {
  const LoopResult result = run_loop(2, 64, 60);
  EXPECT_NEAR(result.mean_p, 13.5, 0.2);
  EXPECT_GT(result.tail_drops, 0U);
}

TEST(PieLoop, LargePacketsAtTwoAndAHalfTimesWander) {
  const LoopResult result = run_loop(2.5, 1'500, 60);
  EXPECT_NEAR(result.mean_p, 0.565, 0.04);
  EXPECT_NEAR(result.mean_delay_ms, 49, 8);
}

TEST(PieLoop, UnderloadIsLeftAlone) {
  const LoopResult result = run_loop(0.9, 1'500, 30);
  EXPECT_EQ(result.drop_ratio, 0);
  EXPECT_LT(result.mean_p, 1e-6);
}

// 1 / (0.85 + 1 - e^-7.65): the mean accumulated probability per drop, CableLabs 2014 appendix B.
TEST(PieDerandomizer, DropsAtFiftyFourPercentOfTheProbability) {
  const double expected = 1 / (0.85 + 1 - std::exp(-7.65));
  for (const double p : {0.0005, 0.002, 0.01}) {
    PieBench pie;
    pie.state.law = {q28(p), 20'000, 0, DOCSIS_PIE_ACTIVE, 0, 0};
    RandomStream random(1, "test/derandomizer");
    constexpr int kPackets = 4'000'000;
    int drops = 0;
    for (int i = 0; i < kPackets; ++i) {
      drops += pie.enqueue(50'000, 1'024, random.next_u32()) == AQM_DROP;
    }
    const double per_drop = 0.55 / std::sqrt(drops);  // standard deviation of the mean, relative
    EXPECT_NEAR(drops / (p * kPackets), expected, expected * (4 * per_drop + 0.6 * p)) << p;
  }
}

TEST(PieDerandomizer, SpacesDropsBetweenProbLowAndProbHigh) {
  constexpr double kP = 0.02;
  PieBench pie;
  pie.state.law = {q28(kP), 20'000, 0, DOCSIS_PIE_ACTIVE, 0, 0};
  RandomStream random(1, "test/spacing");
  int gap = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    ++gap;
    if (pie.enqueue(50'000, 1'024, random.next_u32()) == AQM_DROP) {
      ASSERT_GE(gap, 43);   // 0.85 / 0.02
      ASSERT_LE(gap, 426);  // 8.5 / 0.02, p rounded down
      gap = 0;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::docsis_pie_loop_test
