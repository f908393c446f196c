#include "models/hosts/statistics/sample.h"

#include <gtest/gtest.h>

#include <cmath>

namespace docsis_vp::hosts::sample_test {
namespace {

TimeSample sample_of(std::initializer_list<TimePs> seconds) {
  TimeSample sample;
  for (const TimePs each : seconds) sample.add(each * kPsPerSecond);
  return sample;
}

TEST(TimeSample, HasTheStatisticsOfOddAndEvenCounts) {
  const TimeSample odd = sample_of({9, 1, 2, 4, 6});
  EXPECT_EQ(odd.count(), 5U);
  EXPECT_DOUBLE_EQ(*odd.mean_s(), 4.4);
  EXPECT_DOUBLE_EQ(*odd.median_s(), 4);
  EXPECT_DOUBLE_EQ(*odd.median_absolute_deviation_s(), 2);  // of 0 2 2 3 5
  EXPECT_NEAR(*odd.deviation_s(), std::sqrt(41.2 / 4), 1e-12);
  const TimeSample even = sample_of({1, 2, 4, 9});
  EXPECT_DOUBLE_EQ(*even.median_s(), 3);
  EXPECT_DOUBLE_EQ(*even.median_absolute_deviation_s(), 1.5);  // of 1 1 2 6
}

TEST(TimeSample, IsEmptyWhereThereIsNothingToSay) {
  const TimeSample none;
  EXPECT_FALSE(none.mean_s());
  EXPECT_FALSE(none.median_s());
  EXPECT_FALSE(none.median_absolute_deviation_s());
  EXPECT_FALSE(none.deviation_s());
  const TimeSample one = sample_of({3});
  EXPECT_DOUBLE_EQ(*one.median_s(), 3);
  EXPECT_DOUBLE_EQ(*one.median_absolute_deviation_s(), 0);
  EXPECT_FALSE(one.deviation_s());
}

}  // namespace
}  // namespace docsis_vp::hosts::sample_test
