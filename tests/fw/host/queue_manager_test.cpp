// Images that judge packets, on the host, held packet by packet against the laws of models/aqm.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "models/aqm/registry.h"
#include "tests/fw/host/program.h"

namespace docsis_vp::fw::queue_manager_test {
namespace {

constexpr std::uint32_t kIngressHold = 4;
constexpr std::uint32_t kVerdictPort = 5;
constexpr std::uint32_t kBuffer = 312'500;
constexpr unsigned kFlow = 3;

// A law of the registry with its usual options, and its service flow in the registers.
class Reference {
 public:
  Reference(const std::string& name, Hardware& hardware) : law(*aqm_find(name.c_str())) {
    const aqm_config config{law.target_us, 1'250'000, 1'250'000, kBuffer, 0};
    std::uint32_t options[AQM_OPTIONS_MAX];
    aqm_initial_options(law.options, options);
    EXPECT_EQ(law.params_init(params, &config, options), nullptr);
    law.state_init(state);
    aqm_flow__stride100_t& words = hardware.engine.flow[kFlow];
    words.algorithm = law.id;
    words.latency_target = config.latency_target_us;
    words.peak_rate = config.peak_rate_bytes_per_s;
    words.msr_rate = config.msr_bytes_per_s;
    words.buffer_bytes = config.buffer_bytes;
    words.buffer_packets = config.buffer_packets;
    std::copy(options, options + aqm_count_options(law.options),
              hardware.engine.options[kFlow].value);
    hardware.engine.flow_count = 8;
    hardware.engine.flow_enable = law.update != nullptr ? 1U << kFlow : 0;
  }
  const aqm_law& words() const { return *reinterpret_cast<const aqm_law*>(state); }

