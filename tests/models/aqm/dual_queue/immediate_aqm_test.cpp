#include "models/aqm/dual_queue/immediate_aqm.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>

#include "models/aqm/dual_queue/exact_ratio.h"
#include "platform/base/random.h"

namespace docsis_vp::aqm::immediate_aqm_test {
namespace {

using boost::multiprecision::cpp_int;

constexpr std::uint64_t kOne = IMMEDIATE_AQM_ONE_Q32;

TEST(ImmediateAqm, HasTheThresholdsThatFollowFromTheRate) {
  const struct {
    std::uint64_t max_rate;
    std::uint32_t floor_ns, minth_ns, maxth_ns;
  } cases[] = {
      {5'000'000, 6'400'000, 6'400'000, 6'924'288},
      {10'000'000, 3'200'000, 3'200'000, 3'724'288},
      {20'000'000, 1'600'000, 1'600'000, 2'124'288},
      {50'000'000, 640'000, 640'000, 1'164'288},
      {67'268'000, 475'709, 475'712, 1'000'000},
      {1'000'000'000, 32'000, 475'712, 1'000'000},
      {0, 0, 475'712, 1'000'000},
      {488'290, 65'534'825, 65'534'825, 65'535'000},
      {488'000, 65'535'000, 65'535'000, 65'535'000},
      {1, 65'535'000, 65'535'000, 65'535'000},
  };
  for (const auto& c : cases) {
    const immediate_aqm_ramp ramp = immediate_aqm_ramp_of(c.max_rate, 1000, 19);
    EXPECT_EQ(ramp.floor_ns, c.floor_ns) << c.max_rate;
    EXPECT_EQ(ramp.minth_ns, c.minth_ns) << c.max_rate;
    EXPECT_EQ(ramp.maxth_ns, c.maxth_ns) << c.max_rate;
  }
}

TEST(ImmediateAqm, LetsNoThresholdWrapOrExceedTheCap) {
  const immediate_aqm_ramp negative = immediate_aqm_ramp_of(0, 1000, 20);
  EXPECT_EQ(negative.minth_ns, 0U);
  EXPECT_EQ(negative.maxth_ns, 1'048'576U);
  const immediate_aqm_ramp longest = immediate_aqm_ramp_of(0, 65'535, 31);
  EXPECT_EQ(longest.minth_ns, 0U);
  EXPECT_EQ(longest.maxth_ns, 65'535'000U);
  // The ramp ends at the cap, far below its own end.
  EXPECT_EQ(immediate_aqm_prob_q32(&longest, 65'534'999), (std::uint64_t{65'534'999} << 32) >> 31);
  EXPECT_EQ(immediate_aqm_prob_q32(&longest, 65'535'000), kOne);
}

TEST(ImmediateAqm, RisesFromMinthToMaxth) {
  const immediate_aqm_ramp ramp = immediate_aqm_ramp_of(50'000'000, 1000, 19);
  const struct {
    std::uint64_t delay_ns, prob_q32;
  } cases[] = {{0, 0},
               {640'000, 0},
               {640'001, 8'192},
               {640'000 + 262'144, kOne / 2},
               {1'164'287, kOne - 8'192},
               {1'164'288, kOne},
               {~std::uint64_t{0}, kOne}};
  for (const auto& c : cases) {
    EXPECT_EQ(immediate_aqm_prob_q32(&ramp, c.delay_ns), c.prob_q32) << c.delay_ns;
  }
}

TEST(ImmediateAqm, IsAStepWhereTheFloorIsTheCap) {
  const immediate_aqm_ramp step = immediate_aqm_ramp_of(1, 1000, 19);
  EXPECT_EQ(immediate_aqm_prob_q32(&step, 65'535'000), 0U);
  EXPECT_EQ(immediate_aqm_prob_q32(&step, 65'535'001), kOne);
}

TEST(ImmediateAqm, TakesTheSmallerRateThatIsSet) {
  EXPECT_EQ(immediate_aqm_max_rate(0, 0), 0U);
  EXPECT_EQ(immediate_aqm_max_rate(5, 0), 5U);
  EXPECT_EQ(immediate_aqm_max_rate(0, 7), 7U);
  EXPECT_EQ(immediate_aqm_max_rate(5, 7), 5U);
  EXPECT_EQ(immediate_aqm_max_rate(9, 7), 7U);
}

TEST(ImmediateAqm, MarksTheWholePartOfNTimesP) {
  RandomStream random(1, "test/recur");
  for (int run = 0; run < 200; ++run) {
    const std::uint64_t prob = run == 0   ? kOne
                               : run == 1 ? kOne / 4
                                          : std::uint64_t{random.next_u32()} >> run % 32;
    std::uint64_t count = 0;
    std::uint64_t marks = 0;
    for (std::uint64_t n = 1; n <= 1'000; ++n) {
      marks += static_cast<std::uint64_t>(immediate_aqm_recur(&count, prob));
      // One less where N p is whole: the count exceeds 1 only with the next packet.
      const std::uint64_t whole = n * prob >> 32;
      const bool is_whole = (n * prob & (kOne - 1)) == 0;
      ASSERT_EQ(marks, whole - (is_whole && whole > 0 ? 1 : 0)) << "N " << n << ", p " << prob;
      ASSERT_LE(count, kOne);
    }
  }
}

TEST(ExactRatio, ScalesWithoutError) {
  RandomStream random(1, "test/exact_ratio");
  for (int run = 0; run < 20'000; ++run) {
    const std::uint64_t rate = (random.next_u64() >> (24 + random.below(40))) + 1;
    const bool from_bytes = random.below(2) == 0;
    const std::uint64_t dividend = from_bytes ? AQM_BYTE_NS : rate;
    const std::uint64_t divisor = from_bytes ? rate : AQM_BYTE_NS;
    const aqm_ratio ratio = aqm_ratio_of(dividend, divisor);
    for (const std::uint32_t count :
         {0U, 1U, 2000U, random.next_u32() >> 1U, AQM_COUNT_MAX - 1, AQM_COUNT_MAX}) {
      ASSERT_EQ(aqm_scaled(count, &ratio), cpp_int(count) * dividend / divisor)
          << count << " x " << dividend << " / " << divisor;
    }
  }
}

TEST(ExactRatio, TakesNoLimitAndTooManyAsTheyAreMeant) {
  const aqm_ratio none = aqm_ratio_of(AQM_BYTE_NS, 0);
  EXPECT_EQ(aqm_scaled(AQM_COUNT_MAX, &none), 0U);
  const aqm_ratio slow = aqm_ratio_of(AQM_BYTE_NS, 1);
  EXPECT_EQ(aqm_scaled(UINT32_MAX, &slow), AQM_COUNT_MAX * AQM_BYTE_NS);
}

TEST(ExactRatio, DividesBitByBit) {
  RandomStream random(2, "test/mul_div");
  for (int run = 0; run < 20'000; ++run) {
    const std::uint64_t denominator = (random.next_u64() >> (1 + random.below(62))) | 1;
    const std::uint64_t numerator =
        random.below(8) == 0 ? denominator : random.next_u64() % (denominator + 1);
    const std::uint64_t factor = random.next_u64() >> random.below(64);
    ASSERT_EQ(aqm_mul_div(factor, numerator, denominator),
              cpp_int(factor) * numerator / denominator);
    ASSERT_EQ(aqm_quotient(factor, denominator), factor / denominator);
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::immediate_aqm_test
