#include "models/cm/queue_memory/queue_memory.h"

#include <gtest/gtest.h>

#include <utility>

#include "models/cm/queue_memory/queue_memory_config.h"
#include "platform/base/errors.h"

namespace docsis_vp::cm::queue_memory_test {
namespace {

struct Bench {
  Bench() : Bench(10'000) {}
  explicit Bench(std::uint64_t capacity) : memory("memory", config(capacity)) {}

  static QueueMemoryConfig config(std::uint64_t capacity) {
    QueueMemoryConfig config;
    config.clock_hz = 1'000'000'000;  // 1000 ps
    config.port = {8, 100, false};
    config.capacity_bytes = capacity;
    config.flows = {{3000, 8192}, {UINT64_MAX, 2}};
    return config;
  }
  PacketHandle packet(std::uint32_t bytes) {
    PacketHandle handle = pool.take();
    handle->size_bytes = bytes;
    return handle;
  }
  void write(unsigned flow, std::uint32_t bytes, TimePs at = 0) {
    memory.write(flow, packet(bytes), at);
  }
  bool has_room(unsigned flow, std::uint32_t bytes, TimePs at = 0) {
    return memory.has_room(flow, *packet(bytes), at);
  }

  PacketPool pool;
  QueueMemory memory;
};

TEST(QueueMemory, LimitsBytesAndDescriptorsPerFlowAndBytesOfAll) {
  Bench bench(5000);
  bench.write(0, 2000);
  EXPECT_TRUE(bench.has_room(0, 1000));
  EXPECT_FALSE(bench.has_room(0, 1001));  // bytes of the flow
  bench.write(1, 1500);
  EXPECT_FALSE(bench.has_room(1, 1501));  // capacity of the memory
  bench.write(1, 64);
  EXPECT_FALSE(bench.has_room(1, 64));  // descriptors of the flow
  const auto shortage = [&](unsigned flow, std::uint32_t bytes) {
    return bench.memory.shortage(flow, *bench.packet(bytes), 0);
  };
  EXPECT_EQ(shortage(0, 1000), queue::Shortage::kNone);
  EXPECT_EQ(shortage(0, 1001), queue::Shortage::kBytes);
  EXPECT_EQ(shortage(1, 64), queue::Shortage::kPackets);
  EXPECT_EQ(shortage(1, 1501), queue::Shortage::kBytes) << "no capacity either";
  EXPECT_EQ(bench.memory.occupied_bytes(0), 3564U);
}

TEST(QueueMemory, DepthCountsUnreadBytesUntilThePortHasMovedThem) {
  Bench bench;
  bench.write(0, 1000);
  bench.write(0, 1000);
  EXPECT_EQ(bench.memory.depth_bytes(0, 0), 2000U);
  EXPECT_FALSE(bench.memory.read(0, 400).packet);
  bench.memory.moved_at(0, 400, 50);
  EXPECT_EQ(bench.memory.depth_bytes(0, 49), 2000U);
  EXPECT_EQ(bench.memory.depth_bytes(0, 50), 1600U);
  EXPECT_EQ(bench.memory.read(0, 600).packet->size_bytes, 1000U);
  bench.memory.moved_at(0, 600, 60);
  EXPECT_EQ(bench.memory.depth_bytes(0, 60), 1000U);
  EXPECT_EQ(bench.memory.queued_packets(0), 1U);
  EXPECT_EQ(bench.memory.occupied_bytes(60), 1000U);
}

// The limit of a flow holds for its depth, bytes that the port is moving included.
TEST(QueueMemory, BytesOnTheirWayToABurstStillFillTheFlowsBuffer) {
  Bench bench;
  bench.write(0, 1'500);
  bench.write(0, 1'500);
  EXPECT_FALSE(bench.has_room(0, 64));
  bench.memory.read(0, 1'500);
  bench.memory.moved_at(0, 500, 50);
  bench.memory.moved_at(0, 1'000, 90);
  EXPECT_FALSE(bench.has_room(0, 64, 49));
  EXPECT_TRUE(bench.has_room(0, 500, 50));
  EXPECT_FALSE(bench.has_room(0, 501, 89));
  EXPECT_TRUE(bench.has_room(0, 1'500, 90));
  EXPECT_EQ(bench.memory.depth_bytes(0, 90), 1'500U);
}

// No query asked for the depth of the flow whose bytes were moved meanwhile.
TEST(QueueMemory, WhatOneFlowHasSentMakesRoomForAnother) {
  Bench bench(2000);
  bench.write(0, 2000);
  bench.memory.read(0, 1000);
  bench.memory.moved_at(0, 1000, 50);
  EXPECT_FALSE(bench.has_room(1, 1000, 49));
  EXPECT_TRUE(bench.has_room(1, 1000, 50));
  EXPECT_FALSE(bench.has_room(1, 1001, 50));
  EXPECT_EQ(bench.memory.occupied_bytes(50), 1000U);
}

// One channel's burst is read frame by frame, another's meanwhile.
TEST(QueueMemory, DepthFollowsReadsThatAreToldOutOfOrder) {
  Bench bench;
  bench.write(0, 3000);
  bench.memory.read(0, 1000);
  bench.memory.moved_at(0, 400, 50);
  bench.memory.moved_at(0, 600, 150);
  bench.memory.read(0, 500);
  bench.memory.moved_at(0, 500, 100);
  EXPECT_EQ(bench.memory.depth_bytes(0, 99), 2600U);
  EXPECT_EQ(bench.memory.depth_bytes(0, 100), 2100U);
  EXPECT_EQ(bench.memory.depth_bytes(0, 150), 1500U);
}

TEST(QueueMemory, ADroppedHeadLeavesWithItsUnreadRest) {
  Bench bench;
  bench.write(0, 1000);
  bench.memory.read(0, 400);
  bench.memory.moved_at(0, 400, 10);
  EXPECT_EQ(bench.memory.drop_head(0, 10).packet->size_bytes, 1000U);
  EXPECT_EQ(bench.memory.depth_bytes(0, 10), 0U);
  const QueueMemory::Counters& counters = bench.memory.counters(0);
  EXPECT_EQ(counters.written_bytes, counters.read_bytes + counters.dropped_bytes);
  EXPECT_EQ(counters.read_bytes, 400U);
  EXPECT_EQ(counters.read_packets, 0U);
  EXPECT_EQ(counters.dropped_packets, 1U);
}

TEST(QueueMemory, APacketIsWrittenOnceThePortHasStoredIt) {
  Bench bench;
  bench.write(0, 800, 1'000);
  bench.write(0, 800, 2'500);
  const queue::Fifo& fifo = bench.memory.stream(0).fifo();
  EXPECT_FALSE(bench.memory.is_finished(fifo[0].write, 100'999));
  EXPECT_TRUE(bench.memory.is_finished(fifo[0].write, 101'000));
  EXPECT_FALSE(bench.memory.is_finished(fifo[1].write, 200'999));
  EXPECT_TRUE(bench.memory.is_finished(fifo[1].write, 201'000));
}

TEST(QueueMemory, APacketDroppedBeforeItsWriteCostsThePortNothing) {
  Bench bench;
  bench.write(0, 800, 1'000);
  bench.write(0, 800, 1'000);
  const PacketHandle managed = bench.packet(800);
  bench.memory.store(1, *managed, 1'000);
  bench.memory.drop_head(0, 2'000);  // has begun
  bench.memory.drop_head(0, 2'000);
  bench.memory.discard(1, *managed, 2'000);
  EXPECT_EQ(bench.memory.port(2'000).backlog_bytes(), 800U);
  const PortSchedule::Counters& counters = bench.memory.port(1'000'000).counters();
  EXPECT_EQ(counters.write_cycles, 100U);
  EXPECT_EQ(counters.idle_cycles, 900U);
  EXPECT_EQ(bench.memory.occupied_bytes(1'000'000), 0U);
}

struct Listener : WriteListener {
  void written(unsigned flow, std::uint32_t bytes, TimePs accepted) override {
    last = {flow, bytes};
    at = accepted;
  }
  void discarded(unsigned, std::uint32_t, TimePs) override {}
  std::pair<unsigned, std::uint32_t> last{99, 0};
  TimePs at = -1;
};

TEST(QueueMemory, TellsItsListener) {
  Bench bench;
  Listener listener;
  bench.memory.set_listener(listener);
  bench.write(1, 700, 77);
  EXPECT_EQ(listener.last, std::make_pair(1U, 700U));
  EXPECT_EQ(listener.at, 77);
}

TEST(QueueMemory, RefusesNoFlowsAndMoreThanFortyEight) {
  QueueMemoryConfig config;
  EXPECT_THROW(QueueMemory("a", config), ConfigError);
  config.flows.resize(49);
  EXPECT_THROW(QueueMemory("b", config), ConfigError);
}

// 8 bytes a cycle of 1 ns: 1000 bytes take 125 ns, a descriptor of 16 bytes there and back 4.
TEST(QueueMemory, DescriptorsBeyondTheCacheTakeThePort) {
  QueueMemoryConfig config = Bench::config(100'000);
  config.flows = {{UINT64_MAX, 8192}, {UINT64_MAX, 8192}};
  config.descriptors = {2, 16, 100 * kPsPerNs};
  PacketPool pool;
  QueueMemory memory("memory", config);
  const auto write = [&](unsigned flow, TimePs at) {
    PacketHandle packet = pool.take();
    packet->size_bytes = 1000;
    memory.write(flow, std::move(packet), at);
    const queue::Fifo& fifo = memory.stream(flow).fifo();
    const PortSchedule& port = memory.port(at);
    return port.writes_done_by(port.beats_until(fifo[fifo.packets() - 1].write));
  };
  EXPECT_EQ(write(0, 0), 125);
  EXPECT_EQ(write(0, 0), 250);
  EXPECT_EQ(write(0, 0), 375 + 4);    // the third one of its flow
  EXPECT_EQ(write(1, 0), 379 + 125);  // each flow has its own cache
  EXPECT_EQ(memory.counters(0).spilled_descriptors, 1U);
  EXPECT_EQ(memory.counters(1).spilled_descriptors, 0U);
  memory.read(0, 1000);
  EXPECT_EQ(write(0, 1000 * kPsPerNs), 1000 + 125 + 4);  // two others are before it
  memory.read(0, 1000);
  memory.read(0, 1000);
  EXPECT_EQ(write(0, 2000 * kPsPerNs), 2125);  // one
}

}  // namespace
}  // namespace docsis_vp::cm::queue_memory_test
