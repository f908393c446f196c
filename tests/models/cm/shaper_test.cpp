#include "models/cm/shaper/shaper.h"

#include <gtest/gtest.h>

#include "models/cm/queue_memory/queue_memory_config.h"

namespace docsis_vp::cm::shaper_test {
namespace {

struct Listener : BacklogListener {
  void backlog_grew(unsigned flow) override { last = static_cast<int>(flow); }
  int last = -1;
};

struct Bench {
  Bench() {
    memory.set_listener(shaper);
    shaper.set_listener(listener);
  }
  static QueueMemoryConfig two_flows() {
    QueueMemoryConfig config;
    config.flows.resize(2);
    return config;
  }
  void write(unsigned flow, std::uint32_t bytes, TimePs at) {
    PacketHandle packet = pool.take();
    packet->size_bytes = bytes;
    memory.write(flow, std::move(packet), at);
  }

  PacketPool pool;
  Listener listener;
  QueueMemory memory{"memory", two_flows()};
  Shaper shaper{"shaper", {{8'000'000, 1522, 0}, {0, 3044, 0}}, memory};
};

TEST(Shaper, HeadersBecomeEligibleWithTheFirstByteOfTheirFrame) {
  Bench bench;
  bench.write(0, 1522, 0);
  bench.write(0, 100, 0);
  EXPECT_EQ(bench.listener.last, 0);
  EXPECT_EQ(bench.shaper.eligible_bytes(0, 0), 1522U);
  EXPECT_EQ(bench.shaper.eligible_mac_bytes(0, 0), 1528U);
  EXPECT_EQ(bench.shaper.eligible_mac_bytes(0, kPsPerUs), 1535U);
}

TEST(Shaper, CountsThePacketsThatItsBucketsDoNotLetGoAtOnce) {
  Bench bench;
  for (const TimePs at : {TimePs{0}, 2 * kPsPerMs}) {
    bench.write(0, 1422, at);
    bench.write(0, 100, at);
    bench.write(0, 100, at);  // beyond the bucket
    bench.write(1, 9'000, at);
  }
  EXPECT_EQ(bench.shaper.delayed_packets(0), 2U);
  EXPECT_EQ(bench.shaper.delayed_packets(1), 0U);
}

TEST(Shaper, TellsWhenToAskAgain) {
  Bench bench;
  bench.write(0, 1522, 0);
  EXPECT_EQ(bench.shaper.instant_beyond(0, 1527, 0), 0);
  EXPECT_EQ(bench.shaper.instant_beyond(0, 1528, 0), kNever);
  bench.write(0, 100, 0);
  EXPECT_EQ(bench.shaper.instant_beyond(0, 1528, 0), kPsPerUs);
  // Asking again at the instants told ends at the first one that is true.
  TimePs at = 0;
  for (TimePs next = 0; (next = bench.shaper.instant_beyond(0, 1580, at)) != at; at = next) {
    ASSERT_GT(next, at);
    ASSERT_LE(bench.shaper.eligible_mac_bytes(0, next - 1), 1580U);
  }
  EXPECT_EQ(at, 47 * kPsPerUs);  // 1522 + 6 + 47 + 6 = 1581
}

TEST(Shaper, FlowsAreShapedApart) {
  Bench bench;
  bench.write(0, 10'000, 0);
  bench.write(1, 10'000, 0);
  EXPECT_EQ(bench.shaper.eligible_bytes(0, 0), 1522U);
  EXPECT_EQ(bench.shaper.eligible_bytes(1, 0), 10'000U);
  EXPECT_EQ(bench.shaper.unreleased_bytes(0, 0), 8478U);
}

TEST(Shaper, ReadAndDropKeepMemoryAndTokensInStep) {
  Bench bench;
  bench.write(0, 1000, 0);
  bench.write(0, 1000, 0);
  bench.shaper.drop_head(0, 0);
  EXPECT_EQ(bench.memory.queued_bytes(0), 1000U);
  EXPECT_EQ(bench.shaper.eligible_bytes(0, 0), 1000U);
  bench.memory.stream(0).send_header(6);
  EXPECT_TRUE(bench.shaper.read(0, 1000).packet);
  EXPECT_EQ(bench.shaper.eligible_mac_bytes(0, 0), 0U);
}

}  // namespace
}  // namespace docsis_vp::cm::shaper_test
