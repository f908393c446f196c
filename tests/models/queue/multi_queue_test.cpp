#include "models/queue/multi_queue.h"

#include <gtest/gtest.h>

#include <set>

#include "models/aqm/pie/pie_params.h"
#include "platform/base/errors.h"
#include "tests/models/queue/bench.h"

namespace docsis_vp::queue::multi_queue_test {
namespace {

Manager manager_of(const char* law, LawUse use, Overflow overflow = Overflow::kTail,
                   ServiceOrder order = ServiceOrder::kNewFirst) {
  Manager manager = *find_manager("drr");
  manager.law = law;
  manager.use = use;
  manager.overflow = overflow;
  manager.service_order = order;
  return manager;
}

// Two flows of different queues.
std::pair<FlowId, FlowId> apart(MultiQueue& queues) {
  FlowId other = 1;
  while (queues.queue_of(other) == queues.queue_of(0)) ++other;
  return {0, other};
}

TEST(MultiQueue, DropsTheLastPacketOfTheLongestQueueWhenFull) {
  const Manager manager = manager_of("tail_drop", LawUse::kPerQueue);
  QueueBench bench(64);
  const auto [a, b] = apart(bench.use(manager, plain("tail_drop", 10'000)));
  for (int i = 0; i < 9; ++i) bench.offer(a, 1000);
  bench.offer(b, 1000);
  EXPECT_TRUE(bench.record.buffer_drops.empty());
  bench.offer(b, 1000);
  ASSERT_EQ(bench.record.buffer_drops.size(), 1U);
  EXPECT_EQ(bench.record.buffer_drops[0].flow, a);
  EXPECT_EQ(bench.record.buffer_drops[0].sequence, 8U);
  EXPECT_EQ(bench.discipline->bytes(), 10'000U);
}

// The last packet of the longest queue may be the one that arrives: it was never queued.
TEST(MultiQueue, RefusesAPacketThatWouldGiveWayAtOnce) {
  const Manager manager = manager_of("tail_drop", LawUse::kPerQueue);
  struct Admissions : Record {
    std::uint64_t admitted(const Packet&) override { return ++count; }
    std::uint64_t count = 0;
  };
  Admissions record;
  const FlowTable flows = udp_flows(64);
  PacketPool pool;
  DisciplineConfig config = plain("tail_drop", 10'000);
  config.law.settings.buffer_packets = 12;
  MultiQueue queues(manager, config, flows, record);
  const auto [a, b] = apart(queues);
  const auto offer = [&](FlowId flow, std::uint32_t bytes, const PacketTally& ahead = {}) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    packet->sequence = record.count + record.buffer_drops.size();
    packet->size_bytes = bytes;
    queues.enqueue(std::move(packet), 0, ahead);
  };
  for (int i = 0; i < 8; ++i) offer(a, 1'000);
  offer(b, 1'000);
  offer(a, 500, {1, 1'000});
  EXPECT_EQ(record.count, 9U);
  EXPECT_EQ(record.buffer_drops.back().sequence, 9U);
  EXPECT_EQ(record.buffer_drops.back().bytes, 500U) << "of the longest queue, the last";
  offer(b, 1'000, {1, 9'500});
  EXPECT_EQ(record.count, 9U) << "nothing that is queued could make room";
  EXPECT_EQ(record.buffer_drops.size(), 2U);
  EXPECT_EQ(queues.packets(), 9U);
  offer(b, 500, {1, 1'000});
  EXPECT_EQ(record.count, 10U);
  EXPECT_EQ(record.buffer_drops.back().flow, a);
  EXPECT_EQ(record.buffer_drops.back().bytes, 1'000U);
}

TEST(MultiQueue, SaysWhichLimitMadeItDrop) {
  for (const Overflow overflow : {Overflow::kTail, Overflow::kHead}) {
    for (const bool in_packets : {false, true}) {
      const Manager manager = manager_of("tail_drop", LawUse::kPerQueue, overflow);
      QueueBench bench(64);
      DisciplineConfig config = plain("tail_drop", 10'000);
      config.law.settings.buffer_packets = 12;
      const auto [a, b] = apart(bench.use(manager, config));
      const int most = in_packets ? 12 : 10;
      for (int i = 0; i < most; ++i) bench.offer(a, in_packets ? 64 : 1000);
      EXPECT_TRUE(bench.record.shortages.empty());
      bench.offer(b, 64);
      ASSERT_FALSE(bench.record.shortages.empty());
      for (const Shortage shortage : bench.record.shortages) {
        EXPECT_EQ(shortage, in_packets ? Shortage::kPackets : Shortage::kBytes);
      }
    }
  }
}

// ns-2's sfqcodel: 20 packets of 100 bytes are more than 10 of 1000.
TEST(MultiQueue, TheLongestQueueMayBeThatOfMostPackets) {
  for (const Length length : {Length::kBytes, Length::kPackets}) {
    Manager manager = manager_of("tail_drop", LawUse::kPerQueue);
    manager.longest_by = length;
    QueueBench bench(64);
    const auto [large, small] = apart(bench.use(manager, plain("tail_drop", 12'000)));
    for (int i = 0; i < 10; ++i) bench.offer(large, 1000);
    for (int i = 0; i < 20; ++i) bench.offer(small, 100);
    bench.offer(small, 100);
    ASSERT_EQ(bench.record.buffer_drops.size(), 1U);
    EXPECT_EQ(bench.record.buffer_drops[0].flow, length == Length::kBytes ? large : small);
  }
  EXPECT_EQ(find_manager("sfq_codel")->longest_by, Length::kPackets);
  EXPECT_EQ(find_manager("fq_codel")->longest_by, Length::kBytes);
}

// RFC 8290 sec. 4.1.2: from the head, until half of the bytes or 64 packets are gone.
TEST(MultiQueue, DropsABatchAtTheHeadOfTheLongestQueueWhenFull) {
  const Manager manager = manager_of("tail_drop", LawUse::kPerQueue, Overflow::kHead);
  QueueBench bench(64);
  const auto [a, b] = apart(bench.use(manager, plain("tail_drop", 20'000)));
  for (int i = 0; i < 20; ++i) bench.offer(a, 1000);
  bench.offer(b, 100);
  EXPECT_EQ(numbers(bench.record.buffer_drops),
            (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  for (const auto& item : bench.record.buffer_drops) EXPECT_EQ(item.flow, a);

  QueueBench small(64);
  small.use(manager, plain("tail_drop", 50'000));
  for (int i = 0; i < 501; ++i) small.offer(0, 100);
  EXPECT_EQ(small.record.buffer_drops.size(), 64U);
}

// Linux sch_fq_codel: CoDel's intervals go on as if it had dropped them itself. A queue of about
// twenty milliseconds; the eleven that go at 215 ms make count 13.
TEST(MultiQueue, WhatMakesRoomCountsInTheEpisodeOfItsQueue) {
  const Manager manager = manager_of("codel", LawUse::kPerQueue, Overflow::kHead);
  QueueBench bench(1);
  DisciplineConfig config = plain("codel", 20'000);
  config.law.settings.latency_target_us = 1'000;
  bench.use(manager, config);
  for (int i = 0; i < 20; ++i) bench.offer(0, 1000);
  std::vector<int> drops_at_ms;
  for (int ms = 1; ms <= 330; ++ms) {
    const TimePs now = ms * kPsPerMs;
    const std::size_t before = bench.record.aqm_drops.size();
    bench.send(now);
    if (bench.record.aqm_drops.size() != before) drops_at_ms.push_back(ms);
    bench.offer(0, 1000, now);
    while (ms == 215 && bench.record.buffer_drops.empty()) bench.offer(0, 1000, now);
  }
  EXPECT_EQ(bench.record.buffer_drops.size(), 11U);
  // 201 + 100 / sqrt(2), + 100 / sqrt(14), + 100 / sqrt(15)
  EXPECT_EQ(drops_at_ms, (std::vector<int>{101, 201, 272, 299, 325}));
}

// The share holds in bytes and in packets, whether queues have their own laws or a common one.
TEST(MultiQueue, AQueueHoldsItsShareOfTheBuffer) {
  for (const LawUse use : {LawUse::kPerQueue, LawUse::kScaled}) {
    for (const bool in_packets : {false, true}) {
      const Manager manager = manager_of("docsis_pie", use);
      QueueBench bench(64);
      DisciplineConfig config = plain("docsis_pie", in_packets ? 1'000'000 : 100'000);
      config.law.settings.buffer_packets = in_packets ? 91 : 0;
      config.multi.queue_share = 10;
      const auto [a, b] = apart(bench.use(manager, config));
      for (int i = 0; i < 30; ++i) bench.offer(a, 1000);
      EXPECT_EQ(bench.discipline->packets(), 10U);
      EXPECT_EQ(bench.record.buffer_drops.size(), 20U);
      EXPECT_EQ(bench.record.shortages,
                std::vector<Shortage>(20, in_packets ? Shortage::kPackets : Shortage::kBytes));
      for (int i = 0; i < 30; ++i) bench.offer(b, 1000);
      EXPECT_EQ(bench.discipline->packets(), 20U);
    }
  }
}

TEST(MultiQueue, FlowsShareTheLinkInBytes) {
  for (const ServiceOrder order : {ServiceOrder::kNewFirst, ServiceOrder::kInOrder}) {
    const Manager manager = manager_of("tail_drop", LawUse::kPerQueue, Overflow::kTail, order);
    QueueBench bench(64);
    const auto [a, b] = apart(bench.use(manager, plain("tail_drop", 1'000'000)));
    for (int i = 0; i < 100; ++i) bench.offer(a, 1500);
    for (int i = 0; i < 1500; ++i) bench.offer(b, 100);
    for (int i = 0; i < 400; ++i) bench.send();
    std::uint64_t bytes[2] = {};
    for (const auto& item : bench.record.sent) bytes[item.flow == a ? 0 : 1] += item.bytes;
    const std::uint64_t difference =
        bytes[0] > bytes[1] ? bytes[0] - bytes[1] : bytes[1] - bytes[0];
    EXPECT_LE(difference, 1514U + 2 * 1500U);
    EXPECT_GT(bytes[0], 10'000U);
  }
}

// Claim C-2014-19. A flow whose queue is empty loses nothing, however high the probability is.
// RFC 8289 sec. 5.5: a queue found empty has stood no longer. Each packet of the sparse flow waits
// 20 ms behind the other's, but never two of them at a time.
class SparseFlow : public ::testing::TestWithParam<const char*> {};

TEST_P(SparseFlow, LosesNothingToCoDelBehindAFlood) {
  const Manager& manager = *find_manager(GetParam());
  QueueBench bench(64);
  const DisciplineConfig config = plain(std::string(manager.law), 1'000'000);
  const auto [flood, sparse] = apart(bench.use(manager, config));
  constexpr TimePs kPacketTime = 20 * kPsPerMs;
  bench.offer(flood, 1500, 0);
  for (int i = 1; i < 1'000; ++i) {
    const TimePs now = i * kPacketTime;
    bench.offer(flood, 1500, now);
    bench.offer(flood, 1500, now);
    if (i % 3 == 0) bench.offer(sparse, 200, now - kPacketTime);
    ASSERT_TRUE(bench.send(now));
  }
  ASSERT_GT(bench.record.aqm_drops.size(), 100U);
  for (const Record::Item& drop : bench.record.aqm_drops) EXPECT_EQ(drop.flow, flood);
}

INSTANTIATE_TEST_SUITE_P(Managers, SparseFlow, ::testing::Values("fq_codel", "sfq_codel"));

TEST(ScaledLaw, NeverDropsFromAnEmptyQueue) {
  const Manager manager = manager_of("docsis_pie", LawUse::kScaled);
  QueueBench bench(256);
  MultiQueue& queues = bench.use(manager, plain("docsis_pie", 4'000'000));
  const auto [a, b] = apart(queues);
  TimePs now = 0;
  for (int tick = 0; tick < 400; ++tick) {
    now += queues.law().interval();
    for (int i = 0; i < 40; ++i) {
      bench.offer(a, 1500, now);
      if (queues.backlog(queues.queue_of(b)).packets == 0) bench.offer(b, 1500, now);
      if (i % 2 == 0) bench.send(now);
    }
  }
  std::size_t dropped_of_a = 0;
  for (const auto& item : bench.record.aqm_drops) {
    EXPECT_EQ(item.flow, a);
    ++dropped_of_a;
  }
  EXPECT_GT(dropped_of_a, 1000U);
}

// Where the law would drop each packet of the longest queue with 0.85, the highest probability of
// one packet, it drops those of a queue with 1/200 of its length with 13.6 / 200 x 1500 / 1024.
TEST(ScaledLaw, FollowsTheLengthOfTheQueue) {
  const Manager manager = manager_of("docsis_pie", LawUse::kScaled);
  QueueBench bench(256);
  MultiQueue& queues = bench.use(manager, plain("docsis_pie", 600'000));
  const auto [a, b] = apart(queues);
  TimePs now = 0;
  double offered[2] = {};
  double drops[2] = {};
  const auto fill = [&](unsigned which, FlowId flow, std::uint32_t packets) {
    const std::uint32_t queue = queues.queue_of(flow);
    while (queues.backlog(queue).packets < packets) {
      const std::size_t before = bench.record.aqm_drops.size();
      const bool was_empty = queues.backlog(queue).packets == 0;
      bench.offer(flow, 1500, now);
      offered[which] += was_empty ? 0 : 1;
      drops[which] += static_cast<double>(bench.record.aqm_drops.size() - before);
    }
  };
  for (int tick = 0; tick < 3'000; ++tick) {
    if (tick == 1'000) {  // the probability has reached its limit
      for (double* count : {offered, drops}) count[0] = count[1] = 0;
    }
    now += queues.law().interval();
    fill(0, a, 200);
    fill(1, b, 2);
    for (int i = 0; i < 8; ++i) bench.send(now);
  }
  EXPECT_NEAR(drops[0] / offered[0], 0.85, 0.02);
  EXPECT_NEAR(drops[1] / offered[1], 13.6 / 200 * 1500 / 1024, 0.025);
}

// Four packets at once of a flow that has less than its share, behind one that fills the buffer.
TEST(ScaledLaw, TheLongestQueueMakesRoomForAShorterOne) {
  const Manager manager = manager_of("docsis_pie", LawUse::kScaled);
  QueueBench bench(256);
  const auto [flood, bursts] = apart(bench.use(manager, plain("docsis_pie", 50'000)));
  TimePs now = 0;
  for (int i = 0; i < 4'000; ++i) {
    now += kPsPerMs;
    for (int k = 0; k < 3; ++k) bench.offer(flood, 1500, now);
    for (int k = 0; i % 40 == 0 && k < 4; ++k) bench.offer(bursts, 1500, now);
    bench.send(now);
  }
  EXPECT_GT(bench.record.buffer_drops.size(), 1'000U);
  for (const auto& item : bench.record.buffer_drops) ASSERT_EQ(item.flow, flood);
}

// With one queue the manager is its law, packet by packet.
TEST(ScaledLaw, WithOneQueueIsTheLawItself) {
  const Manager manager = manager_of("docsis_pie", LawUse::kScaled);
  QueueBench many(16);
  QueueBench one(16);
  DisciplineConfig config = plain("docsis_pie", 200'000);
  config.multi.queues = 1;
  MultiQueue& queues = many.use(manager, config);
  one.use(config);
  RandomStream random(1, "arrivals");
  TimePs now = 0;
  for (int i = 0; i < 200'000; ++i) {
    if (i % 24 == 0) {
      now += queues.law().interval();
    }
    const auto flow = static_cast<FlowId>(random.below(16));
    const auto bytes = static_cast<std::uint32_t>(random.between(64, 1518));
    many.offer(flow, bytes, now);
    one.offer(flow, bytes, now);
    if (random.below(100) < (i / 20'000 % 2 == 0 ? 50U : 90U)) {
      many.send(now);
      one.send(now);
    }
  }
  EXPECT_EQ(numbers(many.record.aqm_drops), numbers(one.record.aqm_drops));
  EXPECT_EQ(numbers(many.record.buffer_drops), numbers(one.record.buffer_drops));
  EXPECT_EQ(numbers(many.record.sent), numbers(one.record.sent));
  EXPECT_GT(one.record.aqm_drops.size(), 1000U);
}

TEST(MultiQueue, RefusesWhatItCannotBe) {
  const Manager manager = manager_of("tail_drop", LawUse::kPerQueue);
  QueueBench bench(1);
  DisciplineConfig config = plain("tail_drop");
  config.multi.queues = 0;
  EXPECT_THROW(bench.use(manager, config), ConfigError);
  config.multi.queues = 4;
  config.multi.quantum_bytes = 1;
  EXPECT_THROW(bench.use(manager, config), ConfigError);
}

TEST(MultiQueue, RefusesALawThatWouldReadTheTokensOfOneBucket) {
  QueueBench bench(1);
  DisciplineConfig config = plain("pie");
  config.law.options.resize(aqm_count_options(pie_options));
  aqm_initial_options(pie_options, config.law.options.data());
  for (const LawUse use : {LawUse::kPerQueue, LawUse::kScaled}) {
    config.law.options[PIE_ESTIMATOR] = PIE_BY_DEPARTURE_RATE;
    EXPECT_NO_THROW(bench.use(manager_of("pie", use), config));
    config.law.options[PIE_ESTIMATOR] = PIE_BY_TOKEN_BUCKET;
    for (const char* law : {"pie", "pie_draft"}) {
      EXPECT_THROW(bench.use(manager_of(law, use), config), ConfigError) << law;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::queue::multi_queue_test
