#include "platform/base/packet.h"

#include <gtest/gtest.h>

namespace docsis_vp::packet_test {
namespace {

TEST(PacketPool, GivesBackWhatAHandleLetsGo) {
  PacketPool pool;
  {
    PacketHandle first = pool.take();
    PacketHandle second = pool.take();
    EXPECT_NE(first->id, second->id);
    EXPECT_EQ(pool.in_use(), 2U);
    first = std::move(second);
    EXPECT_EQ(pool.in_use(), 1U);
    EXPECT_FALSE(second);
  }
  EXPECT_EQ(pool.in_use(), 0U);
}

TEST(PacketPool, AReusedPacketRemembersNothing) {
  PacketPool pool;
  PacketHandle packet = pool.take();
  packet->size_bytes = 1500;
  packet->ecn = Ecn::kCe;
  const auto id = packet->id;
  packet.reset();
  packet = pool.take();
  EXPECT_EQ(packet->size_bytes, 0U);
  EXPECT_EQ(packet->ecn, Ecn::kNotEct);
  EXPECT_NE(packet->id, id);
}

}  // namespace
}  // namespace docsis_vp::packet_test
