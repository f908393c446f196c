// How firmware failed: cause, place, backtrace and the branches that led there.
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::fault_test {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

struct Failed {
  explicit Failed(const std::string& image, const std::string& more = "") {
    outcome =
        app::run_program("run scenarios/quickstart.json --duration 1 -o " + folder.file("out") +
                         " --firmware " DOCSIS_VP_FIRMWARE "/test_" + image + ".elf " + more);
    std::ifstream file(folder.file("out") + "/results.json");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    results = parse_json(text, "results.json");
    EXPECT_EQ(outcome.status, 3);
  }
  const JsonNode& fault() const { return *results.find("fault"); }
  std::string cause() const { return fault().find("cause")->text; }
  // "leap tests/fw/images/lost.c:9" by frame, offsets dropped.
  std::vector<std::string> frames() const {
    std::vector<std::string> frames;
    for (const JsonNode& frame : fault().find("backtrace")->elements) {
      const std::string symbol = frame.find("symbol")->text;
      frames.push_back((frame.find("interrupted")->boolean ? "interrupted " : "") +
                       symbol.substr(0, symbol.find('+')) + " " + frame.find("source")->text);
    }
    return frames;
  }

  TemporaryFolder folder;
  app::Outcome outcome;
  JsonNode results;
};

TEST(Fault, OfAJumpToNowhereIsFoundInTheCaller) {
  const Failed run("lost");
  EXPECT_THAT(run.cause(),
              StartsWith("jump to nowhere: instruction access fault at pc 0x2fff0000"));
  EXPECT_EQ(run.fault().find("modem")->text, "cm0");
  EXPECT_EQ(run.fault().find("pc")->text, "0x2fff0000");
  EXPECT_THAT(run.frames(),
              ElementsAre(" ", "leap tests/fw/images/lost.c:9", "run_up tests/fw/images/lost.c:14",
                          "main tests/fw/images/lost.c:19", "_start fw/common/crt0.S:59"));
  const auto& branches = run.fault().find("branches")->elements;
  ASSERT_FALSE(branches.empty());
  EXPECT_EQ(branches.back().find("to")->find("pc")->text, "0x2fff0000");
  EXPECT_THAT(branches.back().find("from")->find("symbol")->text, StartsWith("leap"));
  EXPECT_THAT(run.outcome.err, HasSubstr("\n  #1  0x"));
  EXPECT_THAT(run.outcome.err, HasSubstr(" branches, the latest last\n"));
}

TEST(Fault, OfACallThroughANullPointerIsFoundInTheCaller) {
  const Failed run("null_call");
  EXPECT_EQ(run.cause(), "jump to nowhere: illegal instruction 0x0 at pc 0x00000000");
  EXPECT_THAT(run.frames(),
              ElementsAre(StartsWith("null "), "leap tests/fw/images/null_call.c:8",
                          "main tests/fw/images/null_call.c:13", StartsWith("_start ")));
}

TEST(Fault, OfAJumpToNowhereInAHandlerLeadsOutOfIt) {
  const Failed run("lost_in_handler");
  EXPECT_THAT(run.cause(),
              StartsWith("jump to nowhere: instruction access fault at pc 0x2fff0000"));
  EXPECT_THAT(run.frames(),
              ElementsAre(" ", "leap tests/fw/images/lost_in_handler.c:14",
                          "timer_interrupt tests/fw/images/lost_in_handler.c:20",
                          MatchesRegex("interrupted main tests/fw/images/lost_in_handler.c:2[89]"),
                          StartsWith("_start ")));
}

TEST(Fault, OfAnInterruptWithoutAHandlerIsWhereItCame) {
  const Failed run("unhandled");
  EXPECT_THAT(run.cause(), StartsWith("interrupt without a handler: timer interrupt at pc 0x"));
  EXPECT_NEAR(number(run.fault(), "time_s"), 0.001, 0.0001);
  EXPECT_THAT(run.fault().find("symbol")->text, StartsWith("wait_for_it"));
  EXPECT_THAT(run.frames(),
              ElementsAre(MatchesRegex("wait_for_it tests/fw/images/unhandled.c:(10|11)"),
                          "main tests/fw/images/unhandled.c:19", StartsWith("_start ")));
}

TEST(Fault, OfAnEnvironmentCallIsThatInstruction) {
  const Failed run("ecall");
  EXPECT_THAT(run.cause(), StartsWith("trap: environment call at pc 0x"));
  EXPECT_THAT(run.frames(), ElementsAre("request tests/fw/images/ecall.c:5",
                                        "main tests/fw/images/ecall.c:10", StartsWith("_start ")));
}

TEST(Fault, AfterAFieldUpdateSpeaksOfTheNewImage) {
  const std::string quickstart = std::getenv("PWD") + std::string("/scenarios/quickstart.json");
  const ScenarioFile scenario(R"({"extends": ")" + quickstart +
                              R"(", "duration_s": 1, "events": [
      {"time_s": 0.5, "kind": "update_firmware", "modem": "cm0", "firmware": ")" DOCSIS_VP_FIRMWARE
                              R"(/test_lost.elf"}]})");
  const TemporaryFolder folder;
  const app::Outcome outcome =
      app::run_program("run " + scenario.path() + " -o " + folder.file("out"));
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("fault of cm0 at 0.5"));
  EXPECT_THAT(outcome.err, ContainsRegex(" leap.0x[0-9a-f]+ .tests/fw/images/lost.c:9.\n"));
  EXPECT_THAT(outcome.err, ContainsRegex(" main.0x[0-9a-f]+ .tests/fw/images/lost.c:19.\n"));
}

