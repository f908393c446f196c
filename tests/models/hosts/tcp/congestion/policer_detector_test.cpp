#include "models/hosts/tcp/congestion/policer_detector.h"

#include <gtest/gtest.h>

namespace docsis_vp::hosts::policer_detector_test {
namespace {

// A connection that is told of one round each 10 ms.
class PolicerDetectorTest : public testing::Test {
 protected:
  // One round in which so many octets were delivered and lost. Returns whether a rate was given up.
  bool round(std::uint64_t delivered, std::uint64_t lost, bool app_limited = false) {
    now_ += 10 * kPsPerMs;
    delivered_ += delivered;
    lost_ += lost;
    return detector_.on_sample({now_, delivered_, lost_, lost > 0, app_limited, true}, true);
  }
  void rounds(int count, std::uint64_t delivered, std::uint64_t lost) {
    for (int i = 0; i < count; ++i) round(delivered, lost);
  }

  PolicerDetector detector_;
  TimePs now_ = 0;
  std::uint64_t delivered_ = 0;
  std::uint64_t lost_ = 0;
};

// 10 kB in 10 ms, a quarter as much lost: an interval is four rounds. The first loss opens the
// first one, and the next begins where it ends.
TEST_F(PolicerDetectorTest, TwoIntervalsThatAgreeTellOfAPolicer) {
  rounds(4 + 3, 10'000, 2'500);
  EXPECT_EQ(detector_.bytes_per_s(), 0);
  rounds(1, 10'000, 2'500);
  EXPECT_NEAR(detector_.bytes_per_s(), 1e6, 1e-6);
}

TEST_F(PolicerDetectorTest, TheRateIsTheMeanOfTheTwo) {
  rounds(4, 10'000, 2'500);
  rounds(4, 11'000, 2'750);
  EXPECT_NEAR(detector_.bytes_per_s(), 1.05e6, 1e-3);
}

TEST_F(PolicerDetectorTest, IntervalsThatDifferByMoreThanAnEighthDoNot) {
  rounds(4, 10'000, 2'500);
  rounds(4, 12'000, 3'000);
  EXPECT_EQ(detector_.bytes_per_s(), 0);
  rounds(4, 12'000, 3'000);
  EXPECT_NEAR(detector_.bytes_per_s(), 1.2e6, 1e-3);
}

TEST_F(PolicerDetectorTest, FewLossesAreNotAPolicers) {
  rounds(200, 10'000, 1'900);  // below 50/256
  EXPECT_EQ(detector_.bytes_per_s(), 0);
}

TEST_F(PolicerDetectorTest, AnApplicationThatLimitsEndsTheSampling) {
  rounds(7, 10'000, 2'500);
  round(10'000, 2'500, true);
  rounds(7, 10'000, 2'500);
  EXPECT_EQ(detector_.bytes_per_s(), 0);
}

TEST_F(PolicerDetectorTest, HoldsForFortyEightRoundsOfProbing) {
  rounds(8, 10'000, 2'500);
  ASSERT_GT(detector_.bytes_per_s(), 0);
  for (int i = 1; i < 48; ++i) EXPECT_FALSE(round(10'000, 0)) << i;
  EXPECT_TRUE(round(10'000, 0));
  EXPECT_EQ(detector_.bytes_per_s(), 0);
}

}  // namespace
}  // namespace docsis_vp::hosts::policer_detector_test
