// Calls that are wrong end their test with one line that says so.
#include <gmock/gmock.h>

#include "tests/testing/suite_program.h"

namespace docsis_vp::testing::misuse_test {
namespace {

using ::testing::HasSubstr;

TEST(Misuse, EndsTheTestWithALine) {
  const SuiteRunner suite(SAMPLE_SUITE);
  const struct {
    const char* test;
    const char* line;
  } cases[] = {
      {"RunUntilWithoutStep", "run_until(): expected a step longer than 0 s"},
      {"RunUntilWithoutCondition", "run_until(): expected a function that says what holds"},
      {"RunBeyondTheEndOfTime", "): expected a time that is not beyond the end of time, 9223372."},
      {"RunWithoutSystem", "the test has built no system yet"},
      {"KeepTraceAfterARun", "keep_trace(): expected a call before the first run"},
      {"TraceNotKept", "trace(): expected a call of keep_trace() before the first run"},
      {"WavesAfterARun", "write_waves(): expected a call before the first run"},
      {"ScenarioWithoutModems", "modems: expected"},
      {"ScenarioOutOfRange", "duration_s: expected"},
      {"FirmwareOfNoModem", "no modem 9: the scenario has 1, counted from 0"},
      {"ModemOfNoModem", "no modem 1: the scenario has 1, counted from 0"},
      {"FirmwareOfHardware", "has no control CPU"},
      {"WordMisaligned", "words lie at multiples of 4, there is none at 0x10000002"},
      {"SetWordMisaligned", "words lie at multiples of 4, there is none at 0x10000001"},
      {"OffsetMisaligned", "states: expected an offset in bytes, a multiple of 4, got 2"},
      {"OffsetOverflows", "there is no word at offset 4294967292"},
      {"NotWithoutMos", "flow load: it has no MOS, calls and games alone have one"},
      {"NotWithoutRtt", "flow call: its round-trip time was not measured"},
      {"NotWithoutDelay", "flow late: its delay was not measured"},
      {"NotWithoutLoss", "flow late: its loss was not measured"},
      {"PercentileBeyond", "expected a percentile of 0 to 100, got 101"},
      {"PercentInPlaceOfFraction", "expected a fraction, such as 0.03 for 3 %, got 3"},
  };
  const Answer answer = suite.run("--gtest_also_run_disabled_tests --gtest_filter=Misuse.*",
                                  "DOCSIS_VP_TEST_RECORDINGS=");
  EXPECT_EQ(answer.status, 1);
  for (const auto& each : cases) {
    const std::string name = std::string("Misuse.DISABLED_") + each.test;
    const std::size_t begin = answer.text.find("[ RUN      ] " + name + "\n");
    ASSERT_NE(begin, std::string::npos) << name;
    const std::size_t end = answer.text.find("[  FAILED  ] " + name + " (", begin);
    ASSERT_NE(end, std::string::npos) << name << answer.text.substr(begin, 400);
    const std::string output = answer.text.substr(begin, end - begin);
    EXPECT_THAT(output, HasSubstr(each.line)) << name;
    EXPECT_EQ(occurrences(output, "\n"), 3U) << output;
  }
  EXPECT_THAT(answer.text,
              HasSubstr("[  FAILED  ] " + std::to_string(std::size(cases)) + " tests"));
}

}  // namespace
}  // namespace docsis_vp::testing::misuse_test
