// Where a user may be at the firmware's console.
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/app/console/live_run.h"
#include "tests/app/program.h"

namespace docsis_vp::app::user_test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

const std::string kShell = "scenarios/shell.json --duration 86400 --pace 0";

TEST(ConsoleUser, TypesOverTcpFromTheStartOn) {
  LiveRun run(kShell + " --console tcp:0");
  EXPECT_THAT(run.greeting(), MatchesRegex("console of cm0: port [0-9]+ of this machine\n"));
  run.connect_to_port();
  EXPECT_EQ(run.read_until("help\n> "), "shell: 1 service flow, try help\n> ");
  run.type("set 0 latency_target_us 7000\nset\n");
  EXPECT_THAT(run.read_until("predictor"), HasSubstr("0 latency_target_us 7000\n"));
  EXPECT_EQ(run.interrupt(), 130);
}

TEST(ConsoleUser, TypesAtATerminalOfTheRunsOwn) {
  LiveRun run(kShell + " --console pty");
  EXPECT_THAT(run.greeting(), StartsWith("console of cm0: /dev/pts/"));
  run.open_terminal();
  run.type("time\r");
  EXPECT_THAT(run.read_until("awake, tick "), ContainsRegex("time\r\n[0-9]+ us, [0-9]+ cycles"));
  EXPECT_EQ(run.interrupt(), 130);
}

TEST(ConsoleUser, TypesWhereTheProgramRuns) {
  const TemporaryFolder folder;
  const std::string command = "printf 'peek 0x20020004\\n' | " + std::string(DOCSIS_VP_SIM) +
                              " run scenarios/shell.json --duration 0.1 --console stdio -q -o " +
                              folder.file("out") + " >" + folder.file("said");
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::ifstream file(folder.file("said"), std::ios::binary);
  const std::string said{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(said, "shell: 1 service flow, try help\n> peek 0x20020004\n0x20020004: 0x000186a0\n> ");
}

TEST(ConsoleUser, PaceHoldsSimulatedTimeBack) {
  const TemporaryFolder folder;
  const auto begun = std::chrono::steady_clock::now();
  const Outcome outcome = run_program(
      "run scenarios/shell.json --duration 0.3 --pace 0.5 --console pty -o " + folder.file("out"));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(590));
}

TEST(ConsoleUser, PaceNeedsNoUser) {
  const TemporaryFolder folder;
  const auto begun = std::chrono::steady_clock::now();
  const Outcome outcome = run_program(
      "run scenarios/quickstart.json --duration 0.3 --pace 0.5 -o " + folder.file("out"));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(590));
}

TEST(ConsoleUser, IsRefusedInOneLineForWhatCannotBe) {
  struct Case {
    const char* arguments;
    const char* says;
  };
  const TemporaryFolder folder;
  std::ofstream(folder.file("odd")) << "fine\n\xC3\xA9\n";
  const std::string odd = "scenarios/shell.json --console-input " + folder.file("odd");
  const Case cases[] = {
      {"scenarios/shell.json --console tcp:70000", "tcp:70000: expected a port, 0 to 65535"},
      {"scenarios/shell.json --console /nowhere/file", "/nowhere/file: cannot be written"},
      {"scenarios/shell.json --console cm9=pty", "--console: there is no modem cm9 with a CPU"},
      {"scenarios/quickstart.json --set modems.cm0.control_law=hardware --console pty",
       "--console: there is no modem with a CPU"},
      {"scenarios/shell.json --console pty --pace=-1", "--pace -1: expected 0, or a number"},
      {"scenarios/shell.json --console-input /nowhere", "--console-input /nowhere: cannot be read"},
      {"scenarios/shell.json --console pty --replications 2", "it does not go with --replications"},
      {odd.c_str(), "odd: line 2: expected ASCII text"},
  };
  for (const Case& each : cases) {
    const Outcome outcome =
        run_program("run " + std::string(each.arguments) + " -o " + folder.file("out"));
    EXPECT_EQ(outcome.status, 2) << each.arguments;
    EXPECT_THAT(outcome.err, HasSubstr(each.says));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

}  // namespace
}  // namespace docsis_vp::app::user_test
