#include "models/area/technology.h"

#include <gtest/gtest.h>

namespace docsis_vp::area::technology_test {
namespace {

Figure figure(double low, double nominal, double high) {
  Figure figure;
  static_cast<Range&>(figure) = {low, nominal, high};
  return figure;
}

// Round numbers: a nominal gate is 1 um2 of which half is used, a bit 0.1 um2.
Technology round_technology() {
  Technology technology;
  technology.gate_um2 = figure(0.5, 1, 2);
  technology.bit_cell_um2 = figure(0.05, 0.1, 0.2);
  technology.gate_factor = figure(0.5, 1, 2);
  technology.utilization_percent = figure(25, 50, 100);
  technology.two_ports_factor = figure(1, 2, 4);
  technology.sram_efficiency = {{4, figure(20, 40, 60)}, {16, figure(40, 60, 80)}};
  return technology;
}

void expect_range(const Range& range, double low, double nominal, double high) {
  EXPECT_DOUBLE_EQ(range.low, low);
  EXPECT_DOUBLE_EQ(range.nominal, nominal);
  EXPECT_DOUBLE_EQ(range.high, high);
}

TEST(Technology, GatesByHand) {
  const Technology technology = round_technology();
  const Gates gates{100'000'000};  // 1000 kGE
  expect_range(kge(gates, technology), 500, 1000, 2000);
  // 1000 kGE at 1 um2 and 50 % are 2 mm2.
  expect_range(gates_mm2(gates, technology), 0.25, 2, 16);
}

TEST(Technology, MemoriesByHand) {
  const Technology technology = round_technology();
  // 4096 bits at 0.1 um2, 40 % of the macro.
  const Memory four{"four", 128, 32, 1, 1, {}};
  expect_range(sram_mm2(four, technology), 4096 * 0.05 / 0.6e6, 4096 * 0.1 / 0.4e6,
               4096 * 0.2 / 0.2e6);
  // Halfway between 4 and 16 kbit in the logarithm; two ports.
  const Memory eight{"eight", 256, 32, 2, 1, {}};
  expect_range(sram_mm2(eight, technology), 8192 * 0.05 / 0.7e6, 2 * 8192 * 0.1 / 0.5e6,
               4 * 8192 * 0.2 / 0.3e6);
  // Beyond the table as at its end.
  const Memory large{"large", 65536, 32, 1, 1, {}};
  EXPECT_DOUBLE_EQ(sram_mm2(large, technology).nominal, 65536 * 32 * 0.1 / 0.6e6);
}

TEST(Technology, ABlockIsItsGatesAndMemories) {
  const Technology technology = round_technology();
  Block inner{"inner", {}, 3};
  inner.add(Memory{"sram", 128, 32, 1, 2, {}}).add(Memory{"registers", 4, 8, 1, 1, {}});
  Block block{"block", {}, 2};
  block.add(adder(16), {}).add(inner);
  const Figures measured = figures(block, technology);
  EXPECT_DOUBLE_EQ(measured.sram_kbit, 2 * 3 * 2 * 4);
  const Range gates = gates_mm2(totals(block).gates, technology);
  EXPECT_DOUBLE_EQ(measured.mm2.nominal,
                   gates.nominal + 12 * sram_mm2(inner.memories.front(), technology).nominal);
}

TEST(Technology, LargerMemoriesAreNeverSmaller) {
  const Technology technology = round_technology();
  Range before{};
  for (std::uint64_t words = 64; words < 5000; ++words) {
    const Range now = sram_mm2({"sram", words, 32, 1, 1, {}}, technology);
    EXPECT_GE(now.low, before.low) << words;
    EXPECT_GE(now.nominal, before.nominal) << words;
    EXPECT_GE(now.high, before.high) << words;
    before = now;
  }
}

TEST(Technology, TheBuiltInOnesStandFromLargeToSmall) {
  const std::vector<BuiltInTechnology>& all = built_in_technologies();
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all.front().name, "65nm");
  EXPECT_EQ(all.back().name, "7nm");
}

}  // namespace
}  // namespace docsis_vp::area::technology_test
