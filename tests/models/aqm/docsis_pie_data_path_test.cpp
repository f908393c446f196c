// The data path, line by line of RFC 8034 sec. A.3.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/models/aqm/pie_bench.h"

namespace docsis_vp::aqm::docsis_pie_data_path_test {
namespace {

constexpr std::uint32_t kDeep = 50'000;  // bytes: above the guard, below a third of the buffer

PieBench active(double p, std::uint32_t old_us = 20'000) {
  PieBench pie;
  pie.state.law = {q28(p), old_us, 0, DOCSIS_PIE_ACTIVE, 0, 0};
  return pie;
}

TEST(PieData, AFullBufferDropsAndClearsTheAccumulator) {
  PieBench pie = active(0.5);
  pie.state.accu_prob_q28 = q28(3);
  EXPECT_EQ(pie.enqueue(298'500, 1'501, kNeverDrop), AQM_DROP_FULL);
  EXPECT_EQ(pie.state.accu_prob_q28, 0U);
  EXPECT_EQ(pie.enqueue(298'500, 1'500, kNeverDrop), AQM_ACCEPT);
  EXPECT_EQ(pie.enqueue(UINT32_MAX, UINT32_MAX, kNeverDrop), AQM_DROP_FULL);
}

TEST(PieData, MemoryThatIsFullCountsAsAFullBuffer) {
  PieBench pie = active(0.5);
  pie.state.accu_prob_q28 = q28(3);
  aqm_queue queue{};
  queue.full = 1;
  const aqm_packet packet{100, 0, AQM_NOT_ECT, 0};
  EXPECT_EQ(docsis_pie_enqueue(&pie.state, &pie.params, &queue, &packet, kNeverDrop),
            AQM_DROP_FULL);
  EXPECT_EQ(pie.state.accu_prob_q28, 0U);
}

TEST(PieData, ATailDropIsNotAnEpisodesFirstDrop) {
  PieBench pie;
  pie.state.law.status = DOCSIS_PIE_QUIESCENT;
  EXPECT_EQ(pie.enqueue(300'000, 64, kDrop), AQM_DROP_FULL);
  EXPECT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_QUIESCENT});
  EXPECT_EQ(pie.state.law.burst_us, 0U);
}

TEST(PieData, BurstAllowanceTakesEverythingAndTouchesNothing) {
  PieBench pie = active(1);
  pie.state.law.burst_us = 1;
  pie.state.accu_prob_q28 = q28(8.4);
  EXPECT_EQ(pie.enqueue(kDeep, 1'500, kDrop), AQM_ACCEPT);
  EXPECT_EQ(pie.state.accu_prob_q28, q28(8.4));
}

TEST(PieData, NoProbabilityClearsTheAccumulator) {
  PieBench pie = active(0);
  pie.state.accu_prob_q28 = q28(8.4);
  EXPECT_EQ(pie.enqueue(kDeep, 1'500, kDrop), AQM_ACCEPT);
  EXPECT_EQ(pie.state.accu_prob_q28, 0U);
}

TEST(PieData, InactiveJudgesFromAThirdOfTheBufferOn) {
  for (const std::uint32_t buffer : {300'000U, 300'001U, 300'002U}) {
    PieBench pie;
    pie.params.buffer_bytes = buffer;
    pie.state.law.drop_prob_q28 = q28(0.1);
    EXPECT_EQ(pie.enqueue((buffer + 2) / 3 - 1, 1'500, kDrop), AQM_ACCEPT);
    EXPECT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_INACTIVE}) << buffer;
    EXPECT_EQ(pie.state.accu_prob_q28, 0U);
    EXPECT_EQ(pie.state.law.generation, 0U);
    pie.enqueue((buffer + 2) / 3, 1'500, kDrop);
    EXPECT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_QUIESCENT}) << buffer;
    EXPECT_EQ(pie.state.law.generation, 1U);
    EXPECT_NE(pie.state.accu_prob_q28, 0U);
  }
}

// Returns the verdict on an arrival at a queue of few bytes and many packets.
aqm_verdict enqueue_behind(PieBench& pie, std::uint32_t packets, std::uint32_t full = 0) {
  aqm_queue queue{};
  queue.bytes = 64 * packets;
  queue.packets = packets;
  queue.full = full;
  const aqm_packet packet{64, 0, AQM_NOT_ECT, 0};
  return docsis_pie_enqueue(&pie.state, &pie.params, &queue, &packet, kDrop);
}

TEST(PieData, TheLimitInPacketsOfTheConfigurationHolds) {
  PieBench pie = active(0);
  pie.params = make_params({10'000, 1'000'000, 1'000'000, 300'000, 100});
  EXPECT_EQ(enqueue_behind(pie, 99), AQM_ACCEPT);
  pie.state.accu_prob_q28 = q28(3);
  EXPECT_EQ(enqueue_behind(pie, 100), AQM_DROP_FULL);
  EXPECT_EQ(enqueue_behind(pie, UINT32_MAX / 64), AQM_DROP_FULL);
  EXPECT_EQ(pie.state.accu_prob_q28, 0U);
  pie.params.limit_packets = 0;
  EXPECT_EQ(enqueue_behind(pie, 1'000), AQM_ACCEPT);
}

TEST(PieData, InactiveJudgesFromAThirdOfThePacketsOn) {
  for (const std::uint32_t limit : {90U, 91U, 92U}) {
    PieBench pie;
    pie.params.limit_packets = limit;
    pie.state.law.drop_prob_q28 = q28(0.1);
    EXPECT_EQ(enqueue_behind(pie, (limit + 2) / 3 - 1), AQM_ACCEPT);
    EXPECT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_INACTIVE}) << limit;
    enqueue_behind(pie, (limit + 2) / 3);
    EXPECT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_QUIESCENT}) << limit;
    EXPECT_EQ(pie.state.law.generation, 1U);
    EXPECT_NE(pie.state.accu_prob_q28, 0U);
  }
  PieBench unlimited;
  EXPECT_EQ(enqueue_behind(unlimited, 1'000), AQM_ACCEPT);
  EXPECT_EQ(unlimited.state.law.status, unsigned{DOCSIS_PIE_INACTIVE});
}

TEST(PieData, ABufferThatTakesNoPacketWakesTheLaw) {
  PieBench by_memory;
  EXPECT_EQ(enqueue_behind(by_memory, 10, 1), AQM_DROP_FULL);
  EXPECT_EQ(by_memory.state.law.status, unsigned{DOCSIS_PIE_QUIESCENT});
  EXPECT_EQ(by_memory.state.law.generation, 1U);
  PieBench by_limit;
  by_limit.params.limit_packets = 10;
  EXPECT_EQ(enqueue_behind(by_limit, 10), AQM_DROP_FULL);
  EXPECT_EQ(by_limit.state.law.status, unsigned{DOCSIS_PIE_QUIESCENT});
  EXPECT_EQ(by_limit.state.law.generation, 1U);
  EXPECT_EQ(enqueue_behind(by_limit, 10), AQM_DROP_FULL);
  EXPECT_EQ(by_limit.state.law.generation, 1U) << "awake already";
}

TEST(PieData, AThirdIsOfTheWholeRangeOfBuffers) {
  PieBench pie;
  pie.params.buffer_bytes = UINT32_MAX;
  EXPECT_EQ(pie.enqueue(UINT32_MAX / 3 - 1, 64, kDrop), AQM_ACCEPT);
  EXPECT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_INACTIVE});
}

TEST(PieData, AccumulatesInProportionToSizeUpToProbLow) {
  const struct {
    double p;
    std::uint32_t size;
    double p1;
  } cases[] = {{0.1, 1'024, 0.1},   {0.1, 64, 0.00625}, {0.1, 1'500, 0.146484375},
               {0.85, 1'024, 0.85}, {0.7, 2'000, 0.85}, {13.6, 64, 0.85},
               {13.5, 64, 0.84375}};
  for (const auto& c : cases) {
    PieBench pie = active(c.p);
    pie.enqueue(kDeep, c.size, kNeverDrop);
    EXPECT_NEAR(real(pie.state.accu_prob_q28), c.p1, 1.01 / kOneQ28) << c.p << ' ' << c.size;
  }
}

TEST(PieData, SmallQueuesAreNeverDroppedFromYetAccumulate) {
  PieBench pie = active(13.6);
  for (int i = 0; i < 1'000; ++i) {  // would pass 16 and wrap
    ASSERT_EQ(pie.enqueue(2'048, 1'500, kDrop), AQM_ACCEPT);
  }
  EXPECT_EQ(pie.state.accu_prob_q28, DOCSIS_PIE_PROB_HIGH_Q28);
  EXPECT_EQ(pie.enqueue(2'049, 1'500, kNeverDrop), AQM_DROP);
}

TEST(PieData, ShortDelayAndLowProbabilityTogetherSuppressDrops) {
  const struct {
    std::uint32_t old_us;
    std::uint32_t p;
    aqm_verdict verdict;
  } cases[] = {{4'999, q28(0.2) - 1, AQM_ACCEPT},
               {5'000, q28(0.2) - 1, AQM_DROP},
               {4'999, q28(0.2) + 1, AQM_DROP}};
  for (const auto& c : cases) {
    PieBench pie = active(0, c.old_us);
    pie.state.law.drop_prob_q28 = c.p;
    pie.state.accu_prob_q28 = q28(1);
    EXPECT_EQ(pie.enqueue(kDeep, 1'500, kDrop), c.verdict) << c.old_us << ' ' << c.p;
  }
}

TEST(PieData, NothingIsDroppedBelowProbLowAndEverythingFromProbHighOn) {
  PieBench pie = active(0.25);
  for (const double accu : {0.25, 0.5, 0.75}) {
    EXPECT_EQ(pie.enqueue(kDeep, 1'024, kDrop), AQM_ACCEPT);
    EXPECT_EQ(pie.state.accu_prob_q28, q28(accu));
  }
  EXPECT_EQ(pie.enqueue(kDeep, 1'024, kDrop), AQM_DROP);

  for (int i = 1; i < 34; ++i) {
    ASSERT_EQ(pie.enqueue(kDeep, 1'024, kNeverDrop), AQM_ACCEPT) << i;
  }
  EXPECT_EQ(pie.enqueue(kDeep, 1'024, kNeverDrop), AQM_DROP);  // 34 x 0.25 = 8.5
  EXPECT_EQ(pie.state.accu_prob_q28, 0U);
}

TEST(PieData, ProbLowItselfMayDropAndTenOfThemMust) {
  PieBench pie = active(13.6);
  EXPECT_EQ(pie.enqueue(kDeep, 1'500, kDrop), AQM_DROP);
  for (int i = 1; i < 10; ++i) {
    ASSERT_EQ(pie.enqueue(kDeep, 1'500, kNeverDrop), AQM_ACCEPT) << i;
  }
  EXPECT_EQ(pie.enqueue(kDeep, 1'500, kNeverDrop), AQM_DROP);
}

TEST(PieData, DropsWhereTheDrawIsNotAboveTheProbability) {
  PieBench pie = active(0.25);
  pie.state.accu_prob_q28 = q28(1);
  EXPECT_EQ(pie.enqueue(kDeep, 1'024, (1U << 30) + 1), AQM_ACCEPT);
  pie.state.accu_prob_q28 = q28(1);
  EXPECT_EQ(pie.enqueue(kDeep, 1'024, 1U << 30), AQM_DROP);
}

TEST(PieData, TheFirstDropOfAnEpisodeGrantsTheBurstAllowance) {
  PieBench pie = active(0.5);
  pie.state.law.status = DOCSIS_PIE_QUIESCENT;
  pie.enqueue(kDeep, 1'024, kDrop);
  EXPECT_EQ(pie.enqueue(kDeep, 1'024, kDrop), AQM_DROP);
  EXPECT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_ACTIVE});
  EXPECT_EQ(pie.state.law.burst_us, 142'000U);
  EXPECT_EQ(pie.state.accu_prob_q28, 0U);
  EXPECT_EQ(pie.state.law.generation, 1U);
}

TEST(PieData, LaterDropsDoNot) {
  PieBench pie = active(0.5);
  pie.enqueue(kDeep, 1'024, kDrop);
  EXPECT_EQ(pie.enqueue(kDeep, 1'024, kDrop), AQM_DROP);
  EXPECT_EQ(pie.state.law.burst_us, 0U);
  EXPECT_EQ(pie.state.law.generation, 0U);
}

TEST(PieData, FromIdleTheFirstDropComesInQuiescentThenNineUpdatesOfImmunity) {
  PieBench pie;
  pie.update_times(20, 60'000);  // the law runs while INACTIVE, p rises unseen
  ASSERT_GT(pie.p(), 0.05);
  std::uint32_t depth = 60'000;
  while (depth < 100'000) {
    ASSERT_EQ(pie.enqueue(depth, 1'500, kDrop), AQM_ACCEPT);
    ASSERT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_INACTIVE});
    depth += 1'500;
  }
  int until_drop = 0;
  while (pie.enqueue(depth, 1'500, kDrop) == AQM_ACCEPT) {
    ASSERT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_QUIESCENT});
    ++until_drop;
  }
  // The accumulator, started at the crossing, has to reach 0.85 first.
  EXPECT_EQ(until_drop, static_cast<int>(std::ceil(0.85 / (pie.p() * 1'500 / 1'024))) - 1);
  EXPECT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_ACTIVE});
  for (int update = 0; update < 9; ++update) {
    ASSERT_EQ(pie.enqueue(depth, 1'500, kDrop), AQM_ACCEPT);
    pie.update(60'000);
    ASSERT_EQ(pie.p(), 0);
  }
  pie.update_times(20, 60'000);
  int drops = 0;
  for (int i = 0; i < 20; ++i) {
    drops += pie.enqueue(depth, 1'500, kDrop) == AQM_DROP;
  }
  EXPECT_GT(drops, 0);
}

TEST(PieData, AfterLessThanASecondOfIdlingNoThirdOfTheBufferIsNeeded) {
  PieBench pie = active(0);
  pie.state.law.qdelay_old_us = 0;
  pie.update_times(1 + 62, 0);
  ASSERT_EQ(pie.state.law.status, unsigned{DOCSIS_PIE_QUIESCENT});
  pie.update_times(10, 40'000);
  int packets = 0;
  while (pie.enqueue(40'000, 1'500, kDrop) == AQM_ACCEPT && packets < 1'000) {
    ++packets;
  }
  EXPECT_LT(packets, 1'000);
  EXPECT_EQ(pie.state.law.burst_us, 142'000U);
}

TEST(PieData, RandomWordIsNotReadWhereTheVerdictIsCertain) {
  for (const std::uint32_t random : {kDrop, 0x80000000U, kNeverDrop}) {
    PieBench idle;
    EXPECT_EQ(idle.enqueue(kDeep, 1'500, random), AQM_ACCEPT);
    PieBench full;
    EXPECT_EQ(full.enqueue(300'000, 1'500, random), AQM_DROP_FULL);
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::docsis_pie_data_path_test
