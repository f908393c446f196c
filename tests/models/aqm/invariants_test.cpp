// Invariants of every algorithm of the registry when it runs a queue.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"

namespace docsis_vp::aqm::invariants_test {
namespace {

constexpr std::uint32_t kRate = 1'250'000;
constexpr std::uint32_t kBuffer = 62'500;  // 50 ms

aqm_config config_of(const aqm_algorithm& law, std::uint32_t rate = kRate,
                     std::uint32_t buffer = kBuffer) {
  return {law.target_us, rate, rate, buffer, 0};
}

// Index of an option, or -1.
int option_index(const aqm_algorithm& law, const std::string& name) {
  for (int i = 0; law.options[i].name != nullptr; ++i) {
    if (name == law.options[i].name) {
      return i;
    }
  }
  return -1;
}

// A load between 0.3 and 1.8 of the link, of ECN-capable packets and others; also pauses.
void run_traffic(LawBench& bench, int packets, std::uint64_t seed) {
  RandomStream random(seed, "test/invariants");
  double at = static_cast<double>(bench.now_us());
  double load = 1;
  for (int i = 0; i < packets; ++i) {
    if (i % 500 == 0) {
      load = 0.3 + 1.5 * random.uniform();
      at += random.below(4) == 0 ? 2e6 : 0;
    }
    const auto size = static_cast<std::uint32_t>(random.between(64, 1'514));
    at += 2 * random.uniform() * size * 1e6 / kRate / load;
    const auto ecn = static_cast<aqm_ecn>(random.below(4));
    const aqm_verdict verdict = bench.arrive(static_cast<std::uint64_t>(at), size, ecn);
    if (verdict == AQM_MARK) {
      ASSERT_NE(ecn, AQM_NOT_ECT);
    }
    ASSERT_LE(bench.queued_bytes(), kBuffer);
  }
}

void expect_conservation(const LawBench& bench) {
  // One more may be on the link: it counts as sent.
  EXPECT_EQ(bench.arrived, bench.sent + bench.drops + bench.full + bench.queued());
}

class EveryAlgorithm : public testing::TestWithParam<const aqm_algorithm*> {};

TEST_P(EveryAlgorithm, LosesNoPacketUncountedAndKeepsTheLimit) {
  const aqm_algorithm& law = *GetParam();
  for (const bool ecn : {false, true}) {
    OptionValues options = options_of(law);
    const int index = option_index(law, "ecn");
    ASSERT_EQ(index >= 0, !law.limits_only);
    if (index >= 0) {
      options[static_cast<std::size_t>(index)] = ecn;
    }
    LawBench bench(law, config_of(law), options, kRate);
    run_traffic(bench, 40'000, 1);
    expect_conservation(bench);
    if (!ecn || index < 0) {
      EXPECT_EQ(bench.marks, 0U);
    }
    bench.run_until(bench.now_us() + 10'000'000);
    expect_conservation(bench);
    EXPECT_EQ(bench.queued(), 0U);
  }
}

TEST_P(EveryAlgorithm, SendsInTheOrderOfArrival) {
  const aqm_algorithm& law = *GetParam();
  LawBench bench(law, config_of(law), options_of(law), kRate);
  run_traffic(bench, 10'000, 2);
  std::uint64_t last = 0;
  for (const auto& judged : bench.judged) {
    if (judged.verdict == AQM_ACCEPT && judged.sojourn_us > 0) {
      EXPECT_GE(judged.number, last);
      last = judged.number;
    }
  }
}

// One and a quarter times the link's rate, of packets that carry `ecn`; option `on` is set.
LawBench overloaded(const aqm_algorithm& law, aqm_ecn ecn, const char* on) {
  OptionValues options = options_of(law);
  if (const int index = option_index(law, on); index >= 0) {
    options[static_cast<std::size_t>(index)] = 1;
  }
  if (const int index = option_index(law, "max_ecnth"); index >= 0) {
    options[static_cast<std::size_t>(index)] = law.options[index].high;
  }
  LawBench bench(law, config_of(law), options, kRate);
  for (int i = 0; i < 20'000; ++i) {
    bench.arrive(static_cast<std::uint64_t>(i) * 960, 1'500, ecn);
  }
  return bench;
}

// ECN: all that have it mark packets that can be marked, and drop the others.
TEST_P(EveryAlgorithm, MarksWhatItWouldDrop) {
  const aqm_algorithm& law = *GetParam();
  const bool has_ecn = option_index(law, "ecn") >= 0;
  EXPECT_EQ(has_ecn, !law.limits_only);
  if (has_ecn) {
    const LawBench able = overloaded(law, AQM_ECT0, "ecn");
    EXPECT_GT(able.marks, 20U);
    if (option_index(law, "max_ecnth") >= 0) {
      EXPECT_EQ(able.drops, 0U);  // with 1 it marks at any probability
    }
    EXPECT_GT(overloaded(law, AQM_ECT1, "ecn").marks, 20U);
    const LawBench unable = overloaded(law, AQM_NOT_ECT, "ecn");
    EXPECT_EQ(unable.marks, 0U);
    EXPECT_GT(unable.drops, 20U);
    EXPECT_EQ(overloaded(law, AQM_ECT0, "none").marks, 0U);
  }
}

// Oslo 2013 sec. 7: a queue of packets that carry CE already gives no signal where they do not
// count.
TEST_P(EveryAlgorithm, LeavesMarkedPacketsOutOfItsMeasure) {
  const aqm_algorithm& law = *GetParam();
  const bool has_it = option_index(law, "exclude_ce") >= 0;
  EXPECT_EQ(has_it, !law.limits_only);
  if (has_it) {
    EXPECT_GT(overloaded(law, AQM_CE, "none").drops, 20U);
    const LawBench excluded = overloaded(law, AQM_CE, "exclude_ce");
    EXPECT_EQ(excluded.drops + excluded.marks, 0U);
  }
}

// Time wraps after 71 minutes: nothing depends on where it starts.
TEST_P(EveryAlgorithm, DecidesTheSameAcrossTheWrapOfTime) {
  const aqm_algorithm& law = *GetParam();
  LawBench early(law, config_of(law), options_of(law), kRate, 1'000'000);
  LawBench late(law, config_of(law), options_of(law), kRate, (1ULL << 32) - 3'000'000);
  run_traffic(early, 20'000, 3);
  run_traffic(late, 20'000, 3);
  ASSERT_EQ(early.judged.size(), late.judged.size());
  for (std::size_t i = 0; i < early.judged.size(); ++i) {
    ASSERT_EQ(early.judged[i].verdict, late.judged[i].verdict) << i;
    ASSERT_EQ(early.judged[i].number, late.judged[i].number) << i;
  }
}

TEST_P(EveryAlgorithm, DropsNothingAtHalfLoad) {
  const aqm_algorithm& law = *GetParam();
  LawBench bench(law, config_of(law), options_of(law), kRate);
  for (int i = 0; i < 20'000; ++i) {
    bench.arrive(static_cast<std::uint64_t>(i) * 2'400, 1'500);
  }
  EXPECT_EQ(bench.drops + bench.full, 0U);
}

// Every rate, target and interval that parameters allow, at the worst moments: nothing overflows
// (the sanitizers watch), and every probability stays one.
TEST_P(EveryAlgorithm, StaysInRangeOverTheGridOfRatesAndTargets) {
  const aqm_algorithm& law = *GetParam();
  const int interval = std::max(option_index(law, "interval_ms"), option_index(law, "t_update_ms"));
  RandomStream random(4, "test/invariants/grid");
  for (const std::uint32_t rate : {1'250U, 12'500U, 1'250'000U, 125'000'000U, 1'250'000'000U}) {
    for (const std::uint32_t target : {1U, 1'000U, 10'000U, 1'000'000U, 10'000'000U}) {
      for (const bool high : {false, true}) {
        OptionValues options = options_of(law);
        if (interval >= 0) {
          const aqm_option& o = law.options[interval];
          options[static_cast<std::size_t>(interval)] = high ? o.high : o.low;
        }
        const aqm_config config{law.target_us == 0 ? 0 : target, rate, rate, UINT32_MAX, 0};
        alignas(8) std::array<unsigned char, AQM_PARAMS_BYTES_MAX> params{};
        alignas(8) std::array<unsigned char, AQM_STATE_BYTES_MAX> state{};
        ASSERT_STREQ(law.params_init(params.data(), &config, options.data()), nullptr);
        law.state_init(state.data());
        std::uint32_t now = UINT32_MAX - 100'000;
        for (int i = 0; i < 400; ++i) {
          now += random.next_u32() >> random.below(32);
          aqm_queue queue{};
          queue.bytes = random.below(3) == 0 ? UINT32_MAX : random.next_u32() >> random.below(32);
          queue.packets = queue.bytes / 64;
          queue.ce_bytes = queue.bytes / 2;
          queue.ce_packets = queue.packets / 2;
          queue.msr_tokens = random.next_u32() >> random.below(32);
          queue.granted_bytes = random.next_u32();
          queue.drained_maps = random.next_u32();
          queue.predicted_delay_us = random.next_u32() >> random.below(32);
          queue.predicted_bytes = queue.bytes;
          const aqm_packet packet{static_cast<std::uint32_t>(random.between(64, 2'000)),
                                  now - (random.next_u32() >> random.below(32)),
                                  static_cast<std::uint8_t>(random.below(4)), random.next_u32()};
          law.enqueue(state.data(), params.data(), &queue, &packet, random.next_u32());
          if (law.dequeue != nullptr) {
            law.dequeue(state.data(), params.data(), &queue, &packet, now);
          }
          if (law.departed != nullptr) {
            law.departed(state.data(), params.data(), &queue, &packet, now);
          }
          if (law.update != nullptr) {
            law.update(state.data(), params.data(), &queue, now);
            const auto* words = reinterpret_cast<const aqm_law*>(state.data());
            ASSERT_LE(words->drop_prob_q28, 3'650'722'202U);  // 13.6, of DOCSIS-PIE
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryAlgorithm, testing::ValuesIn([] {
                           std::vector<const aqm_algorithm*> all;
                           for (auto a = aqm_algorithms; *a != nullptr; ++a) {
                             all.push_back(*a);
                           }
                           return all;
                         }()),
                         [](const auto& tested) { return std::string(tested.param->name); });

}  // namespace
}  // namespace docsis_vp::aqm::invariants_test
