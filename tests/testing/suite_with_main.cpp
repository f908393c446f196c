// A suite with a main of its own: an option, a global environment, and something to do at the end.
// Its tests build no system. Each prints its name, which shows the order of a run.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "testing/suite.h"
#include "testing/system_test.h"

namespace docsis_vp::testing::suite_with_main {
namespace {

std::string lab = "none";

class Lab : public ::testing::Environment {
 public:
  void SetUp() override { std::printf("lab %s begins\n", lab.c_str()); }
};

void tell_name() {
  const auto& test = *::testing::UnitTest::GetInstance()->current_test_info();
  std::printf("ran %s.%s\n", test.test_suite_name(), test.name());
}

TEST(Order, A) {
  tell_name();
}
TEST(Order, B) {
  tell_name();
}
TEST(Order, C) {
  tell_name();
}
TEST(Order, FailsIfToldTo) {
  tell_name();
  EXPECT_EQ(std::getenv("SUITE_FAILS"), nullptr);
}
TEST(Order, SkipsWithoutLab) {
  tell_name();
  if (lab == "none") {
    GTEST_SKIP() << "needs a lab";
  }
}
TEST(Order, DISABLED_Never) {
  FAIL();
}

// It begins the program anew, as the suite does.
TEST(DiesDeathTest, InAProcessOfItsOwn) {
  tell_name();
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(std::abort(), "");
}

class Values : public ::testing::TestWithParam<int> {};
TEST_P(Values, ArePositive) {
  tell_name();
  EXPECT_GT(GetParam(), 0);
}
INSTANTIATE_TEST_SUITE_P(Two, Values, ::testing::Values(5, 20));

template <typename T>
class Typed : public ::testing::Test {};
using Types = ::testing::Types<int, double>;
TYPED_TEST_SUITE(Typed, Types);
TYPED_TEST(Typed, IsSmall) {
  tell_name();
  EXPECT_LE(sizeof(TypeParam), 8U);
}

class BrokenSuite : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { FAIL() << "no lab for all"; }
};
TEST_F(BrokenSuite, DISABLED_CannotPass) {}

}  // namespace
}  // namespace docsis_vp::testing::suite_with_main

int main(int argc, char** argv) {
  using namespace docsis_vp::testing;
  init_suite(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option.compare(0, 6, "--lab=") == 0) {
      suite_with_main::lab = option.substr(6);
    }
  }
  ::testing::AddGlobalTestEnvironment(new suite_with_main::Lab);
  const int status = run_suite();
  std::printf("own main ends with %d\n", status);
  return status;
}
