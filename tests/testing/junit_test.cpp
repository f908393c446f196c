#include "testing/junit.h"

#include <gmock/gmock.h>

#include <sstream>

namespace docsis_vp::testing::junit_test {
namespace {

using ::testing::HasSubstr;
using Verdict = JunitReport::Verdict;

std::string report(const std::string& suite, const std::string& test, int failures) {
  const std::string counts = R"( tests="1" failures=")" + std::to_string(failures) +
                             R"(" disabled="0" skipped="0" errors="0" time="0.5")";
  return R"(<?xml version="1.0" encoding="UTF-8"?><testsuites)" + counts +
         R"( name="AllTests"><testsuite name=")" + suite + "\"" + counts + R"(><testcase name=")" +
         test + R"(" time="0.5"/></testsuite></testsuites>)";
}

TEST(Junit, JoinsSuitesByName) {
  JunitReport all;
  for (const auto& [suite, test, failures] :
       {std::tuple("Loop", "Grants", 0), std::tuple("Rates", "Holds", 0),
        std::tuple("Loop", "Polls", 1)}) {
    std::istringstream one(report(suite, test, failures));
    EXPECT_EQ(all.add(one, failures == 0 ? "" : "its process ended with status 1"),
              failures == 0 ? Verdict::kPassed : Verdict::kFailed);
  }
  std::ostringstream written;
  all.write(written);
  EXPECT_THAT(written.str(), HasSubstr(R"(<testsuites name="AllTests" tests="3" failures="1")"));
  EXPECT_THAT(written.str(),
              HasSubstr(R"(<testsuite name="Loop" tests="2" failures="1" disabled="0" )"
                        R"(skipped="0" errors="0" time="1">)"));
  EXPECT_LT(written.str().find("Grants"), written.str().find("Polls"));
  EXPECT_LT(written.str().find("Polls"), written.str().find("Holds"));
}

TEST(Junit, ATestWithoutAReportFailed) {
  JunitReport all;
  all.add_broken("Loop.Grants", "signal 9 (Killed)", 0.0520004);
  std::ostringstream written;
  all.write(written);
  EXPECT_THAT(written.str(), HasSubstr(R"(<testsuite name="Loop" tests="1" failures="1")"));
  EXPECT_THAT(written.str(), HasSubstr(R"x(<failure message="signal 9 (Killed)"/>)x"));
  EXPECT_THAT(written.str(), HasSubstr(R"(result="completed" time="0.052")"));
}

// As GoogleTest 1.12 writes it: the number of skipped tests stands with the suite alone.
constexpr const char* kSkipped =
    R"(<testsuites tests="1" failures="0" disabled="0" errors="0" time="0" timestamp="T" )"
    R"(name="AllTests"><testsuite name="Loop" tests="1" failures="0" disabled="0" skipped="1" )"
    R"(errors="0" time="0" timestamp="T"><testcase name="Polls" result="skipped">)"
    R"(<skipped message="no lab"/></testcase></testsuite></testsuites>)";

TEST(Junit, CountsSkippedTestsOfAllSuites) {
  JunitReport all;
  for (int i = 0; i < 2; ++i) {
    std::istringstream one(kSkipped);
    EXPECT_EQ(all.add(one, ""), Verdict::kSkipped);
  }
  all.add_not_run("Rates.Holds", "an earlier test failed");
  all.add_disabled("Rates.DISABLED_Old");
  all.set_seed(7);
  std::ostringstream written;
  all.write(written);
  EXPECT_THAT(written.str(), HasSubstr(R"(tests="4" failures="0" disabled="1" skipped="3")"));
  EXPECT_THAT(written.str(), HasSubstr(R"(random_seed="7")"));
  EXPECT_THAT(written.str(), HasSubstr(R"(timestamp="T")"));
  EXPECT_THAT(written.str(), HasSubstr(R"(<skipped message="an earlier test failed"/>)"));
}

TEST(Junit, AProcessThatEndsBadlyFailsItsTest) {
  JunitReport all;
  std::istringstream one(report("Loop", "Grants", 0));
  EXPECT_EQ(all.add(one, "its process ended with status 23"), Verdict::kEndedBadly);
  std::ostringstream written;
  all.write(written);
  EXPECT_THAT(written.str(), HasSubstr(R"(<testsuites name="AllTests" tests="1" failures="1")"));
  EXPECT_THAT(written.str(), HasSubstr(R"(<failure message="its process ended with status 23"/>)"));
}

TEST(Junit, RefusesWhatIsNoReport) {
  for (const char* text : {"", "<testsuites", "<other/>"}) {
    JunitReport all;
    std::istringstream one(text);
    EXPECT_EQ(all.add(one, ""), Verdict::kNone) << text;
  }
}

}  // namespace
}  // namespace docsis_vp::testing::junit_test
