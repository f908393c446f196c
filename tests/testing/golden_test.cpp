#include "testing/golden.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "platform/base/errors.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::testing::golden_test {
namespace {

constexpr const char* kTrace =
    "time_s,flow,queue_bytes\n"
    "0.01,us0,1500\n"
    "0.02,us0,3000\n";

TEST(Golden, ATraceFollowsItself) {
  EXPECT_EQ(compare_traces(kTrace, kTrace, {}), "");
}

TEST(Golden, SaysWhereAndByWhat) {
  EXPECT_EQ(
      compare_traces("time_s,flow,queue_bytes\n0.01,us0,1500\n0.02,us0,3031\n", kTrace, {0.01, 0}),
      "1 difference:\n  line 3 (time_s 0.02): queue_bytes 3031, golden 3000");
}

TEST(Golden, TheLargerToleranceCounts) {
  const char* const other = "time_s,flow,queue_bytes\n0.01,us0,1500\n0.02,us0,3030\n";
  EXPECT_EQ(compare_traces(other, kTrace, {0.01, 0}), "");
  EXPECT_EQ(compare_traces(other, kTrace, {0, 30}), "");
  EXPECT_NE(compare_traces(other, kTrace, {0.009, 29}), "");
}

TEST(Golden, TextsAndShapesHaveNoTolerance) {
  EXPECT_EQ(
      compare_traces("time_s,flow,queue_bytes\n0.01,us1,1500\n0.02,us0,3000\n", kTrace, {1, 1}),
      "1 difference:\n  line 2 (time_s 0.01): flow us1, golden us0");
  EXPECT_EQ(compare_traces("time_s,flow,queue_bytes\n0.01,us0\n", kTrace, {1, 1}),
            "2 differences:\n  line 2 (time_s 0.01): 2 columns, golden 3\n  2 lines, golden 3");
  EXPECT_EQ(compare_traces("time_s\n", kTrace, {1, 1}),
            "2 differences:\n  column flow of golden is not in time_s\n"
            "  column queue_bytes of golden is not in time_s");
  EXPECT_EQ(compare_traces("", kTrace, {1, 1}),
            "1 difference:\n  columns none, golden time_s,flow,queue_bytes");
}

TEST(Golden, ColumnsOfTheTraceAloneAreNotCompared) {
  const char* const trace =
      "time_s,load,flow,queue_bytes,drops\n0.01,0.5,us0,1500,0\n0.02,0.7,us0,%s,1\n";
  const auto with = [trace](const char* queue) {
    std::string text = trace;
    return text.replace(text.find("%s"), 2, queue);
  };
  EXPECT_EQ(compare_traces(with("3000"), kTrace, {}), "");
  EXPECT_EQ(compare_traces(with("3001"), kTrace, {}),
            "1 difference:\n  line 3 (time_s 0.02): queue_bytes 3001, golden 3000");
}

TEST(Golden, AnEmptyLastCellIsOne) {
  EXPECT_EQ(compare_traces("a,b,c\n1,,2\n", "a,b\n1,\n", {}), "");
  EXPECT_EQ(compare_traces("a,b\n1,2\n", "a,b\n1,\n", {}),
            "1 difference:\n  line 2 (a 1): b 2, golden ");
}

TEST(Golden, AnEmptyTraceOrFileIsNone) {
  const TemporaryFolder folder;
  const std::ofstream empty(folder.file("empty.csv"));
  EXPECT_THROW(golden_text(folder.file("empty.csv")), InputError);
  EXPECT_THROW(golden_text(folder.file("none.csv")), InputError);
  EXPECT_THROW(golden_text(folder.path().string()), InputError);
  setenv("DOCSIS_VP_WRITE_GOLDEN", "1", 1);
  EXPECT_THROW(write_golden(folder.file("new.csv"), ""), InputError);
  EXPECT_TRUE(write_golden(folder.file("new.csv"), kTrace));
  unsetenv("DOCSIS_VP_WRITE_GOLDEN");
  EXPECT_EQ(golden_text(folder.file("new.csv")), kTrace);
}

TEST(Golden, AToleranceIsNotNegative) {
  EXPECT_THROW(compare_traces(kTrace, kTrace, {-0.1, 0}), std::invalid_argument);
  EXPECT_THROW(compare_traces(kTrace, kTrace, {0, -1}), std::invalid_argument);
}

TEST(Golden, ShowsTheFirstTen) {
  std::string trace = "n\n";
  std::string golden = "n\n";
  for (int i = 0; i < 12; ++i) {
    trace += "1\n";
    golden += "2\n";
  }
  const std::string text = compare_traces(trace, golden, {});
  EXPECT_EQ(text.substr(0, 15), "12 differences:");
  EXPECT_NE(text.find("line 11 "), std::string::npos);
  EXPECT_EQ(text.find("line 12 "), std::string::npos);
  EXPECT_EQ(text.substr(text.size() - 3), "...");
}

}  // namespace
}  // namespace docsis_vp::testing::golden_test
