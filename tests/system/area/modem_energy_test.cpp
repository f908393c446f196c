// What modems spent, by the real program.
#include <gtest/gtest.h>

#include <string>

#include "system/json/node.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system {
namespace {

double item(const JsonNode& energy, const std::string& block, const std::string& key) {
  for (const JsonNode& each : energy.find("items")->elements) {
    if (*each.find_string("block") == block) {
      return each.find(key)->number;
    }
  }
  return -1;
}

TEST(ModemEnergy, CountsWhatTheRunDid) {
  const JsonNode results = run_results("scenarios/quickstart.json --duration 1");
  const JsonNode& energy = results.find("energy")->elements.front();
  const JsonNode& flow = results.find("service_flows")->elements.front();
  const JsonNode& cpu = results.find("cpus")->elements.front();
  EXPECT_EQ(item(energy, "data_path", "events"), flow.find("offered_packets")->number);
  EXPECT_EQ(item(energy, "core", "events"), cpu.find("cycles_busy")->number);
  EXPECT_DOUBLE_EQ(item(energy, "core", "each"), 26.6);
  EXPECT_DOUBLE_EQ(energy.find("cpu")->number, cpu.find("cycles_busy")->number * 26.6);
  // 250 MHz for a second, one flow, every 32 clocks.
  EXPECT_EQ(item(energy, "buckets", "events"), 7'812'500);
}

TEST(ModemEnergy, KindsAddUp) {
  const JsonNode results = run_results("scenarios/quickstart.json --duration 1");
  const JsonNode& energy = results.find("energy")->elements.front();
  double all = 0;
  for (const JsonNode& each : energy.find("items")->elements) {
    const double events = each.find("events")->number;
    EXPECT_DOUBLE_EQ(each.find("energy")->number, events * each.find("each")->number);
    all += each.find("energy")->number;
  }
  EXPECT_NEAR(energy.find("on_die")->number + energy.find("off_die")->number, all, 1e-9 * all);
}

TEST(ModemEnergy, WithoutACpuNothingIsSpentOnIt) {
  const JsonNode results =
      run_results("scenarios/quickstart.json --duration 1 --set modems.cm0.control_law=hardware");
  const JsonNode& energy = results.find("energy")->elements.front();
  EXPECT_EQ(energy.find("cpu")->number, 0);
  EXPECT_GT(item(energy, "control_law", "energy"), 0);
}

}  // namespace
}  // namespace docsis_vp::system
