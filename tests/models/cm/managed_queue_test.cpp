// Several queues under a manager in a modem: the next packet, and the time of its choice.
#include "models/cm/managed_queue/managed_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/burst_builder/burst_builder.h"
#include "models/cm/modem/queue_status.h"
#include "models/cm/queue_memory/queue_memory_config.h"
#include "models/queue/flow_hash.h"
#include "platform/base/errors.h"
#include "tests/models/cm/support/upstream_fakes.h"
#include "tests/models/queue/bench.h"

namespace docsis_vp::cm::managed_queue_test {
namespace {

struct NoAccount : GrantAccount {
  std::uint16_t piggyback(unsigned, TimePs) override { return 0; }
  void grant_over(unsigned, std::uint64_t) override {}
};
struct NoLook : QueueState {
  aqm_queue snapshot(unsigned, TimePs) override { return {}; }
};

ManagedQueueConfig managed(const char* manager, std::uint32_t stage_bytes = 0) {
  const queue::Manager& found = *queue::find_manager(manager);
  ManagedQueueConfig config;
  config.discipline = queue::plain(manager, 1'000'000);
  config.discipline.multi = {found.queues, found.quantum_bytes, 0, 0};
  config.stage_bytes = stage_bytes;
  return config;
}

QueueMemoryConfig one_flow() {
  QueueMemoryConfig config;
  config.flows.resize(1);
  return config;
}
AqmEngineConfig no_law() {
  AqmEngineConfig config;
  config.flows.push_back({});
  config.flows[0].settings.buffer_bytes = 1'000'000;
  return config;
}
BurstBuilderConfig builder_config() {
  BurstBuilderConfig config;
  config.build_units = {BuildUnitKind::kGrant};
  return config;
}

// The test pulls grants explicitly; a packet is identified by its flow and number.
struct Bench {
  explicit Bench(const ManagedQueueConfig& config, const ShaperConfig& rate = {0, 3'044, 0})
      : flows(queue::udp_flows(16)),
        next(16),
        memory("memory", one_flow()),
        shaper("shaper", {rate}, memory),
        engine("engine", no_law(), sequencer, nobody, memory),
        manager(0, config, flows, memory, shaper, engine),
        builder("builder", builder_config(), channels, sequencer, memory, shaper, account, engine,
                rf) {
    memory.set_listener(shaper);
    engine.set_queue_manager(0, manager);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    queue::FlowQueues queue_of(flows, config.discipline.multi.queues, 0);
    while (queue_of.of(b) == queue_of.of(a)) ++b;
  }
  void offer(FlowId flow, std::uint32_t bytes) {
    PacketHandle packet = take_packet(pool, bytes);
    packet->flow = flow;
    packet->sequence = next[flow]++;
    engine.offer(0, std::move(packet), platform::now_ps());
  }
  // With room for so many bytes of MAC frames.
  void grant(std::uint32_t mac_bytes) {
    Grant grant;
    grant.bytes = 8 + mac_bytes;
    grant.start = platform::now_ps() + 700 * kPsPerUs;
    grant.end = grant.start + 300 * kPsPerUs;
    grant.first_minislot = minislot += 1'000;
    grant.minislots = 22;
    builder.on_grant(grant);
    run_until(grant.end);
  }
  // Packets that ended in the last burst: "A0" is the first packet of flow a.
  std::vector<std::string> sent() {
    std::vector<std::string> names;
    for (const docsis::BurstRun& run : rf.bursts.back().burst.runs) {
      if (run.packet) {
        names.push_back((run.packet->flow == a ? "A" : "B") + std::to_string(run.packet->sequence));
      }
    }
    return names;
  }

  FlowTable flows;
  FlowId a = 0;
  FlowId b = 1;
  std::vector<std::uint64_t> next;
  docsis::Minislot minislot = 0;
  PacketPool pool;
  std::vector<docsis::ChannelGeometry> channels{
      docsis::ChannelGeometry(docsis::ChannelParameters{})};
  platform::InstantSequencer sequencer{"sequencer"};
  NoAccount account;
  NoLook nobody;
  BurstLog rf;
  QueueMemory memory;
  Shaper shaper;
  AqmEngine engine;
  ManagedQueue manager;
  BurstBuilder builder;
};

using Names = std::vector<std::string>;
constexpr std::uint32_t kHeader = kMacHeaderBytes;

// Quantum 1000. A's deficit does not cover 1500 in its first turn; B sends two of 500 in each. What
// the first burst cut goes on in the second, whoever came meanwhile.
TEST(ManagedQueue, RoundRobinByDeficitAsBurstsAreBuilt) {
  ManagedQueueConfig config = managed("drr");
  config.discipline.multi.quantum_bytes = 1'000;
  Bench bench(config);
  for (int i = 0; i < 3; ++i) bench.offer(bench.a, 1'500);
  for (int i = 0; i < 3; ++i) bench.offer(bench.b, 500);
  bench.grant(2 * (kHeader + 500) + kHeader + 700);
  EXPECT_EQ(bench.sent(), (Names{"B0", "B1"}));
  EXPECT_EQ(bench.memory.queued_bytes(0), 2 * 1'500U + 800 + 500);
  EXPECT_EQ(bench.memory.queued_packets(0), 4U);
  bench.offer(bench.b, 500);
  bench.grant(800 + 2 * (kHeader + 500) + 2 * (kHeader + 1'500));
  EXPECT_EQ(bench.sent(), (Names{"A0", "B2", "B3", "A1", "A2"}));
  EXPECT_EQ(bench.memory.queued_bytes(0), 0U);
}

// Quantum 1514. A, new, may overdraw what its first packet left: then it is old. B is new when it
// comes and still when its second packet comes.
TEST(ManagedQueue, NewQueuesOfFqCodelGoFirst) {
  Bench bench(managed("fq_codel"));
  for (int i = 0; i < 4; ++i) bench.offer(bench.a, 1'500);
  bench.grant(kHeader + 1'500);
  EXPECT_EQ(bench.sent(), Names{"A0"});
  bench.offer(bench.b, 200);
  bench.grant(2 * kHeader + 1'700);
  EXPECT_EQ(bench.sent(), (Names{"A1", "B0"}));
  bench.offer(bench.b, 200);
  bench.grant(2 * kHeader + 1'700);
  EXPECT_EQ(bench.sent(), (Names{"B1", "A2"}));
}

// A packet that arrives just before the pull may still go first. Behind a transmit FIFO with three
// packets for 6000 bytes it may not.
TEST(ManagedQueue, SchedulingAheadOfTheGrantsLosesIsolation) {
  const auto order = [](std::uint32_t stage_bytes) {
    Bench bench(managed("drr", stage_bytes));
    for (int i = 0; i < 6; ++i) bench.offer(bench.a, 1'500);
    bench.offer(bench.b, 218);
    bench.grant(5 * kHeader + 4 * 1'500 + 218);
    return bench.sent();
  };
  EXPECT_EQ(order(0), (Names{"A0", "B0", "A1", "A2", "A3"}));
}

TEST(ManagedQueue, SchedulingAheadFillsTheTransmitFifo) {
  Bench bench(managed("drr", 6'000));
  for (int i = 0; i < 6; ++i) bench.offer(bench.a, 1'500);
  bench.offer(bench.b, 218);
  EXPECT_EQ(bench.memory.stream(0).fifo().bytes(), 4'500U);
  EXPECT_EQ(bench.memory.queued_bytes(0), 9'218U);
  bench.grant(kHeader + 1'500);
  EXPECT_EQ(bench.sent(), Names{"A0"});
  // There was room for one more, then for two: B's turn came second.
  EXPECT_EQ(bench.memory.stream(0).fifo().packets(), 3U);
  bench.grant(kHeader + 1'500);
  EXPECT_EQ(bench.sent(), Names{"A1"});
  EXPECT_EQ(bench.memory.stream(0).fifo().packets(), 4U);
  bench.grant(4 * kHeader + 3 * 1'500 + 218);
  EXPECT_EQ(bench.sent(), (Names{"A2", "A3", "B0", "A4"}));
}

// At 1 byte per us and with 1522 in the bucket, the second packet begins to be released at 0, the
// third at 1.479 ms. Then the next is chosen: B's if it is there, for its queue is new.
class Staged : public testing::TestWithParam<std::pair<int, bool>> {};

TEST_P(Staged, WhenItIsReleased) {
  Bench bench(managed("fq_codel", 6'000), {8'000'000, 1'522, 0});
  for (int i = 0; i < 4; ++i) bench.offer(bench.a, 1'500);
  EXPECT_EQ(bench.memory.stream(0).fifo().packets(), 2U);
  run_until(GetParam().first * kPsPerUs);
  bench.offer(bench.b, 218);
  run_until(1'481 * kPsPerUs);
  bench.offer(bench.b, 218);
  ASSERT_EQ(bench.memory.stream(0).fifo().packets(), 3U);
  EXPECT_EQ(bench.memory.stream(0).fifo()[2].packet->flow, GetParam().second ? bench.b : bench.a);
}

INSTANTIATE_TEST_SUITE_P(ManagedQueue, Staged,
                         testing::Values(std::pair(1'478, true), std::pair(1'480, false)));

// Three packets, three decisions of 8 cycles of 4 ns each, of the deadline's time or ahead of it.
TEST(ManagedQueue, ADecisionAtThePullTakesTime) {
  Bench at_pull(managed("drr"));
  for (int i = 0; i < 3; ++i) at_pull.offer(at_pull.a, 1'000);
  run_until(kPsPerMs);
  at_pull.grant(3 * (kHeader + 1'000));
  const Histogram& slack = at_pull.builder.channel(0).deadline_slack_ps;
  // Cycles: 32 for the segment, 16 + 8 for each packet, and 3000 bytes at 4.8 in every
  // second one.
  EXPECT_EQ(slack.min(), (650 * kPsPerUs - (32 + 3 * 24 + 2 * 625) * 4 * kPsPerNs));
}

TEST(ManagedQueue, ADecisionAheadTakesNoneOfTheDeadline) {
  Bench ahead(managed("drr", 6'000));
  for (int i = 0; i < 3; ++i) ahead.offer(ahead.a, 1'000);
  run_until(kPsPerMs);
  ahead.grant(3 * (kHeader + 1'000));
  EXPECT_EQ(ahead.builder.channel(0).deadline_slack_ps.min(),
            (650 * kPsPerUs - (32 + 3 * 16 + 2 * 625) * 4 * kPsPerNs));
}

// CoDel's drops on the way to a packet that goes take the time of a packet and a decision.
TEST(ManagedQueue, DropsOnTheWayTakeTimeToo) {
  Bench bench(managed("fq_codel"));
  for (int i = 0; i < 60; ++i) bench.offer(bench.a, 1'000);
  const TimePs calm = 650 * kPsPerUs - (32 + 24 + 2 * 209) * 4 * kPsPerNs;
  TimePs tightest = calm;
  while (bench.engine.counters(0).head_drops.packets == 0) {
    run_until(platform::now_ps() + 9 * kPsPerMs);
    bench.grant(kHeader + 1'000);
    tightest = static_cast<TimePs>(*bench.builder.channel(0).deadline_slack_ps.min());
  }
  EXPECT_EQ(tightest, calm - 24 * 4 * kPsPerNs);
  EXPECT_EQ(bench.builder.flow(0).head_drops, 1U);
  EXPECT_EQ(bench.builder.flow(0).head_drop_bytes, 1'000U);
  EXPECT_EQ(bench.memory.counters(0).dropped_packets, 1U);
}

// Chosen packets leave the manager's queues and stay in the buffer until the port has read them.
class FullBuffer : public testing::TestWithParam<std::uint32_t> {};

TEST_P(FullBuffer, HoldsWhatIsChosenToo) {
  ManagedQueueConfig config = managed("fq_codel", GetParam());
  config.discipline.law.settings.buffer_bytes = 6'000;
  Bench bench(config);
  const auto depth = [&bench] { return bench.memory.depth_bytes(0, platform::now_ps()); };
  for (int i = 0; i < 4; ++i) bench.offer(bench.a, 1'500);
  EXPECT_EQ(depth(), 6'000U);
  bench.grant(kHeader + 700);  // 800 bytes of A0 stay
  bench.offer(bench.b, 600);
  EXPECT_EQ(depth(), 5'900U);
  EXPECT_EQ(bench.engine.counters(0).buffer_drops.packets, 0U);
  bench.offer(bench.b, 600);
  EXPECT_LE(depth(), 6'000U);
  EXPECT_GT(bench.engine.counters(0).buffer_drops.packets, 0U);
  EXPECT_LE(bench.memory.counters(0).peak_bytes, 6'000U);
}

INSTANTIATE_TEST_SUITE_P(ManagedQueue, FullBuffer, testing::Values(0U, 4'000U));

TEST(ManagedQueue, RefusesATransmitFifoThatSomePacketsDoNotFit) {
  EXPECT_THROW(Bench(managed("drr", 1'999)), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::cm::managed_queue_test
