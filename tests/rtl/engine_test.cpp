// The platform with blocks in gates: the same results, but for the key and the host's time.
#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::rtl {
namespace {

using ::testing::HasSubstr;

struct Case {
  const char* what;
  const char* arguments;  // but the engine
  const char* dropped;    // what has to happen, for the comparison to mean something
};

// What a run leaves, line by line, without what tells engines and hosts apart.
std::vector<std::string> results(const Case& run, const std::string& engine,
                                 const std::string& folder) {
  const app::Outcome outcome =
      app::run_program(std::string("run ") + run.arguments + " --set stats.warmup_s=1 --quiet -o " +
                       folder + " --set service_flows.0.aqm.engine=" + engine);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::ifstream file(folder + "/results.json");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    const auto has = [&line](const char* key) { return line.find(key) != std::string::npos; };
    if (!has("\"engine\"") && !has("host") && !has("wall_s") && !has("cpu_s")) {
      lines.push_back(line);
    }
  }
  return lines;
}

class Engines : public ::testing::TestWithParam<Case> {};

TEST_P(Engines, GiveTheSameResults) {
  const TemporaryFolder folder;
  const auto model = results(GetParam(), "model", (folder.path() / "model").string());
  const auto rtl = results(GetParam(), "rtl", (folder.path() / "rtl").string());
  ASSERT_GT(model.size(), 100U);
  EXPECT_EQ(model, rtl);
  const std::string some = std::string("\"") + GetParam().dropped + "\": [1-9]";
  EXPECT_THAT(model, ::testing::Contains(::testing::ContainsRegex(some)));
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, Engines,
    ::testing::Values(
        Case{"drop_engine", "scenarios/overload.json --duration 5", "aqm_drops"},
        Case{"codel_unit",
             "scenarios/overload.json --duration 5 --set modems.0.control_law=hardware --set "
             "service_flows.0.aqm=codel",
             "aqm_drops"},
        Case{"departure_meter",
             "scenarios/overload.json --duration 5 --set modems.0.control_law=hardware --set "
             "service_flows.0.aqm=pie_draft",
             "aqm_drops"},
        Case{"scheduler_and_hash",
             "scenarios/traffic/mix.json --duration 5 --set service_flows.0.aqm=drr --set "
             "service_flows.0.aqm.queues=32",
             "buffer_drops"}),
    [](const auto& tested) { return std::string(tested.param.what); });

struct Refusal {
  const char* what;
  const char* arguments;
  const char* says;
};

class Refused : public ::testing::TestWithParam<Refusal> {};

TEST_P(Refused, BecauseTheGatesDoNotHaveIt) {
  const app::Outcome outcome = app::run_program(
      std::string("check scenarios/overload.json --set modems.0.control_law=hardware ") +
      GetParam().arguments + " --set service_flows.0.aqm.engine=rtl");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Keys, Refused,
    ::testing::Values(
        Refusal{"law_without_gates", "--set service_flows.0.aqm=red", "aqm.engine: expected model"},
        Refusal{"ecn", "--set service_flows.0.aqm.ecn=true", "aqm: ecn: expected false"},
        Refusal{"root_by_table",
                "--set service_flows.0.aqm=codel --set service_flows.0.aqm.inverse_sqrt=table",
                "aqm: inverse_sqrt: expected hybrid"},
        Refusal{"number_of_queues", "--set service_flows.0.aqm=drr", "aqm.queues: expected 32"}),
    [](const auto& tested) { return std::string(tested.param.what); });

}  // namespace
}  // namespace docsis_vp::rtl
