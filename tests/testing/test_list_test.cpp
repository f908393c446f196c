#include "testing/test_list.h"

#include <gmock/gmock.h>

namespace docsis_vp::testing::test_list_test {
namespace {

using ::testing::ElementsAre;

// Which tests run, in what order, and in which shard is GoogleTest's own doing: own_main_test.
TEST(TestList, IsInTheOrderOfTheRun) {
  const Selection selection = parse_selection(
      "seed 17\n"
      "run Rates/Shaper.Holds/0\n"
      "disabled Loop.DISABLED_Polls\n"
      "run Loop.Grants\n");
  EXPECT_TRUE(selection.runs);
  EXPECT_EQ(selection.seed, 17);
  EXPECT_THAT(selection.tests, ElementsAre("Rates/Shaper.Holds/0", "Loop.Grants"));
  EXPECT_THAT(selection.disabled, ElementsAre("Loop.DISABLED_Polls"));
}

TEST(TestList, NothingRunsWhereGoogleTestShowsItsHelp) {
  EXPECT_FALSE(parse_selection("").runs);
  EXPECT_TRUE(parse_selection("seed 1\n").runs);
}

TEST(TestList, SeedsGoRound) {
  EXPECT_EQ(next_seed(1), 2);
  EXPECT_EQ(next_seed(99998), 99999);
  EXPECT_EQ(next_seed(99999), 1);
}

}  // namespace
}  // namespace docsis_vp::testing::test_list_test
