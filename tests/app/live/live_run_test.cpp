// `docsis-vp-sim run --live` with a browser that is a socket.
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "system/json/node.h"
#include "tests/app/live/browser.h"
#include "tests/app/program.h"
#include "tests/app/started_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::app::live_run_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string contents(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class LiveRunTest : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.file(name); }
  // The program's arguments for a run into this folder.
  std::string run(const std::string& name, const std::string& arguments) const {
    return "run " + arguments + " --quiet -o " + path(name);
  }

 private:
  TemporaryFolder folder_;
};

std::string url_of(const StartedProgram& program) {
  return program.word_after("live: ");
}

// With the firmware law, TCP on two modems, and many flows in gates.
class LiveRunOf : public LiveRunTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(LiveRunOf, ChangesNoResultWhileABrowserFollows) {
  const std::string scenario = std::string(GetParam()) + " --duration 3 --set stats.warmup_s=1";
  ASSERT_EQ(run_program(run("without", scenario)).status, 0);
  StartedProgram program(run("with", scenario + " --live --pace 4"));
  Browser browser(url_of(program));
  browser.get("/events");
  const std::string stream = browser.read_all();
  EXPECT_EQ(program.status(), 0);
  const auto results = [&](const char* name) {
    return system::without_host(contents(path(name) + "/results.json"));
  };
  EXPECT_EQ(results("with"), results("without"));
  EXPECT_EQ(contents(path("with") + "/timeseries.csv"),
            contents(path("without") + "/timeseries.csv"));
  EXPECT_THAT(last_event(stream, "results"), StartsWith("{\"schema\":1,"));
}

INSTANTIATE_TEST_SUITE_P(Scenarios, LiveRunOf,
                         ::testing::Values("scenarios/quickstart.json",
                                           "scenarios/codesign/gateway.json",
                                           "scenarios/overload-no-aqm.json"));

TEST_F(LiveRunTest, TheLastEventHasTheFinalResultsAsAReport) {
  StartedProgram program(
      run("'out<script>b()'", "scenarios/quickstart.json --duration 2 --live --pace 5"));
  Browser browser(url_of(program));
  browser.get("/events");
  const std::string stream = browser.read_all();
  EXPECT_EQ(program.status(), 0);
  EXPECT_THAT(stream, HasSubstr("out\\u003cscript>b()"));
  EXPECT_THAT(stream, Not(HasSubstr("<")));
  const system::JsonNode end = system::parse_json(last_event(stream, "end"), "end");
  EXPECT_EQ(end.find("how")->text, "ended");
  const system::JsonNode& run = end.find("groups")->elements[0].find("runs")->elements[0];
  EXPECT_EQ(run.find("results")->find("simulated_s")->number, 2);
  EXPECT_EQ(run.find("series")->find("times")->elements.size(), 200U);
  // The series came more than once.
  EXPECT_NE(stream.find("event: series"), stream.rfind("event: series"));
}

TEST_F(LiveRunTest, AnInterruptedRunSaysSoAndLeavesNothing) {
  StartedProgram program(run("out", "scenarios/quickstart.json --live --pace 1"));
  Browser browser(url_of(program));
  browser.get("/events");
  browser.read_until("event: progress");
  program.signal(SIGINT);
  EXPECT_EQ(program.status(), 130);
  const std::string end = last_event(browser.read_all(), "end");
  EXPECT_EQ(end, R"({"how":"stopped","error":"","groups":null})");
  EXPECT_FALSE(fs::exists(path("out")));
}

TEST_F(LiveRunTest, ServesThePageWhileTheRunWaitsForADebugger) {
  StartedProgram program(run("out", "scenarios/quickstart.json --live --gdb 0 --pace 1"));
  Browser browser(url_of(program));
  browser.get();
  EXPECT_THAT(browser.read_all(), HasSubstr("new EventSource("));
  program.signal(SIGTERM);
  EXPECT_EQ(program.status(), 143);
}

// A failed run is repeated for the failure report, without the page and its pace.
TEST_F(LiveRunTest, AFailedRunSaysWhy) {
  std::ofstream(path("typed")) << "peek 0x7ffffff0\n";
  StartedProgram program(run("out",
                             "scenarios/shell.json --duration 1 --live --pace=1 "
                             "--console-input " +
                                 path("typed") + " 2>" + path("errors")));
  Browser browser(url_of(program));
  browser.get("/events");
  const std::string end = last_event(browser.read_all(), "end");
  EXPECT_THAT(end, StartsWith(R"({"how":"failed","error":")"));
  EXPECT_EQ(program.status(), 3);
  EXPECT_THAT(contents(path("out") + "/results.json"), HasSubstr("\"fault\""));
}

TEST_F(LiveRunTest, ATakenPortIsRefusedBeforeAnythingIsWritten) {
  StartedProgram holder(run("holder", "scenarios/quickstart.json --live --pace 1"));
  const std::string url = url_of(holder);
  const std::string port = url.substr(17, url.find('/', 17) - 17);
  const Outcome outcome = run_program(run(
      "out", "scenarios/quickstart.json --live " + port + " --capture " + path("capture.pcapng")));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "docsis-vp: --live: cannot listen at port " + port +
                             " of 127.0.0.1: Address already in use\n");
  EXPECT_EQ(outcome.out, "");
  EXPECT_FALSE(fs::exists(path("out")));
  EXPECT_FALSE(fs::exists(path("capture.pcapng")));
}

TEST_F(LiveRunTest, WrongValuesAreRefusedInOneLine) {
  struct Case {
    const char* arguments;
    const char* says;
  };
  const Case cases[] = {
      {"--live 65536", "--live 65536: expected a port, 0 to 65535"},
      {"--live=-1", "--live -1: expected a port, 0 to 65535"},
      {"--live http", "--live http: expected a port, 0 to 65535"},
      {"--live 80.0", "--live 80.0: expected a port, 0 to 65535"},
      {"--live --replications 2", "--live takes one run, it does not go with --replications"},
      {"--pace 1 --replications 2", "--pace takes one run, it does not go with --replications"},
      {"--pace fast", "--pace fast: expected 0, or a number from 0.01 on"},
      {"--pace nan", "--pace nan: expected 0, or a number from 0.01 on"},
      {"--pace=-1", "--pace -1: expected 0, or a number from 0.01 on"},
      {"--pace 0.001", "--pace 0.001: expected 0, or a number from 0.01 on"},
  };
  for (const Case& each : cases) {
    const Outcome outcome =
        run_program(run("out", "scenarios/quickstart.json " + std::string(each.arguments)));
    EXPECT_EQ(outcome.status, 2) << each.arguments;
    EXPECT_EQ(outcome.err, "docsis-vp: " + std::string(each.says) + "\n");
    EXPECT_FALSE(fs::exists(path("out"))) << each.arguments;
  }
}

}  // namespace
}  // namespace docsis_vp::app::live_run_test
