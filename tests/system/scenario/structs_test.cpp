// Scenarios that a program makes as structures pass the checks of those in files.
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "system/scenario/read/load.h"

namespace docsis_vp::system::structs_test {
namespace {

using ::testing::HasSubstr;

Scenario usual() {
  Scenario scenario;
  scenario.modems.emplace_back().name = "cm0";
  ServiceFlowConfig& up = scenario.service_flows.emplace_back();
  up.name = "us0";
  up.modem = "cm0";
  up.max_sustained_rate_mbps = 10;
  ServiceFlowConfig& down = scenario.service_flows.emplace_back(up);
  down.name = "ds0";
  down.direction = Direction::kDownstream;
  FlowConfig& load = scenario.flows.emplace_back();
  load.name = "load";
  load.modem = "cm0";
  load.rate_mbps = 4;
  return scenario;
}

std::string refusal_of(const Scenario& scenario) {
  try {
    load_scenario_structs(scenario);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ScenarioOfStructs, NeedsNoName) {
  EXPECT_EQ(load_scenario_structs(usual()).scenario.name, "");
  EXPECT_EQ(load_scenario_structs(usual()).scenario.service_flows[0].name, "us0");
}

TEST(ScenarioOfStructs, IsCheckedAsAFileIs) {
  EXPECT_THAT(refusal_of({}), HasSubstr("modems: expected one modem or more"));
  const struct {
    std::function<void(Scenario&)> spoil;
    const char* line;
  } cases[] = {
      {[](Scenario& s) { s.duration_s = 1e9; }, "duration_s: expected"},
      {[](Scenario& s) { s.duration_s = std::nan(""); }, "duration_s: expected"},
      {[](Scenario& s) { s.service_flows[0].max_sustained_rate_mbps = 0; },
       "service_flows[0]: the key \"max_sustained_rate_mbps\" is missing"},
      {[](Scenario& s) { s.flows[0].rate_mbps = -4; }, "flows[0].rate_mbps: expected"},
      {[](Scenario& s) { s.flows[0].modem = "cm9"; }, "flows[0].modem"},
      {[](Scenario& s) { s.service_flows[1].name = "a b"; }, "service_flows[1].name: expected"},
      {[](Scenario& s) { s.service_flows.clear(); },
       "modems[0]: the modem \"cm0\" has 0 upstream service flows"},
      {[](Scenario& s) { s.modems.clear(); }, "modems: expected one modem or more"},
  };
  for (const auto& each : cases) {
    Scenario scenario = usual();
    each.spoil(scenario);
    EXPECT_THAT(refusal_of(scenario), HasSubstr(each.line));
  }
}

// A scenario that was read from a file is as good as a program's own.
TEST(ScenarioOfStructs, TakesEveryScenarioThatComesWithUs) {
  unsigned taken = 0;
  for (const auto& entry : std::filesystem::directory_iterator("scenarios")) {
    if (entry.path().extension() != ".json") {
      continue;
    }
    const LoadedScenario file = load_scenario(entry.path().string());
    const LoadedScenario structs = load_scenario_structs(file.scenario);
    EXPECT_EQ(effective_configuration(structs.scenario), effective_configuration(file.scenario))
        << entry.path();
    ++taken;
  }
  EXPECT_GT(taken, 0U);
}

}  // namespace
}  // namespace docsis_vp::system::structs_test
