// Which slot goes next on a group of channels.
#include "models/cmts/virtual_time_queue.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::cmts::virtual_time_queue_test {
namespace {

using Groups = std::vector<std::uint64_t>;

TEST(ChannelGroups, ChannelsWithTheSameLanesAreOne) {
  EXPECT_EQ(channel_groups({~std::uint64_t{0}, ~std::uint64_t{0}}), Groups{~std::uint64_t{0}});
  EXPECT_EQ(channel_groups({0b0011, 0b1100}), (Groups{0b0011, 0b1100}));
  EXPECT_EQ(channel_groups({0b0111, 0b0110, 0b1100}), (Groups{0b0001, 0b0010, 0b0100, 0b1000}));
  EXPECT_EQ(channel_groups({}), Groups{});
}

struct Queue : VirtualTimeQueue {
  explicit Queue(Order order = Order::kStart) : VirtualTimeQueue(order) {}
  // Sends the first one's packet; its slot.
  unsigned send(std::uint32_t bytes, unsigned group = 0) {
    const unsigned slot = *front(0, group, 0, true);
    sent(slot, group, bytes, bytes, 0);
    return slot;
  }
};

TEST(VirtualTimeQueue, EqualsTakeTurns) {
  Queue queue;
  for (int i = 0; i < 3; ++i) queue.add(1, 0, 1);
  queue.set_groups({1});
  for (unsigned slot = 0; slot < 3; ++slot) queue.insert(slot, 0, 0);
  for (const unsigned expected : {0, 1, 2, 0, 1, 2}) EXPECT_EQ(queue.send(100), expected);
  queue.erase(1, 0);
  for (const unsigned expected : {0, 2, 0, 2}) EXPECT_EQ(queue.send(100), expected);
  // It comes back for its turn, without those that it did not use.
  queue.insert(1, 0, 0);
  for (const unsigned expected : {1, 0, 2, 1, 0, 2}) EXPECT_EQ(queue.send(100), expected);
}

// From 0.001 to 100 000, as bits per second: packets of 64 bytes beside bundles of 156 packets.
TEST(VirtualTimeQueue, WeightsHoldOverTheWholeRange) {
  constexpr std::uint64_t kLight = 1'000;
  constexpr std::uint64_t kHeavy = 100'000'000'000;
  constexpr std::uint32_t kPacket = 64;
  constexpr std::uint32_t kBundle = 156 * kPacket;
  Queue queue;
  queue.add(kLight, 0, 1);
  queue.add(kHeavy, 0, 1);
  queue.set_groups({1});
  queue.insert(0, 0, 0);
  queue.insert(1, 0, 0);
  EXPECT_EQ(queue.send(kPacket), 0U);
  std::uint64_t bundles = 0;
  while (queue.send(queue.front(0, 0, 0, true) == 1U ? kBundle : kPacket) == 1) ++bundles;
  EXPECT_NEAR(static_cast<double>(bundles) * 156, 1e8, 1e5);
}

// Coming back does not make a light slot's debt forgotten.
TEST(VirtualTimeQueue, ALightSlotThatComesAndGoesGetsNoMore) {
  Queue queue;
  queue.add(1, 0, 1);
  queue.add(1'000, 0, 1);
  queue.set_groups({1});
  queue.insert(1, 0, 0);
  unsigned light = 0;
  for (int i = 0; i < 20'000; ++i) {
    queue.insert(0, 0, 0);
    light += queue.send(100) == 0 ? 1 : 0;
    queue.erase(0, 0);
  }
  EXPECT_NEAR(light, 20, 1);
}

// A slot of a large weight does not wait for all those of small ones.
TEST(VirtualTimeQueue, ByFinishTagsALargeRateComesFirst) {
  Queue queue(VirtualTimeQueue::Order::kFinish);
  for (int i = 0; i < 10; ++i) queue.add(i == 9 ? 20 : 1, 0, 1);
  queue.set_groups({1});
  for (unsigned slot = 0; slot < 10; ++slot) queue.insert(slot, 100, 0);
  for (int i = 0; i < 19; ++i) EXPECT_EQ(queue.send(100), 9U) << i;
}

// On two groups: what one sends counts on the other, but not for longer than a few turns.
TEST(VirtualTimeQueue, ASlotSavesNoDebtUpWhereItDoesNotNeedATurn) {
  Queue queue;
  queue.add(1, 0, 3);
  queue.add(1, 0, 2);
  queue.set_groups({1, 2});
  queue.insert(0, 0, 0);
  queue.insert(1, 0, 0);
  EXPECT_EQ(queue.send(1'522, 0), 0U);
  EXPECT_EQ(queue.send(1'522, 1), 1U);
  for (int i = 0; i < 10'000; ++i) EXPECT_EQ(queue.send(1'522, 0), 0U);
  int others = 0;
  while (queue.send(1'522, 1) == 1) ++others;
  EXPECT_GT(others, 10);
  EXPECT_LT(others, 20);
}

// Slots 0 and 1 may use both groups, slot 2 the second one only.
class PartsTest : public testing::Test {
 protected:
  static constexpr std::uint32_t kBytes = 1'522;

  PartsTest() : queue_(VirtualTimeQueue::Order::kStart) {
    for (const std::uint64_t channels : {3, 3, 2}) queue_.add(1, 0, channels);
    queue_.set_groups({1, 2});
    for (unsigned slot = 0; slot < 3; ++slot) queue_.insert(slot, 0, 0);
  }
  // The slot that goes next in the second group.
  unsigned next(TimePs now = 0) { return *queue_.front(0, 1, now, false); }

  VirtualTimeQueue queue_;
};

TEST_F(PartsTest, ASetLeavesAGroupWithoutAPart) {
  EXPECT_EQ(next(), 0U);
  queue_.set_parts(0, {65'536, 0});
  EXPECT_EQ(next(), 2U);
  EXPECT_EQ(queue_.front(0, 0, 0, false), 0U);
  // Its slots take the group if no other slot waits for it, or if they have waited for long.
  EXPECT_EQ(queue_.front(0, 1, 0, true), 0U);
  EXPECT_EQ(next(8 * kPsPerMs - 1), 2U);
  EXPECT_EQ(next(8 * kPsPerMs), 0U);
}

TEST_F(PartsTest, ASetIsAtMostTwoPacketsAheadOfItsPart) {
  queue_.set_parts(0, {32'768, 32'768});
  // Half of each packet counts: after five, the group is two and a half packets ahead.
  for (int i = 0; i < 5; ++i) {
    queue_.sent(2, 1, 2 * kBytes, 0, 0);
    EXPECT_LT(next(), 2U) << i;
    queue_.sent(next(), 1, kBytes, 0, 0);
  }
  queue_.sent(2, 1, kBytes, 0, 0);
  EXPECT_EQ(next(), 2U);
  queue_.sent(0, 0, kBytes, 0, 0);
  EXPECT_EQ(next(), 1U);
}

TEST_F(PartsTest, ASlotWhoseDemandIsNotMetDoesNotCount) {
  queue_.set_parts(0, {32'768, 32'768});
  queue_.set_met(0, false);
  queue_.set_met(1, false);
  for (int i = 0; i < 50; ++i) {
    queue_.sent(2, 1, 2 * kBytes, 0, 0);
    EXPECT_LT(next(), 2U) << i;
    queue_.sent(next(), 1, kBytes, 0, 0);
  }
}

}  // namespace
}  // namespace docsis_vp::cmts::virtual_time_queue_test
