#include "platform/base/suggestion.h"

#include <gtest/gtest.h>

namespace docsis_vp::system::suggestion_test {
namespace {

TEST(Nearest, ForgivesTyposNotMore) {
  const std::vector<std::string_view> known = {"target_ms", "algorithm", "name", "seed"};
  EXPECT_EQ(nearest("targt_ms", known), "target_ms");
  EXPECT_EQ(nearest("tagret_ms", known), "target_ms");
  EXPECT_EQ(nearest("target", known), "target_ms");
  EXPECT_EQ(nearest("sede", known), "seed");
  EXPECT_EQ(nearest("bandwidth", known), "");
}

TEST(Suggestion, ListsWhatIsKnownWhenNothingIsNear) {
  EXPECT_EQ(suggestion("sed", {"seed", "name"}), ", did you mean \"seed\"?");
  EXPECT_EQ(suggestion("a", {"rf", "name"}), ", known are rf, name");
  EXPECT_EQ(suggestion("bandwidth", {"seed", "name"}), ", known are seed, name");
  EXPECT_EQ(suggestion("x", {}), ", nothing is known here");
}

}  // namespace
}  // namespace docsis_vp::system::suggestion_test
