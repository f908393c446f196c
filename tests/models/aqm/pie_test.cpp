#include "models/aqm/pie/pie.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "platform/base/random.h"
#include "tests/models/aqm/pie_flavour_bench.h"
#include "tests/models/aqm/pie_oracle.h"

namespace docsis_vp::aqm::pie_test {
namespace {

// One update at a time from the same state.
class PieUpdates : public testing::TestWithParam<std::tuple<pie_flavour, bool>> {};

TEST_P(PieUpdates, AreAsInRealNumbers) {
  const auto [flavour, byte_mode] = GetParam();
  RandomStream random(1, "test/pie/updates");
  int undecided = 0;
  constexpr int kUpdates = 60'000;
  const bool by_rate = flavour == PIE_LINUX_2014;
  FlavourBench bench(flavour, {{PIE_ESTIMATOR, by_rate ? PIE_BY_DEPARTURE_RATE : PIE_BY_TIMESTAMP},
                               {PIE_BYTE_MODE, byte_mode}});
  RfcPieOracle oracle;
  oracle.flavour = static_cast<RfcPieOracle::Flavour>(flavour);
  oracle.target = bench.params.target_us * 1e-6;
  oracle.t_update = bench.params.update_us * 1e-6;
  oracle.step_cap = bench.params.step_cap;
  oracle.docsis_mode = byte_mode;
  const bool beyond_1 = flavour == PIE_DRAFT && byte_mode;
  oracle.most = beyond_1 ? 0.85 * bench.params.spared_bytes / 128 : 1;
  for (int i = 0; i < kUpdates; ++i) {
    const double start = random.below(8) == 0 ? 0 : oracle.most * std::exp(-17 * random.uniform());
    const auto delay_us = random.below(6) == 0 ? 0U : random.next_u32() >> (8 + random.below(20));
    const auto old_us = random.below(6) == 0 ? 0U : random.next_u32() >> (8 + random.below(20));
    aqm_law& law = bench.state.law;
    law = {q28(start), old_us, random.below(5) == 0 ? 40'000U : 0U, 0, 0, delay_us};
    bench.state.quiet_us = 0;
    oracle.p = law.drop_prob_q28 / kOneQ28;
    oracle.old = old_us * 1e-6;
    oracle.burst = law.burst_us * 1e-6;
    const double divisor = oracle.divisor();
    std::uint32_t queued = random.below(2) == 0 ? 0 : 50'000;
    if (by_rate) {  // a byte is a microsecond
      queued = queued == 0 || delay_us == 0 ? queued : delay_us;
      law.measured = delay_us == 0 ? 0 : 1'000'000;
    }
    bench.update(queued);
    oracle.update(queued == 0 ? 0 : delay_us * 1e-6, queued);
    if (delay_us == 200'000 || delay_us == 250'000) {
      ++undecided;
      continue;
    }
    const double change =
        (std::abs(0.125 * delay_us) + 1.25 * (delay_us + double{1} * old_us)) * 1e-6 / divisor;
    ASSERT_NEAR(bench.p(), oracle.p, 8 / kOneQ28 + 1e-8 * change) << i;
    if (flavour != PIE_LINUX && flavour != PIE_LINUX_2014) {
      ASSERT_EQ(law.burst_us, std::lround(oracle.burst * 1e6));
    }
  }
  EXPECT_LT(undecided, kUpdates / 100);
}

INSTANTIATE_TEST_SUITE_P(Flavours, PieUpdates,
                         testing::Combine(testing::Values(PIE_RFC8033, PIE_DRAFT, PIE_LINUX,
                                                          PIE_LINUX_2014),
                                          testing::Bool()),
                         [](const auto& of) {
                           return std::string(kNames[std::get<0>(of.param)]) +
                                  (std::get<1>(of.param) ? "_bytes" : "");
                         });

// An overload has ended, and no delay is left: from 0.1 on p falls by alpha times the target, in
// DOCSIS mode by 2, 8 and 32 times that, and then by 2 %.
TEST(Pie, TheDraftMakesLargerStepsInDocsisModeOnly) {
  const auto after = [](double p, std::uint32_t byte_mode) {
    FlavourBench bench(PIE_DRAFT, {{PIE_BYTE_MODE, byte_mode}});
    bench.state.law.drop_prob_q28 = q28(p);
    bench.update(0);
    return bench.p();
  };
  constexpr double kStep = 0.125 * 0.020;
  EXPECT_NEAR(after(0.2, 0), (0.2 - kStep) * 0.98, 1e-7);
  EXPECT_NEAR(after(0.2, 1), (0.2 - 2 * kStep) * 0.98, 1e-7);
  EXPECT_NEAR(after(2, 1), (2 - 8 * kStep) * 0.98, 1e-7);
  EXPECT_NEAR(after(12, 1), (12 - 32 * kStep) * 0.98, 1e-7);
}

// p is that of a packet of 1024 bytes: at 13.6 one of 64 bytes is dropped with 0.85.
TEST(Pie, TheDraftMayDropTheSmallestPacketsInDocsisMode) {
  const auto most = [](std::uint32_t byte_mode) {
    FlavourBench bench(PIE_DRAFT, {{PIE_BYTE_MODE, byte_mode}, {PIE_MEAN_PKTSIZE, 1024}});
    for (int i = 0; i < 2'000; ++i) {
      bench.state.law.measured = 500'000;
      bench.update(100'000);
    }
    return bench.p();
  };
  EXPECT_NEAR(most(0), 1, 1e-7);
  EXPECT_NEAR(most(1), 13.6, 1e-6);
}

TEST(Pie, JudgesAsInRealNumbers) {
  RandomStream random(2, "test/pie/packets");
  int undecided = 0;
  int drops = 0;
  constexpr int kPackets = 60'000;
  for (const auto flavour : {PIE_RFC8033, PIE_DRAFT, PIE_LINUX, PIE_LINUX_2014}) {
    for (const bool derandomize : {false, true}) {
      FlavourBench bench(flavour, {{PIE_DERANDOMIZE, derandomize},
                                   {PIE_ESTIMATOR, PIE_BY_DEPARTURE_RATE},
                                   {PIE_MAX_BURST, 0}});
      RfcPieOracle oracle;
      oracle.flavour = static_cast<RfcPieOracle::Flavour>(flavour);
      oracle.target = bench.params.target_us * 1e-6;
      oracle.derandomize = derandomize;
      const std::uint32_t even_bytes = (bench.params.spared_bytes + 1) / 2 * 2;
      oracle.spared = even_bytes;
      for (int i = 0; i < kPackets; ++i) {
        aqm_law& law = bench.state.law;
        if (i % 50 == 0) {
          law.drop_prob_q28 = q28(std::exp(-8 * random.uniform()));
          law.qdelay_old_us = static_cast<std::uint32_t>(random.below(30'000));
          law.burst_us = 0;
        }
        oracle.p = law.drop_prob_q28 / kOneQ28;
        oracle.old = law.qdelay_old_us * 1e-6;
        oracle.accu = bench.state.accu_prob_q28 / kOneQ28;
        const auto queued = static_cast<std::uint32_t>(random.below(20'000));
        const std::uint32_t word = random.next_u32();
        const double sum = oracle.accu + oracle.p;
        const bool edge = std::abs(word / 4294967296.0 - oracle.p) < 1e-8 ||
                          (derandomize && std::abs(sum - 0.85) < 1e-8) ||
                          (derandomize && std::abs(sum - 8.5) < 1e-8);
        const bool dropped = bench.arrive(queued, word) == AQM_DROP;
        const bool expected = oracle.drop_early(queued, word / 4294967296.0);
        if (edge) {
          ++undecided;
          continue;
        }
        ASSERT_EQ(dropped, expected) << kNames[flavour] << ' ' << i;
        drops += dropped;
      }
    }
  }
  EXPECT_LT(undecided, 1'000);
  EXPECT_GT(drops, 1'000);
}

// Claim O-2013-41: a probability from the delay's error and trend, applied at arrival.
TEST(Pie, ProbabilityRisesWithTheErrorAndWithTheTrend) {
  const auto after = [](std::uint32_t old_us, std::uint32_t delay_us) {
    FlavourBench bench(PIE_RFC8033);
    bench.state.law.drop_prob_q28 = q28(0.2);
    bench.state.law.qdelay_old_us = old_us;
    bench.depart(delay_us, 60'000);
    bench.update(60'000);
    return bench.p();
  };
  EXPECT_NEAR(after(15'000, 15'000), 0.2, 1e-7);
  EXPECT_NEAR(after(35'000, 35'000), 0.2 + 0.125 * 0.020, 1e-7);
  EXPECT_NEAR(after(10'000, 35'000), 0.2 + 0.125 * 0.020 + 1.25 * 0.025, 1e-7);
  EXPECT_NEAR(after(15'000, 5'000), 0.2 - 0.125 * 0.010 - 1.25 * 0.010, 1e-7);
}

TEST(Pie, LetsABurstPassAfterAQuietTime) {
  FlavourBench bench(PIE_RFC8033);
  EXPECT_EQ(bench.arrive(60'000, 0), AQM_ACCEPT);
  EXPECT_EQ(bench.state.law.burst_us, 150'000U);
  bench.depart(40'000, 60'000);
  int updates = 0;
  while (bench.state.law.burst_us > 0) {
    bench.update(60'000);
    ++updates;
    EXPECT_EQ(bench.arrive(60'000, 0), bench.state.law.burst_us > 0 ? AQM_ACCEPT : AQM_DROP);
  }
  EXPECT_EQ(updates, 10);
}

TEST(Pie, TheDraftsBurstComesBackAfterASecondOfRest) {
  FlavourBench bench(PIE_DRAFT);
  bench.arrive(0, 0);
  EXPECT_EQ(bench.state.law.burst_us, 100'000U);
  for (int i = 0; i < 4; ++i) {
    bench.update(0);
  }
  EXPECT_EQ(bench.state.law.burst_us, 0U);
  for (int i = 0; i < 33; ++i) {
    bench.update(0);
    bench.arrive(0, 0);
    EXPECT_EQ(bench.state.law.burst_us, 0U) << i;
  }
  bench.update(0);  // 34 updates of 30 ms are the first beyond a second
  bench.arrive(0, 0);
  EXPECT_EQ(bench.state.law.burst_us, 100'000U);
}

TEST(Pie, LinuxCountsItsBurstDownAsPacketsLeave) {
  FlavourBench bench(PIE_LINUX);
  bench.arrive(60'000, 0);
  EXPECT_EQ(bench.state.law.burst_us, 150'000U);
  bench.depart(40'000, 60'000);
  bench.now_us += 100'000;
  bench.depart(40'000, 60'000);
  EXPECT_EQ(bench.state.law.burst_us, 50'000U);
  bench.update(60'000);
  EXPECT_EQ(bench.state.law.burst_us, 50'000U);
  bench.now_us += 60'000;
  bench.depart(40'000, 60'000);
  EXPECT_EQ(bench.state.law.burst_us, 0U);
}

TEST(Pie, LinuxBeginsAgainWhenTwoDelaysWereShortAndNothingIsDropped) {
  FlavourBench bench(PIE_LINUX, {{PIE_ESTIMATOR, PIE_BY_DEPARTURE_RATE}});
  bench.arrive(0, 0);
  bench.state.law.burst_us = 0;
  bench.state.law.measured = 1'250'000;
  bench.update(1'000);
  EXPECT_TRUE(bench.state.law.status & PIE_RESTART);
  EXPECT_EQ(bench.state.law.burst_us, 150'000U);
  bench.arrive(1'000, 0);
  EXPECT_FALSE(bench.state.law.status & PIE_RESTART);
  EXPECT_EQ(bench.state.law.measured, 0U);
}

TEST(Pie, SleepsUntilAThirdOfTheBufferIsUsed) {
  FlavourBench bench(PIE_RFC8033, {{PIE_ACTIVE_AT_THIRD, 1}}, 300'000);
  bench.state.law.qdelay_old_us = 90'000;
  EXPECT_EQ(bench.arrive(98'499, 0), AQM_ACCEPT);
  EXPECT_FALSE(bench.state.law.status & PIE_ACTIVE);
  bench.update(98'499);
  EXPECT_EQ(bench.state.law.drop_prob_q28, 0U);
  EXPECT_EQ(bench.state.law.qdelay_old_us, 0U);
  EXPECT_EQ(bench.arrive(98'500, 0), AQM_ACCEPT);
  EXPECT_TRUE(bench.state.law.status & PIE_ACTIVE);
  EXPECT_EQ(bench.state.law.burst_us, 150'000U);
  EXPECT_TRUE(bench.state.meter.measuring);
  bench.state.law.burst_us = 0;
  bench.update(0);
  EXPECT_FALSE(bench.state.law.status & PIE_ACTIVE);
}

TEST(Pie, SleepsUntilAThirdOfThePacketsOrUntilNoneIsTaken) {
  const auto arrive = [](FlavourBench& bench, std::uint32_t packets, std::uint32_t full = 0) {
    aqm_queue queue{};
    queue.bytes = 64 * packets;
    queue.packets = packets;
    queue.full = full;
    const aqm_packet packet{64, bench.now_us, AQM_NOT_ECT, 0};
    const aqm_verdict verdict = pie_enqueue(&bench.state, &bench.params, &queue, &packet, 0);
    return std::pair(verdict, (bench.state.law.status & PIE_ACTIVE) != 0);
  };
  FlavourBench third(PIE_RFC8033, {{PIE_ACTIVE_AT_THIRD, 1}}, 300'000);
  EXPECT_EQ(arrive(third, 1'000), std::pair(AQM_ACCEPT, false));
  third.params.limit_packets = 60;
  EXPECT_EQ(arrive(third, 18), std::pair(AQM_ACCEPT, false)) << "19 with the packet";
  EXPECT_EQ(arrive(third, 19), std::pair(AQM_ACCEPT, true));
  EXPECT_EQ(third.state.law.burst_us, 150'000U);

  FlavourBench limit(PIE_RFC8033, {{PIE_ACTIVE_AT_THIRD, 1}}, 300'000);
  limit.params.limit_packets = 60;
  EXPECT_EQ(arrive(limit, 60), std::pair(AQM_DROP_FULL, true));
  FlavourBench memory(PIE_RFC8033, {{PIE_ACTIVE_AT_THIRD, 1}}, 300'000);
  EXPECT_EQ(arrive(memory, 10, 1), std::pair(AQM_DROP_FULL, true));
  FlavourBench plain(PIE_RFC8033, {}, 300'000);
  EXPECT_EQ(arrive(plain, 10, 1), std::pair(AQM_DROP_FULL, false)) << "never sleeps";
}

TEST(Pie, SparesAShortQueue) {
  for (const auto flavour : {PIE_RFC8033, PIE_LINUX, PIE_LINUX_2014}) {
    const bool is_linux = flavour != PIE_RFC8033;
    FlavourBench bench(flavour, {{PIE_MAX_BURST, 0}, {PIE_DERANDOMIZE, 0}});
    bench.arrive(0, 0);
    bench.depart(50'000, 60'000);
    bench.state.law.drop_prob_q28 = q28(1);
    bench.state.law.qdelay_old_us = 50'000;
    const std::uint32_t two = is_linux ? 3'036 : 3'000;
    EXPECT_EQ(bench.arrive(two, UINT32_MAX), is_linux ? AQM_DROP : AQM_ACCEPT);
    EXPECT_EQ(bench.arrive(two - 1, UINT32_MAX), AQM_ACCEPT);
    EXPECT_EQ(bench.arrive(two + 1, UINT32_MAX), AQM_DROP);
  }
}

TEST(Pie, MarksBelowMaxEcnth) {
  FlavourBench bench(PIE_RFC8033, {{PIE_ECN, 1}, {PIE_MAX_BURST, 0}});
  bench.state.law.qdelay_old_us = 50'000;
  bench.state.law.drop_prob_q28 = q28(0.0999);
  EXPECT_EQ(bench.arrive(60'000, 0, AQM_ECT0), AQM_MARK);
  EXPECT_EQ(bench.arrive(60'000, 0, AQM_NOT_ECT), AQM_DROP);
  bench.state.law.drop_prob_q28 = q28(0.1);
  EXPECT_EQ(bench.arrive(60'000, 0, AQM_ECT0), AQM_DROP);
}

TEST(Pie, ByteModeScalesByTheUsualPacket) {
  FlavourBench bench(PIE_RFC8033,
                     {{PIE_BYTE_MODE, 1}, {PIE_MEAN_PKTSIZE, 3'000}, {PIE_MAX_BURST, 0}});
  bench.state.law.qdelay_old_us = 50'000;
  bench.state.law.drop_prob_q28 = q28(0.5);
  EXPECT_EQ(bench.arrive(60'000, 1'073'000'000), AQM_DROP);    // 0.2498 < 0.25
  EXPECT_EQ(bench.arrive(60'000, 1'074'500'000), AQM_ACCEPT);  // 0.2502
}

// 0.25 for a usual packet, for one of twice its size 0.5 as in RFC 8033, or no more.
TEST(Pie, InLinuxsByteModeNoPacketHasMoreThanP) {
  for (const auto flavour : {PIE_RFC8033, PIE_LINUX, PIE_LINUX_2014}) {
    FlavourBench bench(
        flavour,
        {{PIE_BYTE_MODE, 1}, {PIE_MEAN_PKTSIZE, 750}, {PIE_MAX_BURST, 0}, {PIE_DERANDOMIZE, 0}});
    bench.arrive(0, UINT32_MAX);
    bench.depart(50'000, 60'000);
    bench.state.law.qdelay_old_us = 50'000;
    bench.state.law.drop_prob_q28 = q28(0.25);
    EXPECT_EQ(bench.arrive(60'000, 1'073'000'000), AQM_DROP) << kNames[flavour];
    EXPECT_EQ(bench.arrive(60'000, 1'074'500'000), flavour == PIE_RFC8033 ? AQM_DROP : AQM_ACCEPT)
        << kNames[flavour];
  }
}

TEST(Pie, DelayByEitherEstimator) {
  FlavourBench rfc(PIE_RFC8033, {{PIE_ESTIMATOR, PIE_BY_DEPARTURE_RATE}});
  aqm_queue queue{};
  queue.bytes = 32'768;
  EXPECT_EQ(pie_queue_delay_us(&rfc.state, &rfc.params, &queue), 0U);
  rfc.state.law.measured = 13'000U << 8;  // a threshold in 13 ms
  EXPECT_EQ(pie_queue_delay_us(&rfc.state, &rfc.params, &queue), 26'000U);
  rfc.params.exclude_ce = 1;
  queue.ce_bytes = 16'384;
  EXPECT_EQ(pie_queue_delay_us(&rfc.state, &rfc.params, &queue), 13'000U);
  FlavourBench draft(PIE_DRAFT);
  draft.state.law.measured = 1'000'000;
  EXPECT_EQ(pie_queue_delay_us(&draft.state, &draft.params, &queue), 32'768U);
  FlavourBench stamp(PIE_RFC8033);
  stamp.depart(21'000, 1'500);
  EXPECT_EQ(pie_queue_delay_us(&stamp.state, &stamp.params, &queue), 21'000U);
  queue.bytes = 0;
  EXPECT_EQ(pie_queue_delay_us(&stamp.state, &stamp.params, &queue), 0U);
}

// RFC 8034 sec. 4.2: tokens leave at the peak rate, the rest at the sustained rate. 10 and 20
// Mbit/s.
TEST(Pie, ByTheTokenBucketTheDelayIsThatOfDocsisPie) {
  for (const char* name : {"pie", "pie_draft", "pie_linux"}) {
    const aqm_algorithm& law = *aqm_find(name);
    OptionValues options = options_of(law);
    options[PIE_ESTIMATOR] = PIE_BY_TOKEN_BUCKET;
    aqm_config config{20'000, 2'500'000, 1'250'000, 0, 0};
    pie_params params{};
    ASSERT_EQ(law.params_init(&params, &config, options.data()), nullptr);
    pie_state state{};
    pie_state_init(&state);
    aqm_queue queue{};
    queue.bytes = 10'000;
    queue.msr_tokens = 20'000;
    EXPECT_EQ(pie_queue_delay_us(&state, &params, &queue), 4'000U) << name;
    queue.msr_tokens = 5'000;
    EXPECT_EQ(pie_queue_delay_us(&state, &params, &queue), 2'000U + 4'000U) << name;
    queue.msr_tokens = 0;
    EXPECT_EQ(pie_queue_delay_us(&state, &params, &queue), 8'000U) << name;
    // Departures do not affect it.
    const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
    for (std::uint32_t at = 0; at < 1'000'000; at += 10'000) {
      pie_departed(&state, &params, &queue, &packet, at);
    }
    EXPECT_EQ(pie_queue_delay_us(&state, &params, &queue), 8'000U) << name;

    config.msr_bytes_per_s = 0;
    const char* refused = law.params_init(&params, &config, options.data());
    ASSERT_NE(refused, nullptr);
    EXPECT_EQ(std::string(refused).find("msr_bytes_per_s: expected a sustained rate"), 0U);
  }
}

// Every estimator and all flavours hold the delay of a responsive load near the target.
TEST(Pie, HoldsTheDelayNearItsTarget) {
  for (const char* name : kNames) {
    for (const auto estimator : {PIE_BY_TIMESTAMP, PIE_BY_DEPARTURE_RATE, PIE_BY_TOKEN_BUCKET}) {
      const aqm_algorithm& law = *aqm_find(name);
      OptionValues options = options_of(law);
      options[PIE_ESTIMATOR] = estimator;
      if (std::string(name) == "pie_linux_2014" && estimator != PIE_BY_DEPARTURE_RATE) {
        continue;  // which it refuses
      }
      const aqm_config config{20'000, 0, 1'250'000, 3'000'000, 0};
      LawBench bench(law, config, options, 1'250'000);
      bench.keep_log = false;
      double load = 1.1;
      double at = 0;
      std::uint64_t seen = 0;
      double sum = 0;
      int samples = 0;
      for (int i = 0; i < 60'000; ++i) {
        at += 1'200 / load;
        bench.arrive(static_cast<std::uint64_t>(at), 1'500);
        load += 0.0002;
        if (bench.drops != seen) {
          load *= 0.99;
          seen = bench.drops;
        }
        if (i > 20'000) {
          sum += static_cast<double>(bench.queued_bytes()) / 1.25;
          ++samples;
        }
      }
      EXPECT_NEAR(sum / samples, 20'000, 10'000) << name << ' ' << estimator;
      EXPECT_EQ(bench.full, 0U);
    }
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::pie_test
