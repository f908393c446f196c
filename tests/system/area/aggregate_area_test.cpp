// Area of modems with aggregate service flows.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/cm/modem/modem_inventory.h"
#include "system/area/hardware_config.h"
#include "system/area/modem_area.h"
#include "system/area/technology_file.h"
#include "system/scenario/derive/instances.h"

namespace docsis_vp::system::aggregate_area_test {
namespace {

constexpr const char* kFirmware = R"(, "control_law": "firmware")";

// A modem with a service flow and an aggregate of two more; direction and modem: more keys.
LoadedScenario home(const std::string& modem, const std::string& direction = "") {
  LoadedScenario loaded = load_scenario_text(R"({"modems": [{"name": "cm")" + modem + R"(}],
          "service_flows": [{"name": "up", "modem": "cm", "max_sustained_rate_mbps": 50},
                            {"name": "c", "modem": "cm")" +
                                                 direction + R"(},
                            {"name": "l", "modem": "cm")" +
                                                 direction + R"(}],
          "aggregate_service_flows": [{"name": "home", "modem": "cm", "amsr_mbps": 50,
              "classic_service_flow": "c", "low_latency_service_flow": "l")" +
                                                 direction + "}]}",
                                             "test");
  loaded.scenario = modem_by_modem(loaded.scenario);
  return loaded;
}

const area::Block* block_of(const area::Block& modem, const std::string& name) {
  for (const area::Block& block : modem.blocks) {
    if (block.name == name) {
      return &block;
    }
  }
  return nullptr;
}

void expect_no_less(const area::Range& now, const area::Range& before, const std::string& what) {
  EXPECT_GE(now.low, before.low) << what;
  EXPECT_GE(now.nominal, before.nominal) << what;
  EXPECT_GE(now.high, before.high) << what;
}

TEST(AggregateArea, UpstreamAggregatesHaveTheLawDownstreamOnesNone) {
  const AreaResult upstream = modem_areas(home("")).at(0);
  ASSERT_NE(block_of(upstream.hardware, "coupled_law"), nullptr);
  EXPECT_NE(block_of(upstream.hardware, "header_parser"), nullptr);
  // The coupled law judges the packets of its two flows, the engine those of the third.
  const area::Block& engine = *block_of(upstream.hardware, "aqm_engine");
  EXPECT_EQ(block_of(engine, "none"), nullptr);
  EXPECT_NE(block_of(engine, "docsis_pie"), nullptr);
  const AreaResult downstream = modem_areas(home("", R"(, "direction": "downstream")")).at(0);
  EXPECT_EQ(block_of(downstream.hardware, "coupled_law"), nullptr);
}

TEST(AggregateArea, MoreAggregatesAreNeverSmaller) {
  for (const std::string placement : {"", kFirmware}) {
    for (const std::string node : {"65nm", "28nm", "7nm"}) {
      std::string keys = placement;
      keys.append(R"(, "technology": ")").append(node).append("\"");
      const LoadedScenario loaded = home(keys);
      cm::DataPathConfig config = hardware_config(loaded.scenario, 0);
      const area::Technology technology = technology_of(loaded.scenario.modems[0]);
      const auto one = config.aggregates.at(0);
      config.aggregates.clear();
      area::Figures before = figures(modem_inventory(config), technology);
      for (unsigned count = 1; count <= 16; ++count) {
        config.aggregates.push_back(one);
        const area::Figures now = figures(modem_inventory(config), technology);
        std::string what = keys;
        what.append(" ").append(std::to_string(count));
        expect_no_less(now.mm2, before.mm2, what);
        expect_no_less(now.logic_mm2, before.logic_mm2, what + ", logic");
        expect_no_less(now.memory_mm2, before.memory_mm2, what + ", memories");
        EXPECT_GT(now.memory_kbit, before.memory_kbit) << what;
        before = now;
      }
    }
  }
}

TEST(AggregateArea, FirmwareHasFewerGatesInTheLawAndOneMoreTargetOnItsBus) {
  const AreaResult gates = modem_areas(home("")).at(0);
  const AreaResult firmware = modem_areas(home(kFirmware)).at(0);
  EXPECT_LT(totals(*block_of(firmware.hardware, "coupled_law")).gates,
            totals(*block_of(gates.hardware, "coupled_law")).gates);
  ASSERT_TRUE(firmware.cpu.has_value());
  const area::Block& bus = *block_of(firmware.cpu->subsystem, "bus");
  EXPECT_EQ(bus.parts.at(1).count, 17U);
  const AreaResult without = modem_areas(home(kFirmware, R"(, "direction": "downstream")")).at(0);
  EXPECT_EQ(block_of(without.cpu->subsystem, "bus")->parts.at(1).count, 16U);
}

}  // namespace
}  // namespace docsis_vp::system::aggregate_area_test
