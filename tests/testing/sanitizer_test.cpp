// Suites under AddressSanitizer: no false alarms, and leaks are found.
#include <gmock/gmock.h>

#include "tests/testing/suite_program.h"

namespace docsis_vp::testing::sanitizer_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Sanitizer, RaisesNoFalseAlarms) {
  const Answer answer = SuiteRunner(SUITE_UNDER_ASAN).run("");
  EXPECT_EQ(answer.status, 0);
  EXPECT_THAT(answer.text, Not(HasSubstr("Sanitizer:")));
}

TEST(Sanitizer, FailsATestThatLeaks) {
  for (const char* filter : {"*Leaks", "*Leaks:*Stack"}) {
    const Answer answer =
        SuiteRunner(SUITE_UNDER_ASAN)
            .run(std::string("--gtest_also_run_disabled_tests --gtest_filter=") + filter);
    EXPECT_EQ(answer.status, 1);
    EXPECT_THAT(answer.text, AllOf(HasSubstr("Direct leak of 1234 byte(s)"),
                                   HasSubstr("its process ended with status "),
                                   HasSubstr("[  FAILED  ] Sanitized.DISABLED_Leaks")));
  }
}

}  // namespace
}  // namespace docsis_vp::testing::sanitizer_test
