#include "models/hosts/has/adaptation.h"

#include <gtest/gtest.h>

#include "platform/base/errors.h"

namespace docsis_vp::hosts::adaptation_test {
namespace {

struct Case {
  unsigned level;
  double mu;
  unsigned next;
};

TEST(LargestStep, IsRelativeToTheLowerRate) {
  EXPECT_DOUBLE_EQ(largest_step({500, 1000, 2000, 3000, 4000, 5000}), 1);
  EXPECT_DOUBLE_EQ(largest_step(has_2014().ladder_bps), 372.0 / 128);  // 128 to 500 kb/s
  EXPECT_DOUBLE_EQ(largest_step({700}), 0);
}

// Ladder 0.5 1 2 3 4 5 Mb/s, so one level up needs mu > 2.
TEST(CapacityRule, StepsUpOneLevelAndFallsToWhatTheFetchCarried) {
  const HasConfig config;
  for (const Case& c : {Case{0, 2.01, 1}, Case{0, 2.0, 0}, Case{0, 0.1, 0}, Case{2, 1.0, 2},
                        Case{2, 0.67, 2}, Case{5, 0.66, 3},  // 3.3: the highest below is 3 Mb/s
                        Case{5, 0.6, 2},                     // 3.0 is not below 3.0
                        Case{5, 0.41, 2}, Case{5, 0.05, 0}, Case{1, 0.5, 0},  // none below 0.5
                        Case{5, 9, 5}, Case{3, 9, 4}}) {
    EXPECT_EQ(next_level(config, {c.level, c.mu, 0}), c.next) << c.level << " " << c.mu;
  }
}

// 64 128 500 1000 1500 2600 3500 3750 4200 kb/s.
TEST(BandwidthMatchRule, MatchesTheLadderToTheRateOfTheFetch) {
  const HasConfig config = has_2014();
  for (const Case& c :
       {Case{0, 1.99, 0}, Case{0, 2.0, 1}, Case{0, 100, 1},  // one level at a time
        Case{5, 1.3, 5}, Case{5, 1.35, 6}, Case{5, 1.0, 5}, Case{5, 0.99, 4}, Case{5, 0.385, 3},
        Case{5, 0.3, 2}, Case{5, 0.02, 0}, Case{8, 2, 8}, Case{8, 0.9, 7}}) {
    EXPECT_EQ(next_level(config, {c.level, c.mu, 0}), c.next) << c.level << " " << c.mu;
  }
}

TEST(MaxAlwaysRule, NeverMoves) {
  HasConfig config;
  config.rule = HasRule::kMaxAlways;
  EXPECT_EQ(next_level(config, {0, 0.01, 0}), 5U);
  EXPECT_EQ(next_level(config, {5, 0.01, 0}), 5U);
}

// From 0.5 Mb/s at 90 s to 5 Mb/s at 216 s: 28 s per Mb/s.
TEST(BufferBasedRule, FollowsTheLineOfTheBufferWithHysteresis) {
  HasConfig config;
  config.rule = HasRule::kBufferBased;
  struct Row {
    unsigned level;
    double buffered_s;
    unsigned next;
  };
  for (const Row& r : {Row{3, 20, 0}, Row{3, 90, 0}, Row{0, 216, 5}, Row{0, 230, 5},
                       Row{0, 103, 0},     // line 0.964, under the next rate
                       Row{0, 105, 1},     // line 1.036: the highest under it is 1
                       Row{0, 150, 2},     // line 2.643: straight to 2
                       Row{2, 170, 3},     // line 3.357
                       Row{2, 155, 2},     // line 2.821: between the neighbours 1 and 3
                       Row{3, 135, 3},     // line 2.107: above 2
                       Row{3, 131, 2},     // line 1.964, at or under 2: the lowest over it
                       Row{5, 132, 3},     // line exactly 2: the lowest over it is 3
                       Row{5, 180, 4},     // line 3.714
                       Row{5, 190, 5}}) {  // line 4.07: above 4
    const auto buffered = static_cast<TimePs>(r.buffered_s * kPsPerSecond);
    EXPECT_EQ(next_level(config, {r.level, 1, buffered}), r.next) << r.level << " " << r.buffered_s;
  }
}

TEST(HasConfig, RefusesValuesOutOfRange) {
  const auto refused = [](auto change) {
    HasConfig config;
    change(config);
    EXPECT_THROW(check(config), ConfigError);
  };
  EXPECT_NO_THROW(check(HasConfig{}));
  EXPECT_NO_THROW(check(has_2014()));
  refused([](HasConfig& c) { c.ladder_bps.clear(); });
  refused([](HasConfig& c) { c.ladder_bps = {2, 2}; });
  refused([](HasConfig& c) { c.first_level = 6; });
  refused([](HasConfig& c) { c.segment = 0; });
  refused([](HasConfig& c) { c.buffer = 7 * kPsPerSecond; });
  refused([](HasConfig& c) { c.refill_below = c.buffer; });
  refused([](HasConfig& c) { c.start_segments = 0; });
  refused([](HasConfig& c) { c.resume_segments = 61; });
  refused([](HasConfig& c) { c.request_bytes = 0; });
  refused([](HasConfig& c) { c.mu_samples = 0; });
  refused([](HasConfig& c) { c.mu_down = 1.5; });
  refused([](HasConfig& c) { c.cushion = 0; });
}

}  // namespace
}  // namespace docsis_vp::hosts::adaptation_test
