#include "models/area/technology.h"

#include <gtest/gtest.h>

#include <string>

namespace docsis_vp::area::technology_test {
namespace {

Figure figure(double low, double nominal, double high) {
  Figure figure;
  static_cast<Range&>(figure) = {low, nominal, high};
  return figure;
}

// Round numbers: a nominal gate is 1 um2 of which half is used, a bit 0.1 um2, half of its array. A
// column takes 4 gates, a row 1 and the control 100; with two ports, twice that.
Technology round_technology() {
  Technology technology;
  technology.gate_um2 = figure(0.5, 1, 2);
  technology.bit_cell_um2 = figure(0.05, 0.1, 0.2);
  technology.gate_factor = figure(0.5, 1, 2);
  technology.utilization_percent = figure(25, 50, 100);
  technology.two_ports_factor = figure(1, 2, 4);
  technology.sram_array_percent = figure(25, 50, 100);
  technology.sram_periphery = {{1, figure(2, 4, 8), figure(1, 1, 2), figure(50, 100, 200)},
                               {2, figure(4, 8, 16), figure(1, 2, 4), figure(100, 200, 400)}};
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

TEST(Technology, MacrosByHand) {
  const Technology technology = round_technology();
  // 65536 bits: the least of 4 c + 65536 / c gates is at 128 columns and 512 rows, where a word of
  // 16 bits fits: 13107.2 um2 of cells, 512 of columns, 512 of rows, 100 of control.
  const Memory square{"square", 4096, 16, 1, 1, {}};
  EXPECT_NEAR(sram_mm2(square, technology).nominal, 14231.2e-6, 1e-9);
  // A word of 128 bits is as many columns: 512 of columns, 32 rows.
  const Memory wide{"wide", 32, 128, 1, 1, {}};
  EXPECT_NEAR(sram_mm2(wide, technology).nominal, (819.2 + 512 + 32 + 100) * 1e-6, 1e-9);
  // Two ports: twice of all.
  const Memory two{"two", 32, 128, 2, 1, {}};
  EXPECT_NEAR(sram_mm2(two, technology).nominal, 2 * (819.2 + 512 + 32 + 100) * 1e-6, 1e-9);
  // Low: half a gate, cells of 0.05 um2 and no overhead; high: two gates, 0.2 um2, four times.
  EXPECT_NEAR(sram_mm2(wide, technology).low, (204.8 + 128 + 16 + 25) * 1e-6, 1e-9);
  EXPECT_NEAR(sram_mm2(wide, technology).high, (3276.8 + 2048 + 128 + 400) * 1e-6, 1e-9);
}

TEST(Technology, NoMacroIsSmallerThanSixteenRowsOfSixtyFourColumns) {
  const Technology technology = round_technology();
  const double smallest = sram_mm2({"m", 64, 16, 1, 1, {}}, technology).nominal;
  EXPECT_NEAR(smallest, (204.8 + 256 + 16 + 100) * 1e-6, 1e-9);
  EXPECT_DOUBLE_EQ(sram_mm2({"m", 1, 1, 1, 1, {}}, technology).nominal, smallest);
  EXPECT_DOUBLE_EQ(sram_mm2({"m", 16, 64, 1, 1, {}}, technology).nominal, smallest);
  EXPECT_GT(sram_mm2({"m", 17, 64, 1, 1, {}}, technology).nominal, smallest);
  EXPECT_GT(sram_mm2({"m", 16, 65, 1, 1, {}}, technology).nominal, smallest);
}

TEST(Technology, BeyondABankAMacroIsSeveral) {
  const Technology technology = round_technology();
  const auto kbit = [&](std::uint64_t number) {
    return sram_mm2({"m", number * 32, 32, 1, 1, {}}, technology).nominal;
  };
  EXPECT_NEAR(kbit(1024), 4 * kbit(256), 1e-9);
  EXPECT_NEAR(kbit(384), 1.5 * kbit(256), 1e-9);
}

TEST(Technology, AMemoryIsMadeOfWhatIsSmallest) {
  const Technology technology = round_technology();
  const auto kind = [&](std::uint64_t words, std::uint32_t bits) {
    return memory_cost({"m", words, bits, 1, 1, {}}, technology).kind;
  };
  EXPECT_EQ(kind(1, 8), MemoryKind::kFlipFlops);
  EXPECT_EQ(kind(4, 8), MemoryKind::kLatches);
  EXPECT_EQ(kind(64, 64), MemoryKind::kSram);
}

TEST(Technology, AMacroOfStateHasACopyOfAWordBeside) {
  const Technology technology = round_technology();
  Memory memory{"m", 64, 64, 2, 1, {}};
  EXPECT_EQ(memory_cost(memory, technology).gates, Gates{});
  const double without = memory_cost(memory, technology).mm2.nominal;
  memory.is_state = true;
  const MemoryCost state = memory_cost(memory, technology);
  EXPECT_EQ(state.kind, MemoryKind::kSram);
  EXPECT_EQ(state.gates, cost(flip_flops(64)));
  EXPECT_DOUBLE_EQ(state.mm2.nominal, without + gates_mm2(state.gates, technology).nominal);
}

TEST(Technology, ABlockIsItsLogicAndItsMemories) {
  const Technology technology = round_technology();
  Block inner{"inner", {}, 3};
  inner.add(Memory{"sram", 128, 32, 1, 2, {}}).add(Memory{"registers", 1, 8, 1, 1, {}});
  Block block{"block", {}, 2};
  block.add(adder(16), {}).add(inner);
  const Figures measured = figures(block, technology);
  EXPECT_DOUBLE_EQ(measured.sram_kbit, 2 * 3 * 2 * 4);
  EXPECT_DOUBLE_EQ(measured.memory_kbit, 2 * 3 * (2 * 4 + 8 / 1024.0));
  EXPECT_DOUBLE_EQ(measured.logic_kge.nominal, (2 * cost(adder(16))).kge());
  EXPECT_DOUBLE_EQ(measured.kge.nominal, (2 * cost(adder(16)) + 6 * cost(hold(8))).kge());
  EXPECT_EQ(all_gates(block, technology), 2 * cost(adder(16)) + 6 * cost(hold(8)));
  EXPECT_DOUBLE_EQ(measured.memory_mm2.nominal,
                   12 * sram_mm2(inner.memories[0], technology).nominal +
                       6 * gates_mm2(cost(hold(8)), technology).nominal);
  EXPECT_DOUBLE_EQ(measured.mm2.nominal, measured.logic_mm2.nominal + measured.memory_mm2.nominal);
}

void expect_no_less(const Range& now, const Range& before, const std::string& what) {
  EXPECT_GE(now.low, before.low) << what;
  EXPECT_GE(now.nominal, before.nominal) << what;
  EXPECT_GE(now.high, before.high) << what;
}

// Neither is there a running maximum in the model, nor a size from which a memory is made
// otherwise.
TEST(Technology, MoreWordsBitsOrPortsAreNeverSmaller) {
  const Technology technology = round_technology();
  for (const bool is_state : {false, true}) {
    const auto mm2 = [&](std::uint64_t words, std::uint32_t bits, std::uint32_t ports = 2) {
      return memory_cost({"m", words, bits, ports, 1, {}, is_state}, technology).mm2;
    };
    for (const std::uint32_t size : {1U, 2U, 3U, 7U, 24U, 64U, 200U, 1000U}) {
      Range by_words{};
      Range by_bits{};
      for (std::uint32_t number = 1; number < 600; ++number) {
        const std::string what = std::to_string(number) + " and " + std::to_string(size);
        expect_no_less(mm2(number, size), by_words, what + " words");
        expect_no_less(mm2(size, number), by_bits, what + " bits");
        expect_no_less(mm2(number, size, 2), mm2(number, size, 1), what + " ports");
        by_words = mm2(number, size);
        by_bits = mm2(size, number);
      }
    }
  }
}

// A word more adds no more than a word of flip-flops does, with its line of the decoder: no step.
TEST(Technology, AWordMoreIsNoCliff) {
  const Technology technology = round_technology();
  for (const std::uint32_t bits : {4U, 16U, 64U, 140U}) {
    const auto mm2 = [&](std::uint64_t words) {
      return memory_cost({"m", words, bits, 2, 1, {}, true}, technology).mm2;
    };
    const Range most = gates_mm2(cost(register_file(bits, 3)), technology) -
                       gates_mm2(cost(register_file(bits, 2)), technology);
    for (std::uint64_t words = 1; words < 3000; ++words) {
      const Range step = mm2(words + 1) - mm2(words);
      ASSERT_LE(step.low, 1.5 * most.low) << bits << " x " << words;
      ASSERT_LE(step.nominal, 1.5 * most.nominal) << bits << " x " << words;
      ASSERT_LE(step.high, 1.5 * most.high) << bits << " x " << words;
    }
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