void replace_all(std::string& text, const std::string& old, const std::string& with) {
  ASSERT_EQ(old.size(), with.size());
  ASSERT_NE(text.find(old), std::string::npos) << old;
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos;) {
    text.replace(at, old.size(), with);
  }
}

// A terminal may obey them.
TEST(Fault, NamesOfADamagedImageStayText) {
  std::ifstream file(DOCSIS_VP_FIRMWARE "/test_lost.elf", std::ios::binary);
  std::string image{std::istreambuf_iterator<char>(file), {}};
  replace_all(image, "images/lost.c", "images/\x1b[2J.\xff");
  replace_all(image, std::string("\0leap\0", 6), std::string("\0le\x9b\n\0", 6));
  const TemporaryFolder folder;
  std::ofstream(folder.file("lost.elf"), std::ios::binary) << image;
  const app::Outcome outcome =
      app::run_program("run scenarios/quickstart.json --duration 1 --profile -o " +
                       folder.file("out") + " --firmware " + folder.file("lost.elf"));
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, ContainsRegex(" le...0x[0-9a-f]+ .tests/fw/images/.[[]2J[.].:9.\n"));
  EXPECT_THAT(outcome.out, HasSubstr(" le??\n"));
  for (const std::string* text : {&outcome.out, &outcome.err}) {
    EXPECT_EQ(text->find_first_of("\x1b\x9b\xff"), std::string::npos) << *text;
  }
}

TEST(Fault, OfAStackOverflowShowsTheStackAsItWas) {
  const Failed run("stack_overflow");
  EXPECT_THAT(run.cause(), StartsWith("stack overflow: store access fault at pc 0x"));
  const std::vector<std::string> frames = run.frames();
  ASSERT_GT(frames.size(), 10U);
  EXPECT_THAT(frames[frames.size() - 2], StartsWith("main tests/fw/images/stack_overflow.c:"));
  EXPECT_THAT(frames[frames.size() - 1], StartsWith("_start "));
  EXPECT_EQ(run.fault().find("branches")->elements.size(), 32U);
}

TEST(Fault, OfAWatchdogLeadsOutOfTheInterruptThatHangs) {
  const Failed run("stuck");
  EXPECT_THAT(run.cause(), HasSubstr("firmware did not kick the watchdog for 2000 us"));
  EXPECT_NEAR(number(run.fault(), "time_s"), 0.002, 0.0001);
  EXPECT_THAT(run.frames(),
              ElementsAre(MatchesRegex("spin tests/fw/images/stuck.c:1[1-4]"),
                          "timer_interrupt tests/fw/images/stuck.c:18",
                          MatchesRegex("interrupted wait_for_it tests/fw/images/stuck.c:2[2-3]"),
                          "main tests/fw/images/stuck.c:32", "_start fw/common/crt0.S:59"));
}

TEST(Fault, IsTheSameWatchedFromTheStart) {
  const Failed again("trap");
  const Failed watched("trap", "--watch-faults");
  EXPECT_THAT(watched.cause(), StartsWith("trap: load access fault at pc 0x"));
  EXPECT_EQ(again.outcome.err, watched.outcome.err);
  EXPECT_EQ(again.outcome.out.find("trap: cause"), again.outcome.out.rfind("trap: cause"))
      << "what firmware said is shown once";
}

TEST(Fault, IsNotLookedForWhereOneLineWillDo) {
  const Failed run("trap", "--no-rerun");
  EXPECT_EQ(run.results.find("fault"), nullptr);
  EXPECT_EQ(std::count(run.outcome.err.begin(), run.outcome.err.end(), '\n'), 1);
}

}  // namespace
}  // namespace docsis_vp::system::fault_test
