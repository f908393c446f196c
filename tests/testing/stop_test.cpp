// A suite that is told to end, and the files that it must not touch.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/testing/suite_program.h"

namespace docsis_vp::testing::stop_test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// True: it holds within thirty seconds, half of what a test waits.
template <typename Condition>
bool soon(const Condition& holds) {
  for (int i = 0; i < 3'000; ++i) {
    if (holds()) {
      return true;
    }
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

// An ended process that nobody has waited for runs no more.
bool is_running(pid_t process) {
  const std::string state = text_of("/proc/" + std::to_string(process) + "/stat");
  const std::size_t name_end = state.rfind(')');
  return name_end != std::string::npos && state.compare(name_end, 3, ") Z") != 0;
}

class Stop : public ::testing::Test {
 protected:
  // A shell in place of which the suite runs.
  pid_t start(const std::string& filter) {
    const std::string command =
        "exec " +
        suite_.command("--gtest_also_run_disabled_tests --gtest_filter=" + filter,
                       "SAMPLE_FILE=" + suite_.left("process").string()) +
        " > " + suite_.left("output").string() + " 2>&1";
    const pid_t suite = fork();
    if (suite == 0) {
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    return suite;
  }
  // The process of the test, which says its number.
  pid_t test_of(const std::string& file = "process") {
    std::string number;
    soon([&] {
      number = text_of(suite_.left(file));
      return !number.empty() && number.back() == '\n';
    });
    return std::atoi(number.c_str());
  }

  const SuiteRunner suite_{SAMPLE_SUITE};
};

TEST_F(Stop, ASignalEndsTheTestAndTheSuite) {
  for (const char* filter : {"*.DISABLED_Waits", "*.DISABLED_Waits:*.Passes"}) {
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
      fs::remove(suite_.left("process"));
      const pid_t suite = start(filter);
      const pid_t test = test_of();
      ASSERT_TRUE(is_running(test)) << text_of(suite_.left("output"));
      kill(suite, number);
      int status = 0;
      waitpid(suite, &status, 0);
      EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == number) << status;
      EXPECT_TRUE(soon([&] { return !is_running(test); }));
      EXPECT_THAT(text_of(suite_.left("output")),
                  AllOf(HasSubstr("[ STOPPED  ] by signal " + std::to_string(number)),
                        Not(HasSubstr("RECORD"))));
    }
  }
}

TEST_F(Stop, ATestEndsWithAKilledSuite) {
  const pid_t suite = start("*.DISABLED_Waits:*.Passes");
  const pid_t test = test_of();
  ASSERT_TRUE(is_running(test));
  kill(suite, SIGKILL);
  waitpid(suite, nullptr, 0);
  EXPECT_TRUE(soon([&] { return !is_running(test); }));
}

TEST_F(Stop, ATestThatIgnoresTheSignalIsKilled) {
  const pid_t suite = start("*.DISABLED_WaitsOn");
  const pid_t test = test_of();
  ASSERT_TRUE(is_running(test));
  kill(suite, SIGTERM);
  int status = 0;
  waitpid(suite, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
  EXPECT_TRUE(soon([&] { return !is_running(test); }));
}

TEST_F(Stop, ClosedStreamsDoNotDisturb) {
  const std::string report = suite_.left("report.xml").string();
  for (const char* closed : {"<&-", ">&-", "2>&-", "<&- >&- 2>&-"}) {
    fs::remove(report);
    const std::string command = suite_.command("--gtest_output=xml:" + report);
    EXPECT_EQ(answer_of(command + " " + closed).status, 0) << closed;
    EXPECT_THAT(text_of(report), HasSubstr(R"(result="completed")")) << closed;
  }
}

TEST_F(Stop, NothingIsWrittenIntoTheFolderForTemporaryFiles) {
  const fs::path temporary = suite_.left("tmp");
  fs::create_directories(temporary);
  const Answer answer = suite_.run("", "TMPDIR=" + temporary.string());
  EXPECT_EQ(answer.status, 0);
  EXPECT_TRUE(fs::is_empty(temporary));
  EXPECT_EQ(suite_.run("", "TMPDIR=/nonexistent").status, 0);
}

}  // namespace
}  // namespace docsis_vp::testing::stop_test
