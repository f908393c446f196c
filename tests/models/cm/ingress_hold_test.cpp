#include "models/cm/ingress_hold/ingress_hold.h"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>

#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/queue_memory/queue_memory_config.h"
#include "platform/base/errors.h"
#include "tests/models/cm/aqm_engine/engine_bench.h"
#include "tests/models/cm/support/upstream_fakes.h"

namespace docsis_vp::cm::ingress_hold_test {
namespace {

constexpr std::uint32_t kAccept = AQM_ACCEPT + 1;
constexpr std::uint32_t kMark = AQM_MARK + 1;
constexpr std::uint32_t kDrop = AQM_DROP + 1;

struct Judged {
  unsigned flow;
  std::uint64_t sequence;
  aqm_verdict verdict;
  TimePs at;
  bool operator==(const Judged& other) const {
    return flow == other.flow && sequence == other.sequence && verdict == other.verdict &&
           at == other.at;
  }
};

// The hold in front of a real queue memory; interrupts are logged as times, negative for a fall.
struct HoldBench : QueueState, ArrivalListener {
  explicit HoldBench(IngressHoldConfig config = {}, std::uint64_t memory_bytes = 1'000'000)
      : sequencer("sequencer"),
        memory("memory", memory_config(memory_bytes)),
        hold("hold", config, 3, sequencer, *this, memory, *this),
        arrivals(sequencer.add(kEnqueue, 0, [this] { hand_in(); })) {
    hold.connect_interrupt(
        [this](bool level, TimePs at) { interrupts.push_back(level ? at : -at); });
    hold.enable_interrupts(IngressHold::kWaiting | IngressHold::kDepartures, 0);
  }
  static QueueMemoryConfig memory_config(std::uint64_t bytes) {
    QueueMemoryConfig config;
    config.capacity_bytes = bytes;
    config.flows = {{6'000, 8192}, {UINT64_MAX, 8192}, {UINT64_MAX, 1}};
    return config;
  }
  aqm_queue snapshot(unsigned flow, TimePs at) override {
    aqm_queue queue{};
    queue.bytes = static_cast<std::uint32_t>(memory.depth_bytes(flow, at));
    return queue;
  }
  void judged_arrival(unsigned flow, const Packet& packet, Judgement judgement,
                      TimePs at) override {
    judged.push_back({flow, packet.sequence, judgement.verdict, at});
    shortages.push_back(judgement.shortage);
  }
  void arrive_at(TimePs time, unsigned flow, std::uint32_t bytes) {
    script.at(time, [this, flow, bytes] {
      PacketHandle packet = take_packet(pool, bytes);
      packet->sequence = next_sequence++;
      inbox.emplace_back(flow, std::move(packet));
      sequencer.post(arrivals);
    });
  }
  void hand_in() {
    for (auto& [flow, packet] : inbox) {
      hold.offer(flow, std::move(packet), platform::now_ps(), random);
    }
    inbox.clear();
  }
  void judge_at(TimePs time, std::uint32_t slot, std::uint32_t verdict) {
    script.at(time, [this, slot, verdict] {
      hold.judge(slot / 8, verdict << 4 * (slot % 8), platform::now_ps());
    });
  }
  void consume_at(TimePs time, std::uint32_t packets) {
    script.at(time, [this, packets] { hold.consume(packets, platform::now_ps()); });
  }

  std::vector<queue::Shortage> shortages;
  PacketPool pool;
  platform::InstantSequencer sequencer;
  QueueMemory memory;
  IngressHold hold;
  Script script;
  RandomStream random{1, "aqm/test"};
  platform::InstantSequencer::TaskId arrivals;
  std::vector<std::pair<unsigned, PacketHandle>> inbox;
  std::uint64_t next_sequence = 0;
  std::vector<Judged> judged;
  std::vector<TimePs> interrupts;
};

TEST(IngressHold, AWaitingPacketOccupiesMemoryButNoQueue) {
  HoldBench bench;
  bench.arrive_at(1'000, 0, 1'500);
  bench.judge_at(50'000, 0, kAccept);
  run_until(2'000);
  EXPECT_EQ(bench.memory.occupied_bytes(2'000), 1'500U);
  EXPECT_EQ(bench.memory.depth_bytes(0, 2'000), 0U);
  EXPECT_EQ(bench.hold.held().bytes, 1'500U);
  EXPECT_EQ(bench.hold.counters(0).held.packets, 1U);
  run_until(60'000);
  EXPECT_EQ(bench.memory.occupied_bytes(60'000), 1'500U);
  EXPECT_EQ(bench.memory.depth_bytes(0, 60'000), 1'500U);
  EXPECT_EQ(bench.hold.held().packets, 0U);
  // 1500 bytes at 8 bytes and 60 % of 4 ns from the edge at 4 ns on: 313 cycles, though accepted
  // later.
  const WriteNumber write = bench.memory.stream(0).fifo().head().write;
  EXPECT_FALSE(bench.memory.is_finished(write, 4'000 + 312 * 4'000));
  EXPECT_TRUE(bench.memory.is_finished(write, 4'000 + 313 * 4'000));
  EXPECT_EQ(bench.memory.stream(0).fifo().head().accepted, 50'000);
  EXPECT_EQ(bench.judged, (std::vector<Judged>{{0, 0, AQM_ACCEPT, 50'000}}));
  EXPECT_EQ(bench.hold.latency_ps().max(), 49'000U);
}

TEST(IngressHold, ADroppedPacketFreesItsMemory) {
  HoldBench bench;
  bench.arrive_at(1'000, 0, 1'500);
  bench.judge_at(2'000, 0, kDrop);
  run_until(3'000);
  EXPECT_EQ(bench.memory.occupied_bytes(3'000), 0U);
  EXPECT_EQ(bench.judged, (std::vector<Judged>{{0, 0, AQM_DROP, 2'000}}));
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

TEST(IngressHold, ALateVerdictBlocksItsOwnFlowOnly) {
  HoldBench bench;
  bench.arrive_at(1'000, 0, 100);  // slot 0
  bench.arrive_at(1'100, 1, 200);  // slot 1
  bench.arrive_at(1'200, 0, 300);  // slot 2
  bench.judge_at(2'000, 2, kMark);
  bench.judge_at(2'100, 1, kAccept);
  bench.judge_at(2'200, 0, kAccept);
  bench.judge_at(2'300, 0, kDrop);  // has its verdict
  run_until(5'000);
  EXPECT_EQ(bench.judged,
            (std::vector<Judged>{
                {1, 1, AQM_ACCEPT, 2'100}, {0, 0, AQM_ACCEPT, 2'200}, {0, 2, AQM_MARK, 2'200}}));
  EXPECT_EQ(bench.memory.stream(0).fifo()[1].packet->ecn, Ecn::kCe);
}

TEST(IngressHold, VerdictsOfAGroupTakeEffectTogether) {
  HoldBench bench;
  for (int i = 0; i < 3; ++i) {
    bench.arrive_at(1'000 + i, 0, 100);
  }
  bench.script.at(
      9'000, [&] { bench.hold.judge(0, kAccept | kDrop << 4 | kAccept << 8, platform::now_ps()); });
  run_until(10'000);
  EXPECT_EQ(bench.judged,
            (std::vector<Judged>{
                {0, 0, AQM_ACCEPT, 9'000}, {0, 1, AQM_DROP, 9'000}, {0, 2, AQM_ACCEPT, 9'000}}));
}

// Firmware looked when there was room; the queue is full when it answers.
TEST(IngressHold, RoomIsCheckedAtAcceptance) {
  HoldBench bench;
  bench.arrive_at(1'000, 0, 1'500);
  bench.judge_at(3'000, 0, kAccept);
  run_until(2'000);
  EXPECT_EQ(bench.hold.queue_for(0, 2'000).full, 0U);
  while (bench.memory.queue_shortage(0, *take_packet(bench.pool, 1'500), 2'000) ==
         queue::Shortage::kNone) {
    bench.memory.write(0, take_packet(bench.pool, 1'500), 2'000);
  }
  EXPECT_EQ(bench.hold.queue_for(0, 2'000).full, 1U);
  run_until(4'000);
  EXPECT_EQ(bench.judged, (std::vector<Judged>{{0, 0, AQM_DROP_FULL, 3'000}}));
  EXPECT_EQ(bench.shortages, std::vector{queue::Shortage::kBytes});
}

// Firmware saw that no descriptor was left; there is one again when its verdict comes.
TEST(IngressHold, TheShortageIsTheOneThatFirmwareSaw) {
  HoldBench bench;
  bench.memory.write(2, take_packet(bench.pool, 1'500), 0);
  bench.arrive_at(1'000, 2, 1'500);
  bench.judge_at(3'000, 0, kAccept + AQM_DROP_FULL);
  run_until(2'000);
  EXPECT_EQ(bench.hold.queue_for(0, 2'000).full, 1U);
  bench.memory.drop_head(2, platform::now_ps());
  run_until(4'000);
  EXPECT_EQ(bench.judged, (std::vector<Judged>{{2, 0, AQM_DROP_FULL, 3'000}}));
  EXPECT_EQ(bench.shortages, std::vector{queue::Shortage::kPackets});
}

TEST(IngressHold, WithoutMemoryFirmwareIsAskedAndThePacketLostToTheBuffer) {
  HoldBench bench({}, 2'000);
  bench.arrive_at(1'000, 0, 1'500);
  bench.arrive_at(1'100, 1, 1'500);
  bench.judge_at(2'000, 1, kAccept);
  run_until(1'500);
  EXPECT_EQ(bench.hold.queue_for(0, 1'500).full, 0U);
  EXPECT_EQ(bench.hold.queue_for(1, 1'500).full, 1U);
  run_until(3'000);
  EXPECT_EQ(bench.judged, (std::vector<Judged>{{1, 1, AQM_DROP_FULL, 2'000}}));
  EXPECT_EQ(bench.memory.occupied_bytes(3'000), 1'500U);
}

TEST(IngressHold, WhatFindsNoRoomIsLostAndDrawsNoRandomWord) {
  IngressHoldConfig config;
  config.capacity_bytes = 3'000;
  HoldBench bench(config);
  RandomStream reference{1, "aqm/test"};
  bench.arrive_at(1'000, 0, 1'500);
  bench.arrive_at(1'100, 1, 1'501);  // lost
  bench.arrive_at(1'200, 1, 1'500);
  run_until(2'000);
  EXPECT_EQ(bench.hold.counters(1).lost.packets, 1U);
  EXPECT_EQ(bench.hold.lost().bytes, 1'501U);
  EXPECT_EQ(bench.hold.produced(), 2U);
  EXPECT_EQ(bench.hold.random_of(0), reference.next_u32());
  EXPECT_EQ(bench.hold.random_of(1), reference.next_u32());
  EXPECT_EQ(bench.hold.peak_bytes(), 3'000U);
}

// 1500 bytes take 313 cycles of 4 ns from the edge at 4 ns on.
constexpr TimePs kWritten = 4'000 + 313 * 4'000;

TEST(IngressHold, GivesRoomBackWhenThePacketIsWritten) {
  IngressHoldConfig config;
  config.capacity_bytes = 3'000;
  HoldBench bench(config);
  bench.arrive_at(1'000, 0, 1'500);
  bench.arrive_at(1'100, 0, 1'500);
  bench.judge_at(2'000, 0, kAccept);
  bench.judge_at(2'000, 1, kAccept);
  bench.consume_at(2'000, 2);
  bench.arrive_at(3'000, 0, 64);            // lost
  bench.arrive_at(kWritten - 1, 0, 1'500);  // lost
  bench.arrive_at(kWritten, 0, 1'500);
  run_until(4'000);
  EXPECT_EQ(bench.hold.held().packets, 0U) << "all are judged";
  EXPECT_EQ(bench.hold.occupied(4'000).bytes, 3'000U);
  run_until(kWritten + 1);
  EXPECT_EQ(bench.hold.lost().packets, 2U);
  EXPECT_EQ(bench.hold.occupied(kWritten + 1).packets, 2U);
  EXPECT_EQ(bench.hold.peak_bytes(), 3'000U);
}

TEST(IngressHold, GivesADescriptorBackWhenThePacketIsWritten) {
  IngressHoldConfig config;
  config.descriptors = 8;
  HoldBench bench(config);
  for (unsigned i = 0; i < 8; ++i) {
    bench.arrive_at(1'000, 1, 1'500);
    bench.judge_at(2'000, i, kAccept);
  }
  bench.consume_at(2'000, 8);
  bench.arrive_at(kWritten - 1, 1, 64);  // lost
  bench.arrive_at(kWritten, 1, 64);
  run_until(kWritten + 1);
  EXPECT_EQ(bench.hold.lost().packets, 1U);
  EXPECT_EQ(bench.hold.produced(), 9U);
}

TEST(IngressHold, ADropBeforeTheWriteCostsThePortNothing) {
  HoldBench bench;
  bench.arrive_at(1'000, 0, 1'500);
  bench.arrive_at(1'000, 0, 1'500);
  bench.judge_at(8'000, 1, kDrop);
  bench.judge_at(8'000, 0, kDrop);  // its first beat is written
  run_until(9'000);
  EXPECT_EQ(bench.hold.occupied(9'000).packets, 1U);
  EXPECT_EQ(bench.hold.occupied(kWritten - 1).packets, 1U);
  EXPECT_EQ(bench.hold.occupied(kWritten).packets, 0U);
  EXPECT_EQ(bench.memory.port(kPsPerMs).counters().write_cycles, 313U);
  EXPECT_EQ(bench.memory.occupied_bytes(kPsPerMs), 0U);
}

TEST(IngressHold, AVerdictAtOnceComesBeforeTheWrite) {
  HoldBench bench;
  bench.arrive_at(1'000, 0, 1'500);
  bench.judge_at(1'000, 0, kDrop);
  run_until(kPsPerUs);
  EXPECT_EQ(bench.judged, (std::vector<Judged>{{0, 0, AQM_DROP, 1'000}}));
  EXPECT_EQ(bench.hold.occupied(kPsPerUs).packets, 0U);
  EXPECT_EQ(bench.memory.port(kPsPerMs).counters().write_cycles, 0U);
}

TEST(IngressHold, ADescriptorIsFreeAfterVerdictAndDoorbell) {
  IngressHoldConfig config;
  config.descriptors = 8;
  HoldBench bench(config);
  // All are written before the first verdict, in 14 cycles of 4 ns each.
  for (int i = 0; i < 9; ++i) {
    bench.arrive_at(1'000 + i, 0, 64);  // the ninth is lost
  }
  bench.judge_at(2'000'000, 0, kAccept);
  bench.arrive_at(2'100'000, 0, 64);  // no doorbell: lost
  bench.consume_at(2'200'000, 2);     // but the second has no verdict
  bench.arrive_at(2'300'000, 0, 64);
  bench.arrive_at(2'400'000, 0, 64);  // lost
  bench.judge_at(2'500'000, 1, kAccept);
  bench.arrive_at(2'600'000, 0, 64);
  run_until(3'000'000);
  EXPECT_EQ(bench.hold.counters(0).lost.packets, 3U);
  EXPECT_EQ(bench.hold.produced(), 10U);
  EXPECT_EQ(bench.hold.packet(0)->sequence, 10U);
  EXPECT_EQ(bench.hold.packet(1)->sequence, 12U);
}

TEST(IngressHold, ADoorbellBeyondTheLastPacketMeansTheLast) {
  HoldBench bench;
  bench.arrive_at(1'000, 0, 64);
  bench.consume_at(1'100, 7);
  run_until(2'000);
  EXPECT_EQ(bench.hold.consumed(), 1U);
}

TEST(IngressHold, InterruptsAtOnceWithoutModeration) {
  HoldBench bench;
  bench.arrive_at(1'000, 0, 64);
  bench.arrive_at(1'500, 0, 64);
  bench.consume_at(2'000, 1);  // one is left: stays raised
  bench.consume_at(2'500, 2);
  bench.arrive_at(3'000, 0, 64);
  run_until(4'000);
  EXPECT_EQ(bench.interrupts, (std::vector<TimePs>{1'000, -2'500, 3'000}));
}

TEST(IngressHold, ModerationCountsPacketsAndTime) {
  IngressHoldConfig config;
  config.moderation_packets = 3;
  config.moderation_us = 50;
  HoldBench bench(config);
  bench.arrive_at(1 * kPsPerUs, 0, 64);  // alone: raised at 51 us
  bench.consume_at(60 * kPsPerUs, 1);
  bench.arrive_at(70 * kPsPerUs, 0, 64);
  bench.arrive_at(80 * kPsPerUs, 0, 64);
  bench.arrive_at(90 * kPsPerUs, 0, 64);  // the third
  bench.consume_at(100 * kPsPerUs, 4);
  bench.arrive_at(130 * kPsPerUs, 0, 64);  // its own window, not the one from 70 us on
  run_until(200 * kPsPerUs);
  EXPECT_EQ(bench.interrupts, (std::vector<TimePs>{51 * kPsPerUs, -60 * kPsPerUs, 90 * kPsPerUs,
                                                   -100 * kPsPerUs, 180 * kPsPerUs}));
}

// All in microseconds; a doorbell is for three packets more, a negative interrupt falls.
struct Moderation {
  const char* name;
  std::vector<TimePs> arrivals;  // behind three, the last at 10
  std::vector<TimePs> doorbells;
  std::vector<TimePs> interrupts;
};

void PrintTo(const Moderation& moderation, std::ostream* out) {
  *out << moderation.name;
}

class ModerationAtTheDoorbell : public ::testing::TestWithParam<Moderation> {};

TEST_P(ModerationAtTheDoorbell, CountsAnewWhatCameDuringService) {
  IngressHoldConfig config;
  config.moderation_packets = 3;
  config.moderation_us = 50;
  HoldBench bench(config);
  for (const TimePs at : {8, 9, 10}) {
    bench.arrive_at(at * kPsPerUs, 0, 64);
  }
  for (const TimePs at : GetParam().arrivals) {
    bench.arrive_at(at * kPsPerUs, 0, 64);
  }
  std::uint32_t consumed = 0;
  for (const TimePs at : GetParam().doorbells) {
    bench.consume_at(at * kPsPerUs, consumed += 3);
  }
  run_until(200 * kPsPerUs);
  std::vector<TimePs> expected;
  for (const TimePs at : GetParam().interrupts) {
    expected.push_back(at * kPsPerUs);
  }
  EXPECT_EQ(bench.interrupts, expected);
}

INSTANTIATE_TEST_SUITE_P(
    IngressHold, ModerationAtTheDoorbell,
    ::testing::Values(Moderation{"OneWaitsForAWindow", {15}, {20}, {10, -20, 70}},
                      Moderation{"TwoMoreMakeItThree", {15, 40, 45}, {20}, {10, -20, 45}},
                      Moderation{"ThreeLeaveItRaised", {12, 14, 16}, {20}, {10}},
                      Moderation{"TwoRounds", {12, 14, 16, 18}, {20, 30}, {10, -30, 80}},
                      Moderation{"NoneIsLeft", {15}, {20, 30}, {10, -20}}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(IngressHold, JitterIsTheDifferenceBetweenTwoPacketsInARow) {
  HoldBench bench;
  bench.arrive_at(1'000, 0, 64);
  bench.arrive_at(1'100, 0, 64);
  bench.judge_at(5'000, 0, kAccept);  // 4000
  bench.judge_at(7'000, 1, kAccept);  // 5900
  run_until(8'000);
  EXPECT_EQ(bench.hold.jitter_ps().count(), 1U);
  EXPECT_EQ(bench.hold.jitter_ps().max(), 1'900U);
}

TEST(IngressHold, LogsDeparturesAndInterruptsWhenHalfFull) {
  IngressHoldConfig config;
  config.departures = 4;
  HoldBench bench(config);
  const auto depart = [&bench](std::uint32_t bytes) {
    bench.hold.departed({1, bytes, Ecn::kNotEct, 0, 0, 0, 0, 0});
  };
  bench.script.at(1'000, [&] { depart(100); });
  bench.script.at(2'000, [&] { depart(200); });  // half of it
  bench.script.at(3'000, [&] { bench.hold.take_departure(3'000); });
  bench.script.at(4'000, [&] {
    for (const std::uint32_t bytes : {300U, 400U, 500U, 600U}) {
      depart(bytes);
    }
  });
  run_until(5'000);
  EXPECT_EQ(bench.interrupts, (std::vector<TimePs>{2'000, -3'000, 4'000}));
  for (const std::uint32_t bytes : {200U, 300U, 400U, 500U}) {
    ASSERT_NE(bench.hold.departures().oldest(), nullptr);
    EXPECT_EQ(bench.hold.departures().oldest()->size_bytes, bytes);
    bench.hold.take_departure(5'000);
  }
  EXPECT_EQ(bench.hold.departures().oldest(), nullptr);
  EXPECT_EQ(bench.hold.departures().lost(), 1U);
  bench.hold.take_departure(5'000);  // nothing to take
}

TEST(IngressHold, RefusesARingThatIsNoMultipleOfEight) {
  IngressHoldConfig config;
  config.descriptors = 12;
  EXPECT_THROW(HoldBench bench(config), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::cm::ingress_hold_test
