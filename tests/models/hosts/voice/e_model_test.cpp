#include "models/hosts/voice/e_model.h"

#include <gtest/gtest.h>

namespace docsis_vp::hosts::e_model_test {
namespace {

TEST(EModel, RatesDelayAndLoss) {
  struct Case {
    double delay_ms, loss, r_value, mos;
  };
  // The last two lie on both sides of 177.3 ms, where delay begins to hurt a conversation.
  for (const Case& c :
       {Case{21, 0, 93.70, 4.42}, Case{100, 0.05, 75.01, 3.82}, Case{200, 0.1, 59.41, 3.07},
        Case{177.3, 0, 89.94, 4.34}, Case{277.3, 0, 76.54, 3.88}}) {
    EXPECT_NEAR(r_value(c.delay_ms, c.loss), c.r_value, 0.01) << c.delay_ms;
    EXPECT_NEAR(mean_opinion_score(r_value(c.delay_ms, c.loss)), c.mos, 0.01) << c.delay_ms;
  }
}

TEST(EModel, BoundsTheScore) {
  EXPECT_DOUBLE_EQ(mean_opinion_score(-1), 1);
  EXPECT_DOUBLE_EQ(mean_opinion_score(0), 1);
  EXPECT_DOUBLE_EQ(mean_opinion_score(3), 1);  // where the cubic is below 1
  EXPECT_GT(mean_opinion_score(7), 1);
  EXPECT_DOUBLE_EQ(mean_opinion_score(100), 4.5);
  EXPECT_DOUBLE_EQ(mean_opinion_score(101), 4.5);
}

TEST(EModel, ScoresFallAsRatingsFall) {
  for (int r = 7; r < 100; ++r) {
    EXPECT_LT(mean_opinion_score(r), mean_opinion_score(r + 1)) << r;
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::e_model_test
