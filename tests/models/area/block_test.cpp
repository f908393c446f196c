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
  EXPECT_EQ(all.memory_bits, 0U);
}

TEST(Block, GatesAreThoseOfPrimitivesAndBitsOfMemoriesAreCountedApart) {
  Block block{"block", {}, 2};
  block.add(Memory{"words", 63, 32, 2, 3, {}}).add(adder(8), {});
  EXPECT_EQ(totals(block).gates, 2 * cost(adder(8)));
  EXPECT_EQ(totals(block).stored_bits, 0U);
  EXPECT_EQ(totals(block).memory_bits, 2U * 3 * 63 * 32);
  EXPECT_EQ(gates_with_flip_flops(block), 2 * (cost(adder(8)) + 3 * cost(register_file(32, 63))));
}

TEST(Block, AMemoryOfOneWordHasNothingToChoose) {
  EXPECT_EQ(flip_flop_cost({"one", 1, 32, 1, 1, {}}), cost(hold(32)));
}

// In words of 64 bits a latch is 3.33 gates where a register is 8; a clock gate a word and one word
// in flip-flops come on top.
TEST(Block, LatchesCostLessThanFlipFlopsBeyondAFewWords) {
  const auto words = [](std::uint64_t number) { return Memory{"m", number, 64, 2, 1, {}}; };
  EXPECT_LT(flip_flop_cost(words(1)), latch_cost(words(1)));
  EXPECT_LT(latch_cost(words(8)), flip_flop_cost(words(8)));
  EXPECT_GT(2 * latch_cost(words(64)).hundredths, flip_flop_cost(words(64)).hundredths);
}

TEST(Block, StateIsAMemoryOfTwoPortsThatKnowsItsCopy) {
  Block block{"block", {}};
  block.add_state("state", 4, 100, {});
  ASSERT_EQ(block.memories.size(), 1U);
  EXPECT_TRUE(block.parts.empty());
  EXPECT_TRUE(block.memories.front().is_state);
  EXPECT_EQ(block.memories.front().ports, 2U);
}

TEST(Block, NothingIsAddedForNothing) {
  Block block{"block", {}};
  block.add(Memory{"none", 0, 32, 1, 1, {}}).add(Memory{"none", 32, 0, 1, 1, {}});
  block.add(Block{"empty", {}}).add_state("none", 0, 8, {});
  EXPECT_TRUE(block.is_empty());
}

}  // namespace
}  // namespace docsis_vp::area::block_test
