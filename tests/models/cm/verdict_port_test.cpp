// Heads in front of firmware, and the builder that waits for its verdicts.
#include "models/cm/verdict_port/verdict_port.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/burst_builder/burst_builder.h"
#include "models/cm/modem/queue_status.h"
#include "models/cm/queue_memory/queue_memory_config.h"
#include "tests/models/cm/aqm_engine/engine_bench.h"
#include "tests/models/cm/support/upstream_fakes.h"

namespace docsis_vp::cm::verdict_port_test {
namespace {

constexpr TimePs kStart = 5 * kPsPerMs;
constexpr TimePs kWindow = kStart - 650 * kPsPerUs;

struct NoAccount : GrantAccount {
  std::uint16_t piggyback(unsigned, TimePs) override { return 0; }
  void grant_over(unsigned, std::uint64_t) override {}
};

struct Queues : QueueState {
  explicit Queues(QueueMemory& of) : memory(of) {}
  aqm_queue snapshot(unsigned flow, TimePs at) override {
    aqm_queue queue{};
    queue.bytes = static_cast<std::uint32_t>(memory.depth_bytes(flow, at));
    queue.packets = memory.queued_packets(flow);
    return queue;
  }
  QueueMemory& memory;
};

// A clock of 1 GHz and a port of 1 byte in a cycle: a cycle is 1 ns, a byte read is 1 ns.
struct PortBench {
  PortBench()
      : memory("memory", memory_config()),
        shaper("shaper", {{0, 3'044, 0}, {0, 3'044, 0}}, memory),
        queues(memory),
        engine("engine", codel(), sequencer, queues, memory),
        builder("builder", builder_config(), channels, sequencer, memory, shaper, account, engine,
                rf),
        port("port", sequencer, 0) {
    memory.set_listener(shaper);
    engine.set_head_verdict_port(port);
    builder.connect(port);
    port.connect_interrupt(
        [this](bool level, TimePs at) { interrupts.push_back(level ? at : -at); });
    port.enable_interrupt(true, 0);
  }
  static QueueMemoryConfig memory_config() {
    QueueMemoryConfig config;
    config.clock_hz = 1'000'000'000;
    config.port = {1, 100, false};
    config.flows.resize(2);
    return config;
  }
  static AqmEngineConfig codel() {
    AqmEngineConfig config;
    config.control_law = Placement::kFirmware;
    for (int i = 0; i < 2; ++i) {
      config.flows.push_back({"codel", {5'000, 0, 1'000'000, 1'000'000, 0}, "aqm/cm0/us/0"});
    }
    return config;
  }
  static BurstBuilderConfig builder_config() {
    BurstBuilderConfig config;
    config.build_units = {BuildUnitKind::kGrant};
    config.costs.cycles_per_decision = 0;
    return config;
  }
  void write(std::uint32_t bytes, unsigned flow = 0) {
    PacketHandle packet = take_packet(pool, bytes);
    packet->sequence = next_sequence++;
    memory.write(flow, std::move(packet), platform::now_ps());
  }
  void grant(std::uint32_t bytes, TimePs start = kStart, unsigned flow = 0) {
    Grant grant;
    grant.flow = flow;
    grant.bytes = bytes;
    grant.start = start;
    grant.end = start + 100 * kPsPerUs;
    grant.first_minislot = static_cast<docsis::Minislot>(start / kPsPerUs);
    grant.minislots = 16;
    builder.on_grant(grant);
  }
  void judge_at(TimePs at, aqm_verdict verdict) {
    script.at(at, [this, verdict] { port.judge(port.number(), verdict, platform::now_ps()); });
  }
  std::vector<std::uint64_t> sent() const {
    std::vector<std::uint64_t> ids;
    for (const SentBurst& burst : rf.bursts) {
      for (const docsis::BurstRun& run : burst.burst.runs) {
        if (run.packet_id != 0) {  // else padding
          ids.push_back(run.packet_id);
        }
      }
    }
    return ids;
  }

  PacketPool pool;
  std::vector<docsis::ChannelGeometry> channels{
      docsis::ChannelGeometry(docsis::ChannelParameters{})};
  platform::InstantSequencer sequencer{"sequencer"};
  NoAccount account;
  BurstLog rf;
  QueueMemory memory;
  Shaper shaper;
  Queues queues;
  AqmEngine engine;
  BurstBuilder builder;
  VerdictPort port;
  Script script;
  std::uint64_t next_sequence = 0;
  std::vector<TimePs> interrupts;
};

void start(PortBench& bench, const std::vector<std::uint32_t>& packets) {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (const std::uint32_t bytes : packets) {
    bench.write(bytes);
  }
}

TEST(VerdictPort, ShowsTheHeadWithWhatIsBehindIt) {
  PortBench bench;
  bench.judge_at(kWindow + 5 * kPsPerUs, AQM_DROP);
  start(bench, {500, 300, 200});
  bench.grant(8 + 506);
  run_until(kWindow - 1);
  EXPECT_FALSE(bench.port.waiting());
  run_until(kWindow + 1);
  ASSERT_TRUE(bench.port.waiting());
  EXPECT_EQ(bench.port.head().size_bytes, 500U);
  EXPECT_EQ(bench.port.head().behind_bytes, 500U);
  EXPECT_EQ(bench.port.head().queued_since, 0);
  EXPECT_EQ(bench.interrupts, (std::vector<TimePs>{kWindow}));
  run_until(kWindow + 5 * kPsPerUs + 1);
  EXPECT_EQ(bench.port.head().size_bytes, 300U);
  EXPECT_EQ(bench.port.head().behind_bytes, 200U) << "without the one to be dropped";
  EXPECT_EQ(bench.memory.queued_packets(0), 3U) << "it goes with the burst";
}

TEST(VerdictPort, AcceptedHeadsCountAsBehindUntilTheBurstReadsThem) {
  PortBench bench;
  bench.judge_at(kWindow + 5 * kPsPerUs, AQM_ACCEPT);
  start(bench, {500, 300, 200});
  bench.grant(8 + 506 + 306);
  run_until(kWindow + 5 * kPsPerUs + 1);
  EXPECT_EQ(bench.port.head().size_bytes, 300U);
  EXPECT_EQ(bench.port.head().behind_bytes, 700U);
}

TEST(VerdictPort, TheBurstIsBuiltWhenAllItTakesIsJudged) {
  PortBench bench;
  bench.judge_at(kWindow + 1 * kPsPerUs, AQM_ACCEPT);
  bench.judge_at(kWindow + 2 * kPsPerUs, AQM_DROP);
  bench.judge_at(kWindow + 3 * kPsPerUs, AQM_ACCEPT);
  start(bench, {300, 300, 300, 300});
  bench.grant(8 + 2 * 306);
  run_until(kStart);
  EXPECT_EQ(bench.sent(), (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(bench.rf.bursts[0].handed_over, kWindow + 3 * kPsPerUs);
  EXPECT_EQ(bench.interrupts, (std::vector<TimePs>{kWindow, -(kWindow + 3 * kPsPerUs)}));
  EXPECT_EQ(bench.engine.counters(0).head_drops.packets, 1U);
  EXPECT_EQ(bench.builder.flow(0).head_drops, 1U);
  EXPECT_EQ(bench.port.cut_short(), 0U);
  EXPECT_EQ(bench.port.latency_ps().max(), static_cast<std::uint64_t>(3 * kPsPerUs));
  EXPECT_EQ(bench.port.service_ps().max(), static_cast<std::uint64_t>(1 * kPsPerUs));
}

// 300 bytes judged: 1 for the begin, 32 + 16 cycles and 300 before the grant starts.
TEST(VerdictPort, TheBurstIsCutShortAtTheLastInstant) {
  PortBench bench;
  const TimePs latest = kStart - (1 + 32 + 16 + 300) * kPsPerNs;
  bench.judge_at(kWindow + 1 * kPsPerUs, AQM_ACCEPT);
  bench.judge_at(latest + 1, AQM_ACCEPT);
  start(bench, {300, 300, 300});
  bench.grant(8 + 2 * 306);
  run_until(kStart);
  EXPECT_EQ(bench.sent(), (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(bench.rf.bursts[0].handed_over, latest);
  EXPECT_EQ(bench.builder.channel(0).missed, 0U);
  EXPECT_EQ(bench.builder.channel(0).deadline_slack_ps.min(),
            static_cast<std::uint64_t>(1 * kPsPerNs));
  EXPECT_EQ(bench.port.cut_short(), 1U);
  EXPECT_EQ(bench.port.late_verdicts(), 1U);
  EXPECT_EQ(bench.memory.queued_packets(0), 2U);
  const MissedGrantLog& log = bench.builder.missed_grants();
  ASSERT_EQ(log.kept().size(), 1U);
  EXPECT_EQ(log.count(GrantFate::kCutShort), 1U);
  const MissedGrant& cut = log.kept()[0];
  EXPECT_EQ(cut.fate, GrantFate::kCutShort);
  EXPECT_EQ(cut.cause, MissCause::kVerdict);
  EXPECT_EQ(cut.at, latest);
  EXPECT_EQ(cut.times.ready, kStart - kPsPerNs);
  EXPECT_EQ(cut.times.wait(MissCause::kVerdict), latest - kWindow);
  EXPECT_EQ(cut.times.wait(MissCause::kBuilder), 48 * kPsPerNs);
  EXPECT_EQ(cut.times.wait(MissCause::kOwnRead), 300 * kPsPerNs);
}

// The rest of a packet that was sent in part goes without a verdict, and takes its time: 1000 bytes
// before the deadline of the second grant, while the next packet waits for its verdict in vain.
TEST(VerdictPort, TheRestOfAPacketIsReadyWithoutAnyVerdict) {
  PortBench bench;
  bench.judge_at(kWindow + kPsPerUs, AQM_ACCEPT);
  start(bench, {1'500, 300});
  bench.grant(8 + 506);
  bench.grant(8 + 1'306, kStart + 2 * kPsPerMs);
  run_until(kStart + 2 * kPsPerMs);
  EXPECT_EQ(bench.builder.channel(0).missed, 0U);
  EXPECT_EQ(bench.sent(), (std::vector<std::uint64_t>{1, 1}));
  ASSERT_EQ(bench.rf.bursts.size(), 2U);
  EXPECT_EQ(bench.rf.bursts[1].handed_over,
            kStart + 2 * kPsPerMs - (1 + 32 + 16 + 1'000) * kPsPerNs);
  EXPECT_EQ(bench.port.cut_short(), 1U);
}

TEST(VerdictPort, WithoutAVerdictTheGrantIsMissedAndTheQueueStays) {
  PortBench bench;
  start(bench, {300, 300});
  bench.grant(8 + 306);
  run_until(kStart);
  EXPECT_TRUE(bench.rf.bursts.empty());
  EXPECT_EQ(bench.builder.channel(0).missed, 1U);
  EXPECT_EQ(bench.builder.channel(0).missed_in_stats, 1U);
  EXPECT_EQ(bench.builder.channel(0).deadline_slack_ps.count(), 0U);
  EXPECT_EQ(bench.builder.channel(0).deadline_excess_ps.count(), 0U) << "how late is not known";
  EXPECT_EQ(bench.memory.queued_packets(0), 2U);
  EXPECT_FALSE(bench.port.waiting());
  EXPECT_EQ(bench.interrupts.back(), -(kStart - 33 * kPsPerNs));
  const MissedGrantLog& log = bench.builder.missed_grants();
  ASSERT_EQ(log.kept().size(), 1U);
  EXPECT_EQ(log.missed_by(MissCause::kVerdict), 1U);
  EXPECT_EQ(log.kept()[0].times.wait(MissCause::kVerdict), kStart - 33 * kPsPerNs - kWindow);
  EXPECT_FALSE(log.kept()[0].has_packets);
}

TEST(VerdictPort, TheWaitForVerdictsIsAmongTheTimesOfAMiss) {
  PortBench bench;
  bench.builder.miss_next(1);
  bench.judge_at(kWindow + 400 * kPsPerUs, AQM_ACCEPT);
  start(bench, {300});
  bench.grant(8 + 306);
  run_until(kStart);
  const MissedGrantLog& log = bench.builder.missed_grants();
  ASSERT_EQ(log.kept().size(), 1U);
  EXPECT_EQ(log.kept()[0].cause, MissCause::kScripted);
  EXPECT_EQ(log.kept()[0].times.wait(MissCause::kVerdict), 400 * kPsPerUs);
}

TEST(VerdictPort, AVerdictStaysWithItsPacketWhenTheGrantIsMissed) {
  PortBench bench;
  bench.judge_at(kWindow + kPsPerUs, AQM_ACCEPT);
  start(bench, {300, 300});
  bench.builder.miss_next(1);
  bench.grant(8 + 306);
  bench.grant(8 + 306, kStart + kPsPerMs);  // needs no verdict any more
  run_until(kStart + 2 * kPsPerMs);
  EXPECT_EQ(bench.builder.channel(0).missed, 1U);
  EXPECT_EQ(bench.sent(), (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(bench.rf.bursts[0].handed_over, kWindow + kPsPerMs);
}

TEST(VerdictPort, GrantsAreServedInTheOrderOfTheirWindows) {
  PortBench bench;
  bench.judge_at(kWindow + 300 * kPsPerUs, AQM_ACCEPT);
  bench.judge_at(kWindow + 310 * kPsPerUs, AQM_ACCEPT);
  start(bench, {300});
  bench.write(400, 1);
  bench.grant(8 + 306);
  bench.grant(8 + 406, kStart + 200 * kPsPerUs, 1);
  run_until(kWindow + 250 * kPsPerUs);
  EXPECT_EQ(bench.port.head().flow, 0U);
  run_until(kWindow + 305 * kPsPerUs);
  EXPECT_EQ(bench.port.head().flow, 1U);
  EXPECT_EQ(bench.port.head().window_opened, kWindow + 200 * kPsPerUs);
  run_until(kStart + kPsPerMs);
  EXPECT_EQ(bench.sent(), (std::vector<std::uint64_t>{1, 2}));
}

TEST(VerdictPort, AMarkIsMadeAtTheVerdict) {
  PortBench bench;
  bench.judge_at(kWindow + kPsPerUs, AQM_MARK);
  start(bench, {300});
  bench.grant(8 + 306);
  run_until(kStart);
  EXPECT_EQ(bench.sent().size(), 1U);
  EXPECT_EQ(bench.engine.counters(0).aqm_marks.packets, 1U);
  EXPECT_EQ(bench.rf.bursts[0].burst.runs[0].packet->ecn, Ecn::kCe);
}

}  // namespace
}  // namespace docsis_vp::cm::verdict_port_test
