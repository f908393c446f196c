// Recordings of failed tests, and their limits.
#include "testing/recording.h"

#include <gmock/gmock.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/testing/suite_program.h"

namespace docsis_vp::testing::recording_test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// True: the file ends with the end of a block.
bool has_whole_blocks(const fs::path& pcapng) {
  const std::string text = text_of(pcapng);
  std::size_t at = 0;
  while (at + 12 <= text.size()) {
    std::uint32_t length = 0;
    std::memcpy(&length, text.data() + at + 4, sizeof length);
    if (length < 12) {
      return false;
    }
    at += length;
  }
  return at == text.size();
}

std::size_t hidden_files(const fs::path& folder) {
  std::size_t number = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    number += entry.path().filename().string().front() == '.' ? 1 : 0;
  }
  return number;
}

class Recording : public ::testing::Test {
 protected:
  Answer run(const std::string& filter, const std::string& environment = "") const {
    return suite_.run("--gtest_also_run_disabled_tests --gtest_filter=" + filter, environment);
  }
  fs::path folder(const std::string& test) const { return suite_.left("Sample.DISABLED_" + test); }

  const SuiteRunner suite_{SAMPLE_SUITE};
};

TEST_F(Recording, ACrashLeavesEverything) {
  for (const char* filter : {"*.DISABLED_Crashes", "*.DISABLED_Crashes:*.Passes"}) {
    fs::remove_all(folder("Crashes"));
    const Answer answer = run(filter);
    EXPECT_EQ(answer.status, 1);
    EXPECT_THAT(answer.text, AllOf(HasSubstr("its process was ended by signal 6 (Aborted)"),
                                   HasSubstr("[  FAILED  ] Sample.DISABLED_Crashes"),
                                   HasSubstr("[ RECORD   ] " + folder("Crashes").string() +
                                             " (its process was ended by signal 6 (Aborted))")));
    for (const char* file : {"capture.pcapng", "waves.vcd", "timeseries.csv", "results.json"}) {
      EXPECT_GT(text_of(folder("Crashes") / file).size(), 100U) << file;
    }
    EXPECT_EQ(hidden_files(folder("Crashes")), 0U);
    EXPECT_TRUE(has_whole_blocks(folder("Crashes") / "capture.pcapng"));
  }
}

TEST_F(Recording, AKilledRunLeavesItsCapture) {
  const Answer answer = run("*.DISABLED_RunsAndIsKilled");
  EXPECT_THAT(answer.text, HasSubstr("its process was ended by signal 9 (Killed)"));
  EXPECT_EQ(hidden_files(folder("RunsAndIsKilled")), 0U);
  EXPECT_GT(text_of(folder("RunsAndIsKilled") / "capture.pcapng").size(), 10'000U);
  EXPECT_TRUE(has_whole_blocks(folder("RunsAndIsKilled") / "capture.pcapng"));
}

TEST_F(Recording, ATestThatBuiltNoSystemLeavesNone) {
  const Answer answer = run("*.DISABLED_EndsItsProcess");
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.text, Not(HasSubstr("RECORD")));
  EXPECT_FALSE(fs::exists(folder("EndsItsProcess")));
}

