// Suites that bring a main or an sc_main.
#include <gmock/gmock.h>

#include <set>
#include <sstream>
#include <vector>

#include "tests/testing/suite_program.h"

namespace docsis_vp::testing::own_main_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAreArray;

std::vector<std::string> tests_ran(const std::string& text) {
  std::vector<std::string> tests;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 4, "ran ") == 0) {
      tests.push_back(line.substr(4));
    }
  }
  return tests;
}

class OwnMain : public ::testing::Test {
 protected:
  const SuiteRunner suite_{SUITE_WITH_MAIN};
};

TEST_F(OwnMain, RunsOnceAndItsEnvironmentInEachTest) {
  const Answer answer = suite_.run("--gtest_filter=Order.A:Order.S* --lab=attic");
  EXPECT_EQ(answer.status, 0) << answer.text;
  EXPECT_EQ(occurrences(answer.text, "lab attic begins"), 2U) << answer.text;
  EXPECT_EQ(occurrences(answer.text, "own main ends with 0"), 1U) << answer.text;
  const Answer single = suite_.run("--gtest_filter=Order.A --lab=attic");
  EXPECT_EQ(occurrences(single.text, "lab attic begins"), 1U) << single.text;
  EXPECT_EQ(occurrences(single.text, "own main ends with 0"), 1U) << single.text;
}

TEST_F(OwnMain, AnScMainRunsOnce) {
  const SuiteRunner suite(SUITE_WITH_SC_MAIN);
  const Answer answer = suite.run("");
  EXPECT_EQ(answer.status, 0) << answer.text;
  EXPECT_THAT(answer.text, AllOf(HasSubstr("[  PASSED  ] 3 tests."), Not(HasSubstr("Accellera"))));
  EXPECT_EQ(occurrences(answer.text, "own sc_main ends with 0"), 1U) << answer.text;
}

TEST_F(OwnMain, HelpAndMistypedOptionsShowTheHelpOnce) {
  for (const char* option : {"--help", "--gtest_fliter=X", "--gtest_color2", "--gtest_filter",
                             "-gtest_repeat_=3", "--gtest_fliter=X Order.A"}) {
    const Answer answer = suite_.run(option);
    EXPECT_EQ(answer.status, 0) << option;
    EXPECT_EQ(occurrences(answer.text, "This program contains tests written using"), 1U) << option;
    EXPECT_THAT(tests_ran(answer.text), ::testing::IsEmpty()) << option;
  }
  const Answer flags = suite_.run("--gtest_flagfile=" + suite_.left("none").string());
  EXPECT_NE(flags.status, 0);
}

TEST_F(OwnMain, SkippedTestsAreNotPassed) {
  const std::string report = suite_.left("report.xml").string();
  const Answer answer = suite_.run("--gtest_filter=Order.* --gtest_output=xml:" + report);
  EXPECT_EQ(answer.status, 0) << answer.text;
  EXPECT_THAT(
      answer.text,
      AllOf(HasSubstr("Skipped\nneeds a lab"), HasSubstr("[  SKIPPED ] Order.SkipsWithoutLab"),
            HasSubstr("[==========] 5 tests ran."), HasSubstr("[  PASSED  ] 4 tests."),
            HasSubstr("[  SKIPPED ] 1 test, listed below:"),
            HasSubstr("YOU HAVE 1 DISABLED TEST\n")));
  const std::string xml = text_of(report);
  EXPECT_THAT(xml, HasSubstr(R"(<testsuites name="AllTests" tests="6" failures="0" )"
                             R"(disabled="1" skipped="1" errors="0")"));
  EXPECT_THAT(xml, HasSubstr(R"(<testcase name="DISABLED_Never" status="notrun")"));
}

TEST_F(OwnMain, TestsBehindTheFirstFailureDoNotPass) {
  const std::string report = suite_.left("report.xml").string();
  const Answer answer =
      suite_.run("--gtest_fail_fast --gtest_output=xml:" + report, "SUITE_FAILS=1");
  EXPECT_EQ(answer.status, 1);
  EXPECT_EQ(tests_ran(answer.text).back(), "Order.FailsIfToldTo");
  const std::size_t ran = tests_ran(answer.text).size();
  EXPECT_THAT(answer.text,
              AllOf(HasSubstr("[==========] " + std::to_string(ran) + " tests ran."),
                    HasSubstr("[  PASSED  ] " + std::to_string(ran - 1) + " tests."),
                    HasSubstr("[  SKIPPED ] " + std::to_string(10 - ran) + " tests, listed below:"),
                    HasSubstr("[  FAILED  ] Order.FailsIfToldTo\n")));
  EXPECT_THAT(text_of(report), HasSubstr("failures=\"1\" disabled=\"2\" skipped=\"" +
                                         std::to_string(10 - ran) + "\""));
}

TEST_F(OwnMain, AShuffledOrderHangsOnTheSeedAlone) {
  const auto run = [&](const std::string& options) { return tests_ran(suite_.run(options).text); };
  const std::vector<std::string> declared = run("");
  ASSERT_EQ(declared.size(), 10U);
  std::set<std::vector<std::string>> orders;
  for (const char* seed : {"1", "7", "99999"}) {
    const std::string options = std::string("--gtest_shuffle --gtest_random_seed=") + seed;
    const std::vector<std::string> shuffled = run(options);
    EXPECT_THAT(shuffled, UnorderedElementsAreArray(declared));
    EXPECT_EQ(shuffled, run(options));
    orders.insert(shuffled);
    EXPECT_THAT(suite_.run(options).text,
                HasSubstr(std::string("orders with a seed of ") + seed + " ."));
  }
  EXPECT_EQ(orders.size(), 3U);
  EXPECT_EQ(orders.count(declared), 0U);
  // Each repetition has a seed of its own.
  std::vector<std::string> both = run("--gtest_shuffle --gtest_random_seed=5");
  const std::vector<std::string> second = run("--gtest_shuffle --gtest_random_seed=6");
  both.insert(both.end(), second.begin(), second.end());
  EXPECT_EQ(run("--gtest_shuffle --gtest_random_seed=5 --gtest_repeat=2"), both);
}

TEST_F(OwnMain, AFailureBeforeTheTestFailsItInTheReportToo) {
  const std::string report = suite_.left("report.xml").string();
  const Answer answer = suite_.run(
      "--gtest_filter=Order.A:Broken* --gtest_also_run_disabled_tests --gtest_output=xml:" +
      report);
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.text,
              AllOf(HasSubstr("no lab for all"), HasSubstr("[  FAILED  ] BrokenSuite.")));
  EXPECT_THAT(text_of(report), HasSubstr("failures=\"1\""));
}

TEST_F(OwnMain, BriefOutputNamesFailuresOnly) {
  EXPECT_THAT(suite_.run("--gtest_brief=1").text, Not(HasSubstr("[       OK ]")));
  EXPECT_THAT(suite_.run("--gtest_brief=1", "SUITE_FAILS=1").text,
              AllOf(HasSubstr("[  FAILED  ] Order.FailsIfToldTo ("), Not(HasSubstr("[ RUN "))));
}

}  // namespace
}  // namespace docsis_vp::testing::own_main_test
