#include "models/area/block.h"

#include <gtest/gtest.h>

namespace docsis_vp::area::block_test {
namespace {

TEST(Block, AddsUpWhatIsWithinAndMultipliesIt) {
  Block inner{"inner", "two of them", 2};
  inner.add(3, flip_flops(8), "three words");
  Block outer{"outer", "ten of them", 10};
  outer.add(adder(4), "a sum");
  outer.add(inner);
  const Totals all = totals(outer);
  EXPECT_EQ(all.gates, 10 * (cost(adder(4)) + 2 * (3 * cost(flip_flops(8)))));
  EXPECT_EQ(all.stored_bits, 10U * 2 * 3 * 8);
  EXPECT_EQ(all.sram_bits, 0U);
}

TEST(Block, AMemoryBelowTwoKilobitIsRegisters) {
  Block block{"block", {}};
  block.add(Memory{"small", 63, 32, 2, 1, {}});
  const Totals small = totals(block);
  EXPECT_EQ(small.sram_bits, 0U);
  EXPECT_EQ(small.stored_bits, 63U * 32);
  EXPECT_EQ(small.gates, cost(register_file(32, 63)));

  block.memories.front().words = 64;
  EXPECT_EQ(totals(block).sram_bits, 2048U);
  EXPECT_EQ(totals(block).gates.hundredths, 0U);
}

TEST(Block, AMemoryOfOneWordHasNothingToChoose) {
  Block block{"block", {}};
  block.add(Memory{"one", 1, 32, 1, 1, {}});
  EXPECT_EQ(totals(block).gates, cost(hold(32)));
}

TEST(Block, StateInAnSramHasACopyOfOneWordAtHand) {
  Block few{"few", {}};
  few.add_state("state", 4, 100, {});
  EXPECT_TRUE(few.parts.empty());
  Block many{"many", {}};
  many.add_state("state", 32, 100, {});
  ASSERT_EQ(many.parts.size(), 1U);
  EXPECT_EQ(totals(many).gates, cost(flip_flops(100)));
  EXPECT_EQ(totals(many).sram_bits, 3200U);
}

TEST(Block, NothingIsAddedForNothing) {
  Block block{"block", {}};
  block.add(Memory{"none", 0, 32, 1, 1, {}}).add(Memory{"none", 32, 0, 1, 1, {}});
  block.add(Block{"empty", {}}).add_state("none", 0, 8, {});
  EXPECT_TRUE(block.is_empty());
}

}  // namespace
}  // namespace docsis_vp::area::block_test
