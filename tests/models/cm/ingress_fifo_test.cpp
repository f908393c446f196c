#include "models/cm/queue_memory/ingress_fifo.h"

#include <gtest/gtest.h>

#include <utility>

#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/queue_memory/queue_memory_config.h"
#include "tests/models/cm/support/upstream_fakes.h"

namespace docsis_vp::cm::ingress_fifo_test {
namespace {

// Accepts all packets except those it is told to drop, in front of a port with a byte per
// nanosecond.
struct Bench : FlowSink {
  static QueueMemoryConfig memory_config() {
    QueueMemoryConfig config;
    config.clock_hz = 1'000'000'000;
    config.port = {1, 100, true, 3'000};
    config.flows.resize(2);
    return config;
  }
  void offer(unsigned flow, PacketHandle packet, TimePs arrived) override {
    if (accepts) {
      memory.write(flow, std::move(packet), arrived);
    }
  }
  void arrive(TimePs at, std::uint32_t bytes, unsigned flow = 0) {
    fifo.offer(flow, take_packet(pool, bytes), at);
  }

  PacketPool pool;
  QueueMemory memory{"memory", memory_config()};
  IngressFifo fifo{memory, *this};
  bool accepts = true;
};

TEST(IngressFifo, HoldsPacketsUntilTheyAreWritten) {
  Bench bench;
  bench.arrive(0, 1'500);
  bench.arrive(0, 1'500);
  bench.arrive(0, 64, 1);                     // lost
  bench.arrive(1'500 * kPsPerNs - 1, 64, 1);  // lost: the last beat is missing
  bench.arrive(1'500 * kPsPerNs, 1'500, 1);
  bench.arrive(1'500 * kPsPerNs, 64, 1);  // lost
  EXPECT_EQ(bench.fifo.lost(0).packets, 0U);
  EXPECT_EQ(bench.fifo.lost(1).packets, 3U);
  EXPECT_EQ(bench.fifo.lost(1).bytes, 192U);
  EXPECT_EQ(bench.memory.queued_packets(0), 2U);
  EXPECT_EQ(bench.memory.queued_packets(1), 1U);
  EXPECT_EQ(bench.memory.port(1'500 * kPsPerNs).counters().peak_backlog_bytes, 3'000U);
}

TEST(IngressFifo, WhatIsDroppedAtOnceTakesNoRoom) {
  Bench bench;
  bench.accepts = false;
  for (int i = 0; i < 10; ++i) {
    bench.arrive(0, 1'500);
  }
  EXPECT_EQ(bench.fifo.lost(0).packets, 0U);
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

TEST(IngressFifo, EmptiesAtHalfTheRateBesideARead) {
  Bench bench;
  bench.memory.port().reserve_read(0, 0, 1'500);
  bench.arrive(0, 1'500);
  bench.arrive(0, 1'500);
  bench.arrive(2'999 * kPsPerNs, 64);  // lost
  bench.arrive(3'000 * kPsPerNs, 64);
  EXPECT_EQ(bench.fifo.lost(0).packets, 1U);
}

}  // namespace
}  // namespace docsis_vp::cm::ingress_fifo_test
