// Every committed scenario keeps the base protocol, and is the same whether that is checked or not.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "platform/base/read_file.h"
#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::tlm_check_nightly_test {
namespace {

std::vector<std::string> committed_scenarios() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("scenarios")) {
    const bool is_scenario = entry.path().extension() == ".json" &&
                             app::run_program("check " + entry.path().string()).status == 0;
    if (is_scenario) {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

struct Files {
  app::Outcome outcome;
  std::string results;
  std::string series;
};

Files files_of(const std::string& arguments) {
  const TemporaryFolder folder;
  Files files;
  files.outcome = app::run_program("run " + arguments + " --quiet --no-console --no-notes -o " +
                                   folder.path().string());
  files.results = without_host(contents_of(folder.file("results.json")).value_or(""));
  files.series = contents_of(folder.file("timeseries.csv")).value_or("");
  return files;
}

TEST(CommittedScenarios, KeepTheBaseProtocol) {
  const std::vector<std::string> scenarios = committed_scenarios();
  EXPECT_GE(scenarios.size(), 40U);
  for (const std::string& scenario : scenarios) {
    const std::string run = scenario + " --duration 0.3 --set stats.warmup_s=0";
    const Files plain = files_of(run);
    const Files checked = files_of(run + " --check-tlm");
    EXPECT_EQ(plain.outcome.status, 0) << scenario << plain.outcome.err;
    EXPECT_EQ(checked.outcome.status, 0) << scenario << checked.outcome.err;
    EXPECT_EQ(checked.outcome.err, plain.outcome.err) << scenario;
    EXPECT_FALSE(plain.results.empty()) << scenario;
    EXPECT_EQ(checked.results, plain.results) << scenario;
    EXPECT_EQ(checked.series, plain.series) << scenario;
  }
}

}  // namespace
}  // namespace docsis_vp::system::tlm_check_nightly_test
