#include "testing/test_list.h"

#include <gmock/gmock.h>

namespace docsis_vp::testing::test_list_test {
namespace {

using ::testing::ElementsAre;

constexpr const char* kList =
    "Loop.\n"
    "  Grants\n"
    "  DISABLED_Polls\n"
    "Rates/Shaper.  # TypeParam = int\n"
    "  Holds/0  # GetParam() = 5 Mbit/s\n"
    "  Holds/1  # GetParam() = 20 Mbit/s\n"
    "DISABLED_Old.\n"
    "  Test\n"
    "Rates/DISABLED_Old.\n"
    "  Test/0\n";

TEST(TestList, NamesThoseThatRun) {
  EXPECT_THAT(parse_list(kList, false),
              ElementsAre("Loop.Grants", "Rates/Shaper.Holds/0", "Rates/Shaper.Holds/1"));
}

TEST(TestList, NamesDisabledOnesIfTheyRunAsWell) {
  EXPECT_THAT(
      parse_list(kList, true),
      ElementsAre("Loop.Grants", "Loop.DISABLED_Polls", "Rates/Shaper.Holds/0",
                  "Rates/Shaper.Holds/1", "DISABLED_Old.Test", "Rates/DISABLED_Old.Test/0"));
}

TEST(TestList, ShardsHoldEachTestOnce) {
  const std::vector<std::string> tests = {"a", "b", "c", "d", "e"};
  EXPECT_THAT(shard(tests, 2, 0), ElementsAre("a", "c", "e"));
  EXPECT_THAT(shard(tests, 2, 1), ElementsAre("b", "d"));
  EXPECT_THAT(shard(tests, 7, 6), ElementsAre());
}

}  // namespace
}  // namespace docsis_vp::testing::test_list_test
