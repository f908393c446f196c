// Inventories of the laws, compared with manual counts of their words.
#include "models/cm/aqm_engine/laws/law_inventory.h"

#include <gtest/gtest.h>

#include <string>

#include "models/area/block.h"

namespace docsis_vp::cm::law_inventory_test {
namespace {

queue::LawConfig law(const std::string& name, const std::string& on = "") {
  queue::LawConfig config;
  config.algorithm = name;
  config.settings = {20'000, 0, 1'250'000, 1'000'000, 0};
  const aqm_option* options = aqm_find(name.c_str())->options;
  for (const aqm_option* option = options; option->name != nullptr; ++option) {
    config.options.push_back(option->name == on ? 1 : option->initial);
  }
  return config;
}

InventoryWidths widths() {
  InventoryWidths some;
  some.depth = 20;
  some.tokens = 12;
  return some;
}

std::uint64_t hundredths_of_gates(const LawInventory& inventory) {
  return (area::totals(inventory.data_path).gates + area::totals(inventory.control_law).gates)
      .hundredths;
}

TEST(LawInventory, CountsTheWordsOfEachLaw) {
  const struct {
    const char* law;
    std::uint32_t state, shared, of_the_law;
  } cases[] = {
      {"blue", 29 + 1 + 32 + 1, 0, 0},                // p, frozen, since when, idle
      {"exp_red", 49 + 32, 0, 0},                     // virtual queue, when
      {"rem", 29 + 32 + 32, 93, 32 + 44 + 54},        // p, delay, arrivals; counted, average, price
      {"pd_red", 46 + 1 + 32 + 1 + 32 + 29, 61, 25},  // RED's with 14 bits; the last average
      {"re_ared", 46 + 1 + 32 + 1 + 32 + 29, 61, 0}   // RED's; nothing of its own
  };
  for (const auto& each : cases) {
    const LawInventory inventory = law_inventory(law(each.law), widths());
    EXPECT_EQ(inventory.state_bits, each.state) << each.law;
    EXPECT_EQ(inventory.shared_bits, each.shared) << each.law;
    EXPECT_EQ(inventory.law_state_bits, each.of_the_law) << each.law;
    EXPECT_EQ(inventory.control_law.is_empty(), each.shared == 0) << each.law;
    EXPECT_TRUE(inventory.draws) << each.law;
  }
}

// A unit for each declared operation is what a law without drawn gates is charged with.
TEST(LawInventory, CostsLessThanAUnitForEachOperation) {
  for (const char* name : {"blue", "exp_red", "rem", "pd_red", "re_ared"}) {
    EXPECT_LT(hundredths_of_gates(law_inventory(law(name), widths())),
              hundredths_of_gates(custom_inventory(law(name), widths())))
        << name;
  }
}

TEST(LawInventory, CountsTheBytesOfMarkedPacketsWhereTheyDoNotCountInTheQueue) {
  for (const char* name : {"blue", "rem"}) {
    const LawInventory plain = law_inventory(law(name), widths());
    const LawInventory excluding = law_inventory(law(name, "exclude_ce"), widths());
    EXPECT_EQ(plain.marked_bits, 0U) << name;
    EXPECT_EQ(excluding.marked_bits, 20U) << name;
    EXPECT_GT(hundredths_of_gates(excluding), hundredths_of_gates(plain)) << name;
  }
  EXPECT_GT(hundredths_of_gates(law_inventory(law("blue", "threshold_packets"), widths())),
            hundredths_of_gates(law_inventory(law("blue"), widths())));
}

}  // namespace
}  // namespace docsis_vp::cm::law_inventory_test