  const aqm_algorithm& law;
  std::uint64_t params[AQM_PARAMS_BYTES_MAX / 8] = {};
  std::uint64_t state[AQM_STATE_BYTES_MAX / 8] = {};
};

struct Image {
  const char* name;
  const char* law;
};

class QueueManager : public testing::TestWithParam<Image> {
 protected:
  void leave(std::uint32_t now_us, std::uint32_t waited_us) {
    const Departure departure{kFlow, 1'000,         now_us - waited_us,        now_us,
                              bytes, bytes / 1'000, hardware.engine.tick_count};
    hardware.leave(departure);
    const aqm_packet packet{departure.size_bytes, departure.accepted_us, AQM_NOT_ECT, 0};
    aqm_queue behind{};
    behind.bytes = departure.behind_bytes;
    behind.packets = departure.behind_packets;
    if (reference.law.departed != nullptr) {
      reference.law.departed(reference.state, reference.params, &behind, &packet, now_us);
    }
  }
  std::uint32_t arrive(std::uint32_t now_us, std::uint32_t random) {
    held_packet_t held{};
    held.random = random;
    held.queue = bytes;
    held.arrived_us = now_us;
    held.depth_packets = bytes / 1'000;
    held.msr_tokens = random % 3'000;
    const aqm_packet packet{64 + random % 1'455, now_us, AQM_NOT_ECT, 0};
    hardware.offer(kFlow, packet.size_bytes, held);
    aqm_queue queue{};
    queue.bytes = bytes;
    queue.packets = held.depth_packets;
    queue.msr_tokens = held.msr_tokens;
    return static_cast<std::uint32_t>(
        reference.law.enqueue(reference.state, reference.params, &queue, &packet, random));
  }
  void tick() {
    aqm_flow__stride100_t& words = hardware.engine.flow[kFlow];
    words.depth_bytes = bytes;
    words.depth_packets = bytes / 1'000;
    words.msr_tokens = 500;
    words.granted_bytes += 20'000;
    aqm_queue queue{};
    queue.bytes = words.depth_bytes;
    queue.packets = words.depth_packets;
    queue.msr_tokens = words.msr_tokens;
    queue.granted_bytes = words.granted_bytes;
    program.tick(1U << kFlow);
    reference.law.update(reference.state, reference.params, &queue, hardware.engine.tick_time);
    EXPECT_EQ(words.commit_drop_prob, reference.words().drop_prob_q28);
    EXPECT_EQ(words.commit_qdelay_old, reference.words().qdelay_old_us);
    EXPECT_EQ(words.commit_measured, reference.words().measured);
  }

  Hardware hardware;
  Reference reference{GetParam().law, hardware};
  Program program{GetParam().name, hardware};
  std::uint32_t bytes = 0;  // queued
};

TEST_P(QueueManager, JudgesEachPacketAndComputesEachPeriodAsTheLawDoes) {
  hardware.hold.setup = 64;
  program.boot();
  auto random = [engine = std::mt19937(3)]() mutable {
    return static_cast<std::uint32_t>(engine());
  };
  unsigned signals = 0;
  std::uint32_t now_us = 5'000;
  for (unsigned round = 0; round < 4'000; ++round) {
    now_us += 4'000;
    // A queue that stands at up to 200 ms, empties, and stands again.
    bytes = round / 500 % 2 == 0 ? std::min(250'000U, bytes + 2'500) : bytes / 2;
    const std::uint32_t waited_us = bytes * 4 / 5;  // at 1.25 MB/s
    for (unsigned i = 0; i < 3 && bytes != 0; ++i) {
      leave(now_us - 3'000 + i * 800, waited_us);
    }
    const std::uint32_t slot = hardware.hold.produced % 64;
    const std::uint32_t expected = arrive(now_us, random());
    program.interrupt(kIngressHold);
    const std::map<std::uint32_t, std::uint32_t> all = {{slot, expected}};
    ASSERT_EQ(hardware.judged(), all) << "in round " << round;
    ASSERT_EQ(hardware.hold.departure, 0U) << "the log of departures is read to its end";
    signals += expected == AQM_DROP || expected == AQM_MARK ? 1 : 0;
    if (round % 4 == 3 && reference.law.update != nullptr) {
      tick();
      ASSERT_FALSE(HasFailure()) << "in round " << round;
    }
  }
  EXPECT_GT(signals, 10U) << "the script makes it signal";
}

INSTANTIATE_TEST_SUITE_P(
    Images, QueueManager,
    testing::Values(Image{"codel_dt", "codel_dt"}, Image{"codel_tail", "codel_tail"},
                    Image{"pie", "pie"}, Image{"pie", "pie_draft"}, Image{"pie", "pie_linux"},
                    Image{"pie", "pie_linux_2014"}, Image{"mixed", "pie_linux_2014"},
                    Image{"red", "red"}, Image{"red", "ared"}, Image{"mixed", "pie"},
                    Image{"mixed", "codel_dt"}, Image{"mixed", "red"}),
    [](const auto& of) { return std::string(of.param.name) + "_" + of.param.law; });

TEST(QueueManagerImage, ShowsAPeriodOnlyWhatLeftBeforeItsTick) {
  Hardware hardware;
  const Reference reference("pie", hardware);
  Program program("pie", hardware);
  hardware.hold.setup = 64;
  program.boot();
  hardware.leave({kFlow, 1'000, 0, 10'000, 0, 0, 0});
  hardware.leave({kFlow, 1'000, 0, 16'000, 0, 0, 1});
  program.tick(1U << kFlow);
  EXPECT_EQ(hardware.hold.departure >> INGRESS_HOLD__DEPARTURE__TICK_bp & 0xFF, 1U);
  program.tick(1U << kFlow);
  EXPECT_EQ(hardware.hold.departure, 0U);
}

class Heads : public testing::TestWithParam<Image> {};

TEST_P(Heads, AreJudgedAsCoDelJudgesThem) {
  Hardware hardware;
  Reference reference(GetParam().law, hardware);
  Program program(GetParam().name, hardware);
  hardware.port.setup = VERDICT_PORT__SETUP__FIRMWARE_bm;
  hardware.hold.setup = std::string(GetParam().name) == "mixed" ? 64 : 0;
  program.boot();
  auto random = [engine = std::mt19937(4)]() mutable {
    return static_cast<std::uint32_t>(engine());
  };
  unsigned dropped = 0;
  for (unsigned burst = 0; burst < 2'000; ++burst) {
    hardware.time_us += 2'000;
    const std::uint32_t waited_us = burst / 300 % 2 == 0 ? 30'000 + random() % 30'000 : 1'000;
    std::vector<Head> heads;
    std::vector<std::uint32_t> expected;
    for (unsigned i = 0; i < 1 + burst % 5; ++i) {
      heads.push_back({kFlow, 64 + random() % 1'455, hardware.time_us - waited_us, 20'000});
      const aqm_packet packet{heads.back().size_bytes, heads.back().enqueued_us, AQM_NOT_ECT, 0};
      aqm_queue queue{};
      queue.bytes = heads.back().behind_bytes;
      expected.push_back(static_cast<std::uint32_t>(reference.law.dequeue(
          reference.state, reference.params, &queue, &packet, hardware.time_us)));
      dropped += expected.back() == AQM_DROP ? 1 : 0;
    }
    hardware.ask_for(heads);
    program.interrupt(kVerdictPort);
    ASSERT_EQ(hardware.judged_heads(), expected) << "of burst " << burst;
  }
  EXPECT_GT(dropped, 20U);
}

INSTANTIATE_TEST_SUITE_P(Images, Heads,
                         testing::Values(Image{"codel", "codel"}, Image{"mixed", "codel"}),
                         [](const auto& of) { return std::string(of.param.name); });

// Ticks in a pause: one a minute does, of those that hardware gives.
void pass(Hardware& hardware, Program& program, std::uint32_t seconds) {
  constexpr std::uint32_t kTickUs = 16'000;  // what Program::tick() adds
  for (std::uint32_t s = 0; s < seconds; s += 60) {
    hardware.time_us += 60'000'000;
    hardware.engine.tick_time = hardware.time_us - kTickUs;
    program.tick(0);
  }
}

// Half a turn of 32-bit microseconds is 2147 s, a turn 4295 s.
constexpr std::uint32_t kPauses[] = {2'100, 2'160, 2'400, 4'260, 4'320, 6'480};

class HeadsAfterAPause : public testing::TestWithParam<Image> {
 protected:
  // Verdicts on heads that have waited for 40 ms.
  static std::vector<std::uint32_t> judge_a_standing_queue(Hardware& hardware, Program& program) {
    std::vector<std::uint32_t> verdicts;
    for (unsigned burst = 0; burst < 500; ++burst) {
      hardware.time_us += 2'000;
      const std::uint32_t enqueued_us = hardware.time_us - 40'000;
      hardware.ask_for({{kFlow, 1'000, enqueued_us, 20'000}, {kFlow, 500, enqueued_us, 20'000}});
      program.interrupt(kVerdictPort);
      const auto judged = hardware.judged_heads();
      verdicts.insert(verdicts.end(), judged.begin(), judged.end());
    }
    return verdicts;
  }
  static std::vector<std::uint32_t> verdicts_after(std::uint32_t pause_s) {
    Hardware hardware;
    const Reference reference(GetParam().law, hardware);
    Program program(GetParam().name, hardware);
    hardware.port.setup = VERDICT_PORT__SETUP__FIRMWARE_bm;
    hardware.hold.setup = std::string(GetParam().name) == "mixed" ? 64 : 0;
    program.boot();
    judge_a_standing_queue(hardware, program);
    pass(hardware, program, pause_s);
    return judge_a_standing_queue(hardware, program);
  }
};

TEST_P(HeadsAfterAPause, BeginANewEpisode) {
  const auto short_one = verdicts_after(600);
  EXPECT_GT(std::count(short_one.begin(), short_one.end(), unsigned{AQM_DROP}), 10);
  for (const std::uint32_t pause_s : kPauses) {
    EXPECT_EQ(verdicts_after(pause_s), short_one) << pause_s << " s";
  }
}

INSTANTIATE_TEST_SUITE_P(Images, HeadsAfterAPause,
                         testing::Values(Image{"codel", "codel"}, Image{"mixed", "codel"}),
                         [](const auto& of) { return std::string(of.param.name); });

class ArrivalsAfterAPause : public testing::TestWithParam<Image> {
 protected:
  // Verdicts on packets that find a queue of 120 ms, the first one an empty one; some leave in
  // between.
  static std::vector<std::uint32_t> judge_a_standing_queue(Hardware& hardware, Program& program) {
    std::mt19937 random(5);
    std::vector<std::uint32_t> verdicts;
    for (unsigned round = 0; round < 600; ++round) {
      const std::uint32_t bytes = round == 0 ? 0 : 150'000;
      hardware.time_us += 2'000;
      held_packet_t held{};
      held.random = static_cast<std::uint32_t>(random());
      held.queue = bytes;
      held.arrived_us = hardware.time_us;
      held.depth_packets = bytes / 1'000;
      const std::uint32_t slot = hardware.hold.produced % 64;
      if (bytes != 0) {
        hardware.leave({kFlow, 2'500, hardware.time_us - 120'000, hardware.time_us, bytes,
                        bytes / 1'000, hardware.engine.tick_count});
      }
      hardware.offer(kFlow, 1'000, held);
      program.interrupt(kIngressHold);
      verdicts.push_back(hardware.judged().at(slot));
    }
    return verdicts;
  }
  static std::vector<std::uint32_t> verdicts_after(std::uint32_t pause_s) {
    Hardware hardware;
    const Reference reference(GetParam().law, hardware);
    Program program(GetParam().name, hardware);
    hardware.hold.setup = 64;
    program.boot();
    judge_a_standing_queue(hardware, program);
    hardware.leave({kFlow, 1'000, hardware.time_us - 1'000, hardware.time_us, 0, 0,
                    hardware.engine.tick_count});  // and nothing is left
    pass(hardware, program, pause_s);
    return judge_a_standing_queue(hardware, program);
  }
};

TEST_P(ArrivalsAfterAPause, FindALawThatHasForgotten) {
  const auto short_one = verdicts_after(600);
  EXPECT_GT(std::count(short_one.begin(), short_one.end(), unsigned{AQM_ACCEPT}), 10);
  for (const std::uint32_t pause_s : kPauses) {
    EXPECT_EQ(verdicts_after(pause_s), short_one) << pause_s << " s";
  }
}

INSTANTIATE_TEST_SUITE_P(Images, ArrivalsAfterAPause,
                         testing::Values(Image{"codel_dt", "codel_dt"},
                                         Image{"codel_tail", "codel_tail"}, Image{"red", "red"},
                                         Image{"red", "ared"}, Image{"pie", "pie_linux_2014"},
                                         Image{"mixed", "red"}),
                         [](const auto& of) {
                           return std::string(of.param.name) + "_" + of.param.law;
                         });

}  // namespace
}  // namespace docsis_vp::fw::queue_manager_test
