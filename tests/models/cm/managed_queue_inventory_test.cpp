// How several queues under a manager grow: never smaller with more flows, queues, descriptors or
// wider quantities, and by the words that each of them adds.
#include "models/cm/managed_queue/managed_queue_inventory.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/queue/managers.h"

namespace docsis_vp::cm::managed_queue_inventory_test {
namespace {

using area::Block;

struct Wanted {
  std::string manager = "sfq_codel";
  unsigned flows = 4;
  std::uint32_t queues = 32;
  std::uint32_t descriptors = 8192;
  std::uint32_t depth = 24;
  std::uint32_t quantum_bytes = 1514;
  std::uint32_t stage_bytes = 0;
};

Block inventory(const Wanted& wanted) {
  ManagedQueueConfig config;
  config.discipline.law.algorithm = wanted.manager;
  config.discipline.law.settings.buffer_bytes = 1'000'000;
  config.discipline.multi.queues = wanted.queues;
  config.discipline.multi.quantum_bytes = wanted.quantum_bytes;
  config.stage_bytes = wanted.stage_bytes;
  InventoryWidths widths;
  widths.flows = wanted.flows;
  widths.descriptors = wanted.descriptors;
  widths.depth = wanted.depth;
  return managed_queue_inventory(wanted.flows, config, widths);
}

// Gates and bits of memories apart: gates fall where a memory grows out of registers.
struct Size {
  area::Gates logic;
  std::uint64_t memory_bits = 0;
};

Size size_of(const Block& block) {
  Size size;
  for (const area::Part& part : block.parts) {
    size.logic = size.logic + part.count * cost(part.shape);
  }
  for (const area::Memory& memory : block.memories) {
    size.memory_bits += memory.count * memory.stored_bits();
  }
  for (const Block& inner : block.blocks) {
    const Size within = size_of(inner);
    size.logic = size.logic + within.logic;
    size.memory_bits += within.memory_bits;
  }
  size.logic = block.count * size.logic;
  size.memory_bits *= block.count;
  return size;
}

const area::Memory& memory(const Block& block, const std::string& of, const std::string& name) {
  for (const Block& inner : block.blocks) {
    for (const area::Memory& each : inner.memories) {
      if (inner.name == of && each.name == name) {
        return each;
      }
    }
  }
  throw std::runtime_error("no memory " + of + "/" + name);
}

struct Axis {
  const char* name;
  std::vector<std::uint32_t> values;
  std::function<void(Wanted&, std::uint32_t)> set;
};

std::vector<Axis> axes() {
  return {
      {"flows", {1, 2, 3, 4, 8, 16, 31, 32}, [](Wanted& s, auto n) { s.flows = n; }},
      {"queues", {2, 4, 8, 16, 32, 64, 256, 1024, 4096}, [](Wanted& s, auto n) { s.queues = n; }},
      {"odd queues", {3, 5, 7, 31, 33, 1023, 1025}, [](Wanted& s, auto n) { s.queues = n; }},
      {"descriptors",
       {16, 64, 100, 1024, 8192, 65536},
       [](Wanted& s, auto n) { s.descriptors = n; }},
      {"depth", {12, 16, 17, 20, 24, 27, 31}, [](Wanted& s, auto n) { s.depth = n; }},
      {"quantum", {64, 300, 1514, 3000, 20'000}, [](Wanted& s, auto n) { s.quantum_bytes = n; }},
      {"stage", {0, 2000, 6000, 64'000}, [](Wanted& s, auto n) { s.stage_bytes = n; }}};
}

TEST(ManagedQueueInventory, GrowsAlongEachAxis) {
  for (const queue::Manager& manager : queue::managers()) {
    for (const Axis& axis : axes()) {
      Wanted wanted;
      wanted.manager = manager.name;
      Size before;
      for (const std::uint32_t value : axis.values) {
        axis.set(wanted, value);
        const Size now = size_of(inventory(wanted));
        EXPECT_FALSE(now.logic < before.logic) << manager.name << ' ' << axis.name << ' ' << value;
        EXPECT_GE(now.memory_bits, before.memory_bits)
            << manager.name << ' ' << axis.name << ' ' << value;
        before = now;
      }
    }
  }
}

TEST(ManagedQueueInventory, FlowsAndQueuesMultiplyWordsAndDescriptorsWidenThem) {
  const Block block = inventory({});
  // Bytes, packets, first and last descriptor.
  EXPECT_EQ(memory(block, "backlogs", "queues").words, 4U * 32);
  EXPECT_EQ(memory(block, "backlogs", "queues").bits, 24U + 14 + 2 * 13);
  EXPECT_EQ(memory(block, "backlogs", "flows").words, 4U);
  EXPECT_EQ(memory(block, "scheduler", "deficits").words, 4U * 32);
  // A quantum and a packet of 11 bits more, and a sign.
  EXPECT_EQ(memory(block, "scheduler", "deficits").bits, 12U + 1);
  EXPECT_EQ(memory(block, "scheduler", "links").bits, 5U);
  EXPECT_EQ(memory(block, "longest", "known").bits, 5U + 24 + 1);
  Wanted wider;
  wider.descriptors = 65'536;
  EXPECT_EQ(memory(inventory(wider), "backlogs", "queues").bits, 24U + 17 + 2 * 16);
}

TEST(ManagedQueueInventory, ManyQueuesAddBitsAndHardlyGates) {
  Wanted few;
  few.queues = 64;
  Wanted many;
  many.queues = 1024;
  const Size small = size_of(inventory(few));
  const Size large = size_of(inventory(many));
  EXPECT_GE(large.memory_bits, 15 * small.memory_bits);
  // A decoder of marks is what grows with them.
  EXPECT_LT(large.logic.hundredths,
            small.logic.hundredths + 2 * cost(area::decoder(1024)).hundredths);
}

}  // namespace
}  // namespace docsis_vp::cm::managed_queue_inventory_test
