#include "models/queue/fifo.h"

#include <gtest/gtest.h>

#include "models/queue/ring.h"

namespace docsis_vp::queue::fifo_test {
namespace {

Descriptor packet(PacketPool& pool, std::uint32_t bytes) {
  PacketHandle handle = pool.take();
  handle->size_bytes = bytes;
  return {std::move(handle), 0, 0};
}

TEST(Ring, KeepsOrderThroughGrowthAndWrap) {
  Ring<int> ring;
  int in = 0;
  int out = 0;
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 7; ++i) {
      ring.push_back(in++);
    }
    for (int i = 0; i < 5; ++i) {
      ASSERT_EQ(ring.pop_front(), out++);
    }
    ASSERT_EQ(ring.size(), static_cast<std::size_t>(in - out));
    ASSERT_EQ(ring.front(), out);
    ASSERT_EQ(ring.back(), in - 1);
    ASSERT_EQ(ring[1], out + 1);
  }
}

TEST(Ring, KeepsOrderWheneverItRanEmpty) {
  Ring<int> ring;
  int in = 0;
  int out = 0;
  for (int burst = 1; burst <= 40; ++burst) {
    for (int i = 0; i < burst; ++i) {
      ring.push_back(in++);
    }
    while (!ring.empty()) {
      ASSERT_EQ(ring[ring.size() - 1], in - 1);
      ASSERT_EQ(ring.pop_front(), out++);
    }
    ASSERT_EQ(out, in);
  }
}

TEST(Fifo, LimitsBytesAndPackets) {
  PacketPool pool;
  Fifo fifo({3000, 2});
  EXPECT_TRUE(fifo.has_room(3000));
  EXPECT_FALSE(fifo.has_room(3001));
  fifo.push(packet(pool, 1000));
  EXPECT_TRUE(fifo.has_room(2000));
  EXPECT_FALSE(fifo.has_room(2001));
  fifo.push(packet(pool, 64));
  EXPECT_FALSE(fifo.has_room(64));  // no descriptor left
  EXPECT_EQ(fifo.shortage(1936), Shortage::kPackets);
  EXPECT_EQ(fifo.shortage(1937), Shortage::kBytes) << "where both are short";
}

TEST(Fifo, CountsWhatCarriesCongestionExperienced) {
  PacketPool pool;
  Fifo fifo;
  const auto push = [&](std::uint32_t bytes, Ecn ecn) {
    PacketHandle packet = pool.take();
    packet->size_bytes = bytes;
    packet->ecn = ecn;
    fifo.push({std::move(packet)});
  };
  push(100, Ecn::kCe);
  push(200, Ecn::kEct0);
  push(400, Ecn::kCe);
  EXPECT_EQ(fifo.ce_bytes(), 500U);
  EXPECT_EQ(fifo.ce_packets(), 2U);
  fifo.read_head(30);
  EXPECT_EQ(fifo.ce_bytes(), 470U);
  EXPECT_EQ(fifo.ce_packets(), 2U);
  fifo.pop();
  EXPECT_EQ(fifo.ce_bytes(), 400U);
  fifo.head().packet->ecn = Ecn::kCe;  // marked on its way out: it was not counted
  fifo.pop();
  EXPECT_EQ(fifo.ce_bytes(), 400U);
  EXPECT_EQ(fifo.ce_packets(), 1U);
  fifo.pop();
  EXPECT_EQ(fifo.ce_bytes(), 0U);
  EXPECT_EQ(fifo.ce_packets(), 0U);
}

TEST(Fifo, APartlyReadHeadCountsWithItsRest) {
  PacketPool pool;
  Fifo fifo;
  fifo.push(packet(pool, 1000));
  fifo.push(packet(pool, 500));
  fifo.read_head(300);
  EXPECT_EQ(fifo.bytes(), 1200U);
  EXPECT_EQ(fifo.head_offset(), 300U);
  EXPECT_EQ(fifo.head_rest(), 700U);
  EXPECT_EQ(fifo.pop().packet->size_bytes, 1000U);
  EXPECT_EQ(fifo.bytes(), 500U);
  EXPECT_EQ(fifo.head_rest(), 500U);
}

}  // namespace
}  // namespace docsis_vp::queue::fifo_test
