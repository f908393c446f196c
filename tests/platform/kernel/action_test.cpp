#include "platform/kernel/action.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace docsis_vp::platform::action_test {
namespace {

TEST(Action, IsTwoWordsAndCallsWhatItWasGiven) {
  static_assert(sizeof(Action) == 2 * sizeof(void*));
  int calls = 0;
  Action by_reference = [&calls] { ++calls; };
  by_reference();
  by_reference();
  EXPECT_EQ(calls, 2);
}

TEST(Action, KeepsAStateOfAnySizeAndLetsGoOfItOnce) {
  const auto alive = std::make_shared<int>(0);
  const std::string text(100, 'x');
  {
    Action first = [alive, text, calls = 0]() mutable {
      *alive = ++calls * static_cast<int>(text.size());
    };
    first();
    Action second = std::move(first);
    second();
    EXPECT_EQ(*alive, 200) << "the state has moved along";
    Action third = [] {};
    third = std::move(second);
    third();
    EXPECT_EQ(*alive, 300);
    EXPECT_EQ(alive.use_count(), 2);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

}  // namespace
}  // namespace docsis_vp::platform::action_test
