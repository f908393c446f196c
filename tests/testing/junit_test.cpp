#include "testing/junit.h"

#include <gmock/gmock.h>

#include <sstream>

namespace docsis_vp::testing::junit_test {
namespace {

using ::testing::HasSubstr;

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
    EXPECT_TRUE(all.add(one));
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
  all.add_broken("Loop", "Grants", "signal 9 (Killed)");
  std::ostringstream written;
  all.write(written);
  EXPECT_THAT(written.str(), HasSubstr(R"(<testsuite name="Loop" tests="1" failures="1")"));
  EXPECT_THAT(written.str(), HasSubstr(R"x(<failure message="signal 9 (Killed)"/>)x"));
}

TEST(Junit, RefusesWhatIsNoReport) {
  for (const char* text : {"", "<testsuites", "<other/>"}) {
    JunitReport all;
    std::istringstream one(text);
    EXPECT_FALSE(all.add(one)) << text;
  }
}

}  // namespace
}  // namespace docsis_vp::testing::junit_test
