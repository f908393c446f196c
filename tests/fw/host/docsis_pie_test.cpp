// DOCSIS-PIE's images on the host, held step by step against the law as models/aqm has it.
#include "models/aqm/docsis_pie/docsis_pie.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/fw/host/program.h"

namespace docsis_vp::fw::docsis_pie_test {
namespace {

constexpr std::uint32_t kBuffer = 250'000;
constexpr aqm_config kConfig = {10'000, 2'500'000, 1'250'000, kBuffer, 0};
constexpr std::uint32_t kDocsisPie = 1;  // aqm_algorithm.id
constexpr std::uint32_t kIngressHold = 4;

// A service flow and what its law should make of it.
class Flow {
 public:
  Flow(Hardware& hardware, unsigned number)
      : words_(hardware.engine.flow[number]), number_(number) {
    EXPECT_EQ(docsis_pie_params_init(&params, &kConfig, nullptr), nullptr);
    docsis_pie_state_init(&state);
    words_.algorithm = kDocsisPie;
    words_.latency_target = params.latency_target_us;
    words_.buffer_bytes = params.buffer_bytes;
    words_.peak_rate = params.peak_bytes_per_s;
    words_.peak_mantissa = params.peak.mantissa;
    words_.peak_shift = params.peak.shift;
    words_.msr_rate = params.msr_bytes_per_s;
    words_.msr_mantissa = params.msr.mantissa;
    words_.msr_shift = params.msr.shift;
    hardware.engine.flow_enable |= 1U << number;
    hardware.engine.flow_count = std::max(hardware.engine.flow_count, number + 1);
    for (std::uint32_t i = 0; i < DOCSIS_PIE_OPTIONS; ++i) {
      hardware.engine.options[number].value[i] = docsis_pie_options[i].initial;
    }
  }

  // The snapshot that the data path latches for the next tick, and the result of the law.
  void snapshot(std::uint32_t bytes, std::uint32_t msr_tokens) {
    words_.depth_bytes = bytes;
    words_.msr_tokens = msr_tokens;
    aqm_queue queue{};
    queue.bytes = bytes;
    queue.msr_tokens = msr_tokens;
    docsis_pie_update(&state, &params, &queue, 0);
  }
  // The first drop of an episode, which the data path decides.
  void begin_episode() {
    state.law.status = DOCSIS_PIE_ACTIVE;
    state.law.burst_us = DOCSIS_PIE_MAX_BURST_US;
    ++state.law.generation;
    words_.burst = state.law.burst_us;
    words_.state = state.law.generation << AQM_FLOW__STATE__GENERATION_bp | state.law.status;
  }
  void expect_committed() const {
    EXPECT_EQ(words_.commit_drop_prob, state.law.drop_prob_q28);
    EXPECT_EQ(words_.commit_qdelay_old, state.law.qdelay_old_us);
    EXPECT_EQ(words_.commit_burst, state.law.burst_us);
    EXPECT_EQ(words_.commit,
              state.law.generation << AQM_FLOW__COMMIT__GENERATION_bp | state.law.status)
        << "flow " << number_;
  }
  std::uint32_t committed_q28() const { return words_.commit_drop_prob; }

  docsis_pie_params params{};
  docsis_pie_state state{};

 private:
  aqm_flow__stride100_t& words_;
  unsigned number_;
};

class DocsisPieImage : public testing::TestWithParam<const char*> {
 protected:
  Hardware hardware;
  Flow first{hardware, 0};
  Flow last{hardware, 31};
  Program program{GetParam(), hardware};
};

TEST_P(DocsisPieImage, StartsWithTheFlowsThatAreEnabled) {
  program.boot();
  EXPECT_EQ(hardware.text(), std::string(GetParam()) + ": 2 service flows\n");
  EXPECT_EQ(hardware.engine.interrupt_enable, AQM_ENGINE__INTERRUPT_ENABLE__TICK_bm);
  EXPECT_EQ(hardware.plic.enable & 1U << 1, 1U << 1);
  EXPECT_EQ(hardware.watchdog.control, WATCHDOG__CONTROL__ENABLE_bm);
  EXPECT_EQ(hardware.watchdog.timeout, 100'000U) << "six ticks and a quarter";
}

TEST_P(DocsisPieImage, CommitsAtEachTickWhatTheLawMakesOfItsSnapshot) {
  program.boot();
  auto random = [engine = std::mt19937(1)]() mutable {
    return static_cast<std::uint32_t>(engine());
  };
  std::uint32_t bytes = 0;
  bool has_signalled = false;
  for (unsigned tick = 0; tick < 3'000; ++tick) {
    // Some seconds of load above the rate, then below it.
    bytes = tick / 400 % 2 == 0 ? std::min(kBuffer, bytes + random() % 3'000)
                                : bytes - std::min(bytes, random() % 2'000);
    if (tick % 500 == 60) {
      first.begin_episode();
    }
    first.snapshot(bytes, random() % 4'000);
    last.snapshot(bytes / 2, 0);
    program.tick(1U << 31 | 1U);
    first.expect_committed();
    last.expect_committed();
    ASSERT_FALSE(HasFailure()) << "at tick " << tick;
    has_signalled = has_signalled || last.committed_q28() > 0;
    EXPECT_EQ(hardware.engine.interrupt_status, AQM_ENGINE__INTERRUPT_STATUS__TICK_bm) << "cleared";
    EXPECT_EQ(hardware.watchdog_kicks(), 1U);
  }
  EXPECT_TRUE(has_signalled) << "the script makes it signal";
}

TEST_P(DocsisPieImage, LeavesFlowsAloneWhoseUpdateIsNotPending) {
  program.boot();
  hardware.engine.flow[0].commit_drop_prob = 12'345;
  hardware.engine.flow[0].depth_bytes = kBuffer;
  program.tick(1U << 31);
  EXPECT_EQ(hardware.engine.flow[0].commit_drop_prob, 12'345U);
}

TEST_P(DocsisPieImage, SaturatesAndFallsToNothingWhenIdle) {
  program.boot();
  unsigned ticks = 0;
  for (; ticks < 5'000 && first.committed_q28() < DOCSIS_PIE_MAX_PROB_Q28; ++ticks) {
    first.snapshot(kBuffer, 0);
    program.tick(1);
  }
  EXPECT_EQ(first.committed_q28(), DOCSIS_PIE_MAX_PROB_Q28) << "RFC 8034: 0.85 x 1024 / 64";
  first.snapshot(kBuffer, 0);
  program.tick(1);
  EXPECT_EQ(first.committed_q28(), DOCSIS_PIE_MAX_PROB_Q28) << "and stays there";
  std::uint32_t before = first.committed_q28() + 1;
  for (unsigned idle = 0; idle < 2'000 && before != 0; ++idle) {
    first.snapshot(0, 0);
    program.tick(1);
    ASSERT_LT(first.committed_q28(), before);
    before = first.committed_q28();
  }
  EXPECT_EQ(before, 0U);
}

TEST_P(DocsisPieImage, EndsWhereAFlowAsksForAnotherLaw) {
  hardware.engine.flow[0].algorithm = 77;
  try {
    program.boot();
    FAIL();
  } catch (const Exited& exited) {
    EXPECT_EQ(exited.status, 1U);
  }
  EXPECT_EQ(hardware.text().substr(0, 7), "panic: ");
}

TEST_P(DocsisPieImage, JudgesPacketsAsTheLawDoes) {
  hardware.hold.setup = 64;
  program.boot();
  auto random = [engine = std::mt19937(2)]() mutable {
    return static_cast<std::uint32_t>(engine());
  };
  unsigned dropped = 0;
  for (unsigned tick = 0; tick < 600; ++tick) {
    first.snapshot(180'000, 0);
    program.tick(1);
    first.expect_committed();
    std::map<std::uint32_t, std::uint32_t> expected;
    for (unsigned i = 0; i < 1 + tick % 20; ++i) {
      held_packet_t held{};
      held.random = random();
      held.queue = 60'000 + random() % 180'000;
      aqm_packet packet{64 + random() % 1'455, 0, AQM_NOT_ECT, 0};
      aqm_queue queue{};
      queue.bytes = held.queue;
      const std::uint32_t slot = hardware.offer(0, packet.size_bytes, held);
      expected[slot] = static_cast<std::uint32_t>(
          docsis_pie_enqueue(&first.state, &first.params, &queue, &packet, held.random));
      dropped += expected[slot] == AQM_DROP ? 1 : 0;
    }
    program.interrupt(kIngressHold);
    ASSERT_EQ(hardware.judged(), expected) << "after tick " << tick;
    ASSERT_EQ(hardware.hold.consumed, hardware.hold.produced);
  }
  EXPECT_GT(dropped, 1'000U);
}

TEST_P(DocsisPieImage, KeepsALimitInPackets) {
  hardware.hold.setup = 64;
  hardware.engine.flow[0].buffer_packets = first.params.limit_packets = 30;
  program.boot();
  std::map<std::uint32_t, std::uint32_t> expected;
  unsigned full = 0;
  for (std::uint32_t packets = 0; packets < 40; ++packets) {
    held_packet_t held{};
    held.queue = 64 * packets;
    held.depth_packets = packets;
    const aqm_packet packet{64, 0, AQM_NOT_ECT, 0};
    aqm_queue queue{};
    queue.bytes = held.queue;
    queue.packets = packets;
    const aqm_verdict verdict =
        docsis_pie_enqueue(&first.state, &first.params, &queue, &packet, held.random);
    full += verdict == AQM_DROP_FULL ? 1 : 0;
    expected[hardware.offer(0, packet.size_bytes, held)] = static_cast<std::uint32_t>(verdict);
  }
  program.interrupt(kIngressHold);
  EXPECT_EQ(hardware.judged(), expected);
  EXPECT_EQ(full, 10U) << "from 30 packets on";
}

INSTANTIATE_TEST_SUITE_P(Images, DocsisPieImage,
                         testing::Values("docsis_pie", "two_tasks", "mixed"),
                         [](const auto& image) { return std::string(image.param); });

// RFC 8034 sec. 5 keeps the law in software for this reason: its state is in the engine's words.
TEST(FieldUpdate, GoesOnWithTheLawWhereTheImageBeforeStopped) {
  Hardware hardware;
  Flow flow(hardware, 0);
  for (const char* image : {"docsis_pie", "mixed", "two_tasks", "docsis_pie"}) {
    Program program(image, hardware);
    program.boot();
    for (unsigned tick = 0; tick < 100; ++tick) {
      flow.snapshot(60'000 + tick * 100, 0);
      program.tick(1);
      flow.expect_committed();
      ASSERT_FALSE(testing::Test::HasFailure()) << image << ", tick " << tick;
    }
  }
  EXPECT_GT(flow.committed_q28(), 1U << 20);
}

// Packets that waited before the update are judged once, by the new image.
TEST(FieldUpdate, JudgesWhatWaitsInTheHoldFromWhereTheImageBeforeStopped) {
  Hardware hardware;
  Flow flow(hardware, 0);
  hardware.hold.setup = 16;
  {
    Program program("docsis_pie", hardware);
    program.boot();
    for (unsigned i = 0; i < 13; ++i) {
      hardware.offer(0, 100, {});
      program.interrupt(kIngressHold);
    }
    EXPECT_EQ(hardware.judged().size(), 13U);
  }
  for (unsigned i = 0; i < 5; ++i) {
    hardware.offer(0, 100, {});
  }
  Program program("mixed", hardware);
  program.boot();
  program.interrupt(kIngressHold);
  const std::map<std::uint32_t, std::uint32_t> expected = {
      {13, 0}, {14, 0}, {15, 0}, {0, 0}, {1, 0}};
  EXPECT_EQ(hardware.judged(), expected);
  EXPECT_EQ(hardware.hold.consumed, 18U);
}

}  // namespace
}  // namespace docsis_vp::fw::docsis_pie_test
