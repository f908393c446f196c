#include "testing/ctest_timeout.h"

#include <gmock/gmock.h>

#include <sstream>

namespace docsis_vp::testing::ctest_timeout_test {
namespace {

// As CMake 3.25 writes it.
constexpr const char* kTests =
    "add_test([=[line.Short.One]=]  /b/suite [==[--gtest_filter=Short.One]==] "
    "--gtest_also_run_disabled_tests)\n"
    "set_tests_properties([=[line.Short.One]=]  PROPERTIES WORKING_DIRECTORY /b "
    "SKIP_REGULAR_EXPRESSION [==[\\[  SKIPPED \\]]==] TIMEOUT 4 ENVIRONMENT A=1)\n"
    "add_test([=[line.Short.OneMore]=]  /b/suite [==[--gtest_filter=Short.OneMore]==])\n"
    "set_tests_properties([=[line.Short.OneMore]=]  PROPERTIES TIMEOUT [==[2.5]==])\n"
    "add_test([=[P/V.H/0]=]  /b/suite --gtest_filter=P/V.H/0 --gtest_also_run_disabled_tests)\n"
    "set_tests_properties([=[P/V.H/0]=]  PROPERTIES WORKING_DIRECTORY /b)\n"
    "set(  suite_TESTS line.Short.One line.Short.OneMore)\n";

std::optional<double> timeout(const std::string& test) {
  std::istringstream tests(kTests);
  return timeout_in(tests, test);
}

TEST(CtestTimeout, IsThatOfTheTest) {
  EXPECT_EQ(timeout("Short.One"), 4);
  EXPECT_EQ(timeout("Short.OneMore"), 2.5);
  EXPECT_EQ(timeout("P/V.H/0"), std::nullopt);
  EXPECT_EQ(timeout("Short.On"), std::nullopt);
  EXPECT_EQ(timeout("Other.One"), std::nullopt);
}

}  // namespace
}  // namespace docsis_vp::testing::ctest_timeout_test