TEST_F(Recording, CaptureAndWavesEndAtTheLimit) {
  const Answer whole = run("*.DISABLED_Fails");
  EXPECT_GT(fs::file_size(folder("Fails") / "capture.pcapng"), 200'000U) << whole.text;
  const std::string rows = text_of(folder("Fails") / "timeseries.csv");
  EXPECT_EQ(occurrences(rows, "\n"), 1U + 2U * 30U) << "names, and two service flows every 10 ms";
  const Answer cut = run("*.DISABLED_Fails", "DOCSIS_VP_TEST_RECORDING_MB=0.1");
  EXPECT_THAT(cut.text, HasSubstr("(capture.pcapng and waves.vcd end at 0.1"));
  EXPECT_LT(fs::file_size(folder("Fails") / "capture.pcapng"), 130'000U);
  EXPECT_TRUE(has_whole_blocks(folder("Fails") / "capture.pcapng"));
  EXPECT_THAT(text_of(folder("Fails") / "notes.txt"), HasSubstr("DOCSIS_VP_TEST_RECORDING_MB"));
  // The run itself goes on to its end.
  EXPECT_EQ(occurrences(text_of(folder("Fails") / "results.json"), "\"simulated_s\": 0.3"), 1U);
  EXPECT_EQ(text_of(folder("Fails") / "timeseries.csv"), rows);
}

TEST_F(Recording, AFullFolderTakesNoMore) {
  fs::create_directories(suite_.left("Other.Test"));
  std::ofstream(suite_.left("Other.Test") / "capture.pcapng") << std::string(1'000'001, 'x');
  const Answer answer = run("*.DISABLED_Fails", "DOCSIS_VP_TEST_RECORDING_MB=0.1");
  EXPECT_THAT(answer.text,
              AllOf(HasSubstr("[ RECORD   ] none: "), HasSubstr(" holds 1 MB already")));
  EXPECT_FALSE(fs::exists(folder("Fails")));
}

TEST_F(Recording, IsNotMadeIfNobodyWantsIt) {
  for (const char* environment : {"DOCSIS_VP_TEST_RECORDINGS=", "DOCSIS_VP_TEST_RECORDING_MB=0"}) {
    const Answer answer = run("*.DISABLED_Fails", environment);
    EXPECT_EQ(answer.status, 1);
    EXPECT_THAT(answer.text, Not(HasSubstr("RECORD"))) << environment;
    EXPECT_FALSE(fs::exists(folder("Fails")));
  }
}

TEST_F(Recording, SaysWhyItIsNotMade) {
  const std::pair<const char*, const char*> cases[] = {
      {"DOCSIS_VP_TEST_RECORDING_MB=much", "DOCSIS_VP_TEST_RECORDING_MB=much: expected a number"},
      {"DOCSIS_VP_TEST_RECORDING_MB=-1", "DOCSIS_VP_TEST_RECORDING_MB=-1: expected a number"},
      {"DOCSIS_VP_TEST_TIMEOUT_S=5s", "DOCSIS_VP_TEST_TIMEOUT_S=5s: expected a number"},
      {"DOCSIS_VP_TEST_RECORDINGS=/proc/none", "/proc/none/Sample.DISABLED_Fails: "},
  };
  for (const auto& [environment, line] : cases) {
    EXPECT_THAT(run("*.DISABLED_Fails", environment).text,
                HasSubstr(std::string("[ RECORD   ] none: ") + line));
  }
}

TEST_F(Recording, WavesAndTraceOfTheTestsOwnDoNotDisturb) {
  const Answer answer = run("*.DISABLED_FailsWithOwnWaves");
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.text,
              HasSubstr("[ RECORD   ] " + folder("FailsWithOwnWaves").string() + "\n"));
  EXPECT_GT(text_of(folder("FailsWithOwnWaves") / "results.json").size(), 100U);
}

TEST_F(Recording, LeavesOtherFilesOfItsFolder) {
  fs::create_directories(folder("Fails"));
  std::ofstream(folder("Fails") / "my_notes.md") << "mine";
  std::ofstream(folder("Fails") / "notes.txt") << "of an earlier recording";
  run("*.DISABLED_Fails");
  EXPECT_EQ(text_of(folder("Fails") / "my_notes.md"), "mine");
  EXPECT_FALSE(fs::exists(folder("Fails") / "notes.txt"));
}

// The test takes 1.8 s of the host, so 1.2 s of its TIMEOUT are left to the recording.
TEST_F(Recording, EndsBeforeTheTestsTimeout) {
  const auto begin = std::chrono::steady_clock::now();
  const Answer answer = run("*.DISABLED_FailsSlowly", "DOCSIS_VP_TEST_TIMEOUT_S=4");
  const auto taken = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(answer.status, 1);
  EXPECT_LT(taken, std::chrono::seconds(4));
  EXPECT_THAT(answer.text, HasSubstr("the test's TIMEOUT leaves no more time"));
  const Answer none = run("*.DISABLED_Fails", "DOCSIS_VP_TEST_TIMEOUT_S=1");
  EXPECT_THAT(none.text, HasSubstr("[ RECORD   ] none: the test's TIMEOUT of 1 s leaves no time"));
}

TEST_F(Recording, SaysThatTheFailureDoesNotComeAgain) {
  const Answer answer = run("*.DISABLED_FailsOnce", "SAMPLE_FILE=" + suite_.left("once").string());
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.text, HasSubstr("this time the test passed: it is not deterministic"));
}

TEST(CutToWholeBlocks, KeepsWhatIsWhole) {
  const TemporaryFolder folder;
  const std::string file = folder.file("x.pcapng");
  const auto block = [](std::uint32_t length) {
    std::string text(length, '\0');
    std::memcpy(text.data() + 4, &length, sizeof length);
    return text;
  };
  const struct {
    std::string content;
    std::size_t left;
  } cases[] = {{"", 0},
               {block(28) + block(32), 60},
               {block(28) + block(32).substr(0, 31), 28},
               {block(28) + block(32).substr(0, 7), 28},
               {block(28) + block(4) + block(32), 28},
               {block(28) + std::string(8, '\xff'), 28}};
  for (const auto& each : cases) {
    std::ofstream(file, std::ios::binary) << each.content;
    cut_to_whole_blocks(file);
    EXPECT_EQ(fs::file_size(file), each.left);
  }
  cut_to_whole_blocks(folder.file("none"));
}

}  // namespace
}  // namespace docsis_vp::testing::recording_test
