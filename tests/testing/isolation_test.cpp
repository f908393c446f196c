// A suite of somebody else's, run as CTest or a person would.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "tests/testing/suite_program.h"

namespace docsis_vp::testing::isolation_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Isolation : public ::testing::Test {
 protected:
  Answer run(const std::string& options, const std::string& environment = "") {
    return suite_.run(options, environment);
  }
  std::filesystem::path left(const std::string& name) const { return suite_.left(name); }

 private:
  const SuiteRunner suite_{SAMPLE_SUITE};
};

TEST_F(Isolation, EachTestElaboratesOnce) {
  const Answer answer = run("");
  EXPECT_EQ(answer.status, 0) << answer.text;
  EXPECT_THAT(answer.text,
              AllOf(HasSubstr("Running 3 tests, each in a process of its own"),
                    HasSubstr("[       OK ] Sample.Passes ("), HasSubstr("[  PASSED  ] 3 tests.")));
  EXPECT_TRUE(std::filesystem::is_empty(left("")));
}

// By an option, or by the environment; without, nobody looks.
TEST_F(Isolation, ABlockThatBreaksTheBaseProtocolFailsItsTest) {
  const std::string test = "--gtest_filter=*CarelessBlock --gtest_also_run_disabled_tests";
  EXPECT_EQ(run(test).status, 0);
  for (const Answer& answer : {run(test + " --check-tlm"), run(test, "DOCSIS_VP_CHECK_TLM=1"),
                               run(test + " --gtest_repeat=2 --check-tlm")}) {
    EXPECT_EQ(answer.status, 1);
    EXPECT_THAT(answer.text,
                HasSubstr("TLM-2.0: 0 s, soc_cm0.b.out: b_transport() for a read at 0x80000000 "
                          "with TLM_OK_RESPONSE, expected TLM_INCOMPLETE_RESPONSE (IEEE 1666-2011, "
                          "14.17 e), 2 times"));
  }
}

TEST_F(Isolation, AFailedTestIsRecorded) {
  const Answer answer = run("--gtest_filter=*Fails:*.Passes --gtest_also_run_disabled_tests");
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.text, AllOf(HasSubstr("its percentile 99 is"),
                                 HasSubstr("[  FAILED  ] Sample.DISABLED_Fails\n")));
  for (const char* file : {"capture.pcapng", "waves.vcd", "timeseries.csv", "results.json"}) {
    EXPECT_GT(std::filesystem::file_size(left("Sample.DISABLED_Fails") / file), 100U) << file;
  }
  EXPECT_FALSE(std::filesystem::exists(left("Sample.Passes")));
}

TEST_F(Isolation, OneTestRunsInPlaceAndIsRecordedToo) {
  const Answer answer = run("--gtest_filter=*Fails --gtest_also_run_disabled_tests");
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.text, HasSubstr("[ RECORD   ] " + left("Sample.DISABLED_Fails").string()));
  EXPECT_TRUE(std::filesystem::exists(left("Sample.DISABLED_Fails") / "results.json"));
}

TEST_F(Isolation, OneLineSaysWhatIsWrong) {
  const Answer twice = run("--gtest_filter=*BuildsTwice --gtest_also_run_disabled_tests");
  EXPECT_EQ(twice.status, 1);
  EXPECT_THAT(twice.text, HasSubstr("a second System in one process"));
  const Answer bad = run("--gtest_filter=*BadScenario --gtest_also_run_disabled_tests");
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.text, HasSubstr("the scenario:1: duration_s: expected"));
  const Answer error = run("--gtest_filter=*InAnError --gtest_also_run_disabled_tests");
  EXPECT_EQ(error.status, 1);
  EXPECT_THAT(error.text, HasSubstr("the run ended in an error: "));
}

TEST_F(Isolation, AKilledTestDoesNotEndTheOthers) {
  const Answer answer =
      run("--gtest_filter=*EndsItsProcess:*.Passes --gtest_also_run_disabled_tests "
          "--gtest_output=xml:" +
          left("report.xml").string());
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.text, AllOf(HasSubstr("its process was ended by signal 9"),
                                 HasSubstr("[       OK ] Sample.Passes (")));
  EXPECT_THAT(text_of(left("report.xml")),
              AllOf(HasSubstr(R"(<testsuite name="Sample" tests="2" failures="1")"),
                    HasSubstr(R"(<testcase name="Passes")"),
                    HasSubstr("its process was ended by signal 9")));
}

TEST_F(Isolation, AReportThatCannotBeWrittenIsRefusedBeforeTheTests) {
  for (const char* output : {"json:report.json", "xml:/proc/x/report.xml"}) {
    const Answer answer = run(std::string("--gtest_output=") + output);
    EXPECT_EQ(answer.status, 2) << answer.text;
    EXPECT_THAT(answer.text, AllOf(HasSubstr("--gtest_output"), Not(HasSubstr("RUN"))));
    EXPECT_EQ(std::count(answer.text.begin(), answer.text.end(), '\n'), 1) << answer.text;
  }
  const Answer full = run("--gtest_filter=*GivesUp* --gtest_repeat=2 --gtest_output=xml:/dev/full");
  EXPECT_EQ(full.status, 2);
  EXPECT_THAT(full.text, HasSubstr("--gtest_output: /dev/full cannot be written"));
}

TEST_F(Isolation, ShardsShareTheTests) {
  const Answer first = run("", "GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=0");
  const Answer second = run("", "GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=1");
  EXPECT_THAT(first.text, AllOf(HasSubstr("Sample.Passes ("), HasSubstr("Sample.GivesUpInTime ("),
                                Not(HasSubstr("AfterAnother"))));
  EXPECT_THAT(second.text, AllOf(HasSubstr("AfterAnother"), Not(HasSubstr("Sample.Passes\n"))));
}

TEST_F(Isolation, Repeats) {
  const Answer answer = run("--gtest_filter=*GivesUp* --gtest_repeat=2");
  EXPECT_EQ(answer.status, 0);
  EXPECT_NE(answer.text.find("OK ] Sample.GivesUpInTime"),
            answer.text.rfind("OK ] Sample.GivesUpInTime"));
}

}  // namespace
}  // namespace docsis_vp::testing::isolation_test
