#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "system/json/node.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::app {
namespace {

namespace fs = std::filesystem;
using system::JsonNode;
using ::testing::HasSubstr;

constexpr const char* kRun = "scenarios/overload.json --duration 2 --set stats.warmup_s=0.5 ";

class Replications : public ::testing::Test {
 protected:
  Outcome run(const std::string& arguments) const {
    return run_program("run " + arguments + " -o " + folder_.string());
  }
  std::string file(const std::string& name) const {
    std::ifstream stream(folder_ / name);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  const TemporaryFolder parent_;
  const fs::path folder_ = parent_.path() / "out";
};

TEST_F(Replications, AreTheRunsOfTheirSeeds) {
  const Outcome outcome = run(std::string(kRun) + "--seed 11 --replications 3");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("overload: 3 replications, seeds 11 to 13"));
  double sum = 0;
  for (int i = 1; i <= 3; ++i) {
    const std::string text = file("rep-" + std::to_string(i) + "/results.json");
    EXPECT_TRUE(fs::exists(folder_ / ("rep-" + std::to_string(i)) / "timeseries.csv"));
    EXPECT_EQ(system::without_host(text),
              system::run_text(kRun + ("--seed " + std::to_string(10 + i))));
    sum += system::number(system::parse_json(text, "results"), "service_flows.0.aqm_drops");
  }
  const JsonNode summary = system::parse_json(file("summary.json"), "summary.json");
  EXPECT_NEAR(system::number(summary, "service_flows.0.aqm_drops.mean"), sum / 3, 1e-9);
  EXPECT_EQ(system::number(summary, "service_flows.0.aqm_drops.n"), 3);
  EXPECT_GT(system::number(summary, "service_flows.0.aqm_drops.ci95"), 0);
}

TEST_F(Replications, GiveTheSameSummaryTwice) {
  const std::string arguments = std::string(kRun) + "--replications 3 --quiet";
  ASSERT_EQ(run(arguments).status, 0);
  const std::string first = file("summary.json");
  ASSERT_EQ(run(arguments).status, 0);
  EXPECT_EQ(file("summary.json"), first);
  EXPECT_FALSE(first.empty());
}

TEST_F(Replications, LeaveNoneOfAnEarlierRunThatHadMore) {
  for (const char* name : {"rep-2", "rep-3", "rep-10", "rep-03", "rep-3b", "rep-"}) {
    fs::create_directories(folder_ / name);
    std::ofstream(folder_ / name / "results.json") << "{}";
  }
  ASSERT_EQ(run(std::string(kRun) + "--replications 2 --quiet").status, 0);
  for (const char* gone : {"rep-3", "rep-10"}) {
    EXPECT_FALSE(fs::exists(folder_ / gone)) << gone;
  }
  for (const char* kept : {"rep-1", "rep-2", "rep-03", "rep-3b", "rep-"}) {
    EXPECT_TRUE(fs::exists(folder_ / kept)) << kept;
  }
}

TEST_F(Replications, LeaveFilesThatAreNotTheirs) {
  const auto make = [this](const char* name) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << "of the user";
  };
  for (const char* name : {"rep-7/notes.txt", "rep-7/results.json", "rep-8/deep/timeseries.csv",
                           "rep-9/results.json/notes.txt", "elsewhere/results.json"}) {
    make(name);
  }
  fs::create_directory_symlink("elsewhere", folder_ / "rep-11");
  fs::create_directories(folder_ / "rep-12");
  fs::create_symlink("../elsewhere/results.json", folder_ / "rep-12/results.json");
  std::ofstream(folder_ / "rep-13") << "a file";
  ASSERT_EQ(run(std::string(kRun) + "--replications 2 --quiet").status, 0);
  for (const char* kept : {"rep-7/notes.txt", "rep-8/deep/timeseries.csv",
                           "rep-9/results.json/notes.txt", "rep-11/results.json", "rep-13"}) {
    EXPECT_TRUE(fs::exists(folder_ / kept)) << kept;
  }
  for (const char* gone : {"rep-7/results.json", "rep-12"}) {
    EXPECT_FALSE(fs::exists(folder_ / gone)) << gone;
  }
}

TEST_F(Replications, OneThatFailsIsNamed) {
  const Outcome outcome = run(std::string(kRun) + "--replications 2 --quiet --firmware " +
                              DOCSIS_VP_FIRMWARE + "/test_trap.elf");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("docsis-vp: replications 1 and 2 of 2 failed, the first: "
                                     "firmware ended the run with exit code 1"));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  const JsonNode summary = system::parse_json(file("summary.json"), "summary.json");
  EXPECT_EQ(summary.find("failed")->elements.size(), 2U);
}

TEST_F(Replications, OneThatEndsEarlyIsNone) {
  const Outcome outcome = run(std::string(kRun) + "--replications 2 --quiet --firmware " +
                              DOCSIS_VP_FIRMWARE + "/test_startup.elf");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("replications 1 and 2 of 2 failed, the first: firmware of "
                                     "cm0 ended the run early"));
}

// Told to this process alone, as batch systems do.
TEST_F(Replications, ASignalEndsThemAll) {
  for (const auto& [signal, number] : {std::pair("INT", 2), {"TERM", 15}}) {
    const std::string out = folder_.string();
    const std::string begun = "ls " + out + "/rep-1/.results.json.* >/dev/null 2>&1";
    std::string script = DOCSIS_VP_SIM " run scenarios/overload.json --duration 80000 ";
    script.append("--replications 3 --quiet -o ").append(out).append(" & p=$!; ");
    script.append("for n in $(seq 400); do ").append(begun).append(" && { kill -").append(signal);
    script.append(" $p; break; }; sleep 0.05; done; wait $p");
    const int status = std::system(script.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 128 + number);
    EXPECT_FALSE(fs::exists(folder_)) << signal;
  }
}

TEST_F(Replications, BadInputLeavesNoSummary) {
  for (const char* count : {"0", "-1", "100000"}) {
    const Outcome outcome = run(std::string(kRun) + "--replications " + count);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err,
              std::string("docsis-vp: --replications: expected an integer from 1 to 10000, got ") +
                  count + "\n");
  }
  EXPECT_EQ(run(std::string(kRun) + "--replications x").status, 2);
  EXPECT_FALSE(fs::exists(folder_ / "summary.json"));
}

TEST(Version, IsPrinted) {
  const Outcome outcome = run_program("--version");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, ::testing::MatchesRegex("docsis-vp [0-9]+\\.[0-9]+\\.[0-9]+.*\n"));
}

}  // namespace
}  // namespace docsis_vp::app
