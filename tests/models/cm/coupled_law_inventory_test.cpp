// Inventory of the coupled law, compared with the formats of models/aqm/dual_queue and with the
// registers for firmware.
#include "models/cm/coupled_law/coupled_law_inventory.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "tests/models/cm/declared_registers.h"

namespace docsis_vp::cm::coupled_law_inventory_test {
namespace {

using area::Block;
using area::cost;
using area::Memory;

using Aggregates = std::vector<std::shared_ptr<const AggregateQueueConfig>>;

constexpr std::uint32_t kDepth = 20;

AggregateQueueConfig usual(bool law_apart = false) {
  AggregateQueueConfig config;
  config.queue.law.amsr_bits_per_s = 50'000'000;
  config.queue.law.estimate = DUAL_QUEUE_DELAY_V;
  config.queue.law.classic_buffer_bytes = 1'000'000;
  config.queue.law_apart = law_apart;
  return config;
}

Block inventory_of(const AggregateQueueConfig& aggregate, unsigned count, unsigned channels = 2) {
  InventoryWidths widths;
  widths.flows = 32;
  widths.depth = kDepth;
  return coupled_law_inventory(
      Aggregates(count, std::make_shared<const AggregateQueueConfig>(aggregate)), channels, widths);
}

const Block* find(const Block& block, const std::string& name) {
  for (const Block& inner : block.blocks) {
    if (inner.name == name) {
      return &inner;
    }
    if (const Block* const found = find(inner, name)) {
      return found;
    }
  }
  return nullptr;
}

// 0 by 0 if there is none.
Memory memory(const Block& block, const std::string& name) {
  for (const Memory& each : block.memories) {
    if (each.name == name) {
      return each;
    }
  }
  return {};
}

void expect_memory(const Block& block, const std::string& name, std::uint64_t words,
                   std::uint32_t bits) {
  EXPECT_EQ(memory(block, name).words, words) << name;
  EXPECT_EQ(memory(block, name).bits, bits) << name;
}

TEST(CoupledLawInventory, IsEmptyWithoutAggregates) {
  EXPECT_TRUE(inventory_of(usual(), 0).is_empty());
}

TEST(CoupledLawInventory, EachAggregateHas33BucketsOfIdentityAndExpiry) {
  for (const unsigned count : {1U, 3U, 16U}) {
    expect_memory(*find(inventory_of(usual(), count), "queue_protection"), "buckets", 33U * count,
                  128);
  }
  EXPECT_EQ(sizeof(queue_protection_state), 33U * 128 / 8);
}

TEST(CoupledLawInventory, StateHasTheWordsOfTheLaw) {
  const Block law = inventory_of(usual(), 3);
  // DOCSIS-PIE 140; virtual queue and its last arrival, average loop delay and whether it is known;
  // p_CL and three counts of marking; bytes of the interval.
  expect_memory(law, "state", 3, 140 + 2 * 64 + 48 + 1 + 4 * 33 + 32);
  // Time without a queue; average bytes.
  expect_memory(law, "law_state", 3, 20 + 48);
  // Eight counters of 32 bits of each queue.
  expect_memory(law, "congestion_counts", 3 * 16, 32);
  // Starts and grants of a MAP of each channel.
  expect_memory(*find(law, "loop_delay"), "sums", 3 * 2, 40 + 8);
}

TEST(CoupledLawInventory, CountsWhatTheConfigurationUses) {
  AggregateQueueConfig plain = usual();
  plain.queue.law.protect = 0;
  plain.queue.law.ect0_in_ll = DUAL_QUEUE_ECT0_AS_ECT1;
  plain.queue.law.overload_drops = 0;
  const Block unprotected = inventory_of(plain, 1);
  EXPECT_EQ(find(unprotected, "queue_protection"), nullptr);
  expect_memory(unprotected, "state", 1, 140 + 2 * 64 + 48 + 1 + 2 * 33 + 32);

  AggregateQueueConfig unlimited = usual();
  unlimited.queue.law.amsr_bits_per_s = 0;
  const Block without_estimate = inventory_of(unlimited, 1);
  for (const char* const name : {"virtual_queue", "loop_delay", "alignment"}) {
    EXPECT_EQ(find(without_estimate, name), nullptr) << name;
    EXPECT_NE(find(unprotected, name), nullptr) << name;
  }
  expect_memory(without_estimate, "state", 1, 140 + 4 * 33 + 32);
}

// Conditions of RFC 9957 sec. 4.2.1 and the test of room, counted by hand.
TEST(CoupledLawInventory, ComparisonsAreThoseOfTheLaw) {
  const Block law = inventory_of(usual(), 1);
  const Block& sanction = *find(law, "sanction");
  const area::Gates comparisons = cost(area::less(26)) + cost(area::is_constant(64 - 26)) +
                                  cost(area::less(52)) + cost(area::is_constant(97 - 52));
  EXPECT_EQ(totals(sanction).gates, comparisons + totals(*find(sanction, "multiplier")).gates);
  EXPECT_EQ(totals(*find(law, "room")).gates, cost(area::less(64)) + cost(area::adder(11)) +
                                                  cost(area::incrementer(kDepth - 11)) +
                                                  cost(area::less(kDepth + 1)));
}

TEST(CoupledLawInventory, FirmwareTakesThePeriodicPartsOutOfGatesAndAddsRegisters) {
  for (const unsigned count : {1U, 4U, 16U}) {
    const Block gates = inventory_of(usual(), count);
    const Block firmware = inventory_of(usual(true), count);
    EXPECT_NE(find(gates, "control_law"), nullptr);
    EXPECT_EQ(find(gates, "firmware_door"), nullptr);
    EXPECT_EQ(find(firmware, "control_law"), nullptr);
    ASSERT_NE(find(firmware, "firmware_door"), nullptr);
    EXPECT_NE(find(firmware, "loop_delay"), nullptr) << "the average stays in gates";
    EXPECT_LT(totals(firmware).gates, totals(gates).gates) << count;
    EXPECT_GT(totals(firmware).memory_bits, totals(gates).memory_bits) << count;
    EXPECT_EQ(memory(firmware, "law_state").words, 0U);
  }
}

// Two causes have an enable each.
TEST(CoupledLawInventory, EveryBitThatFirmwareWritesIsARegister) {
  constexpr unsigned kCount = 16;
  const Block law = inventory_of(usual(true), kCount);
  const auto declared = declared_registers("models/cm/coupled_law/coupled_law.rdl");
  const area::Totals registers = totals(*find(law, "registers"));
  EXPECT_EQ(declared.at("coupled_aggregate").written_bits, 6U * 32);
  EXPECT_EQ(registers.memory_bits, kCount * declared.at("coupled_aggregate").written_bits);
  EXPECT_EQ(registers.stored_bits, 2U);
}

}  // namespace
}  // namespace docsis_vp::cm::coupled_law_inventory_test
