#include "models/aqm/dual_queue/dual_queue.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "models/aqm/docsis_pie/docsis_pie.h"
#include "platform/base/random.h"
#include "tests/models/aqm/dual_queue/dual_queue_bench.h"

namespace docsis_vp::aqm::dual_queue_test {
namespace {

constexpr std::uint64_t kOne = IMMEDIATE_AQM_ONE_Q32;

dual_queue_config usual(std::uint64_t amsr = 50'000'000) {
  return DualQueueBench::usual(amsr);
}

TEST(DualQueue, KeepsItsStateWithinFourKib) {
  EXPECT_LE(sizeof(dual_queue_state), 4096U);
}

TEST(DualQueue, EstimatesTheDelayWithThePacket) {
  DualQueueBench real(usual(10'000'000));
  real.ll_queue.bytes = 2'500;
  EXPECT_EQ(real.ll(1'250).delay_ns, 3'000'000U);
  EXPECT_EQ(real.ll(1'250).delay_ns, 3'000'000U);  // nothing was queued meanwhile

  dual_queue_config config = usual(10'000'000);
  config.estimate = DUAL_QUEUE_DELAY_V;
  DualQueueBench modem(config);
  modem.ll_queue.bytes = 1'000'000;  // does not count
  EXPECT_EQ(modem.ll(1'250).delay_ns, 1'000'000U);
  EXPECT_EQ(modem.ll(1'250).delay_ns, 2'000'000U);
  modem.now_ns += 500'000;
  EXPECT_EQ(modem.ll(1'250).delay_ns, 2'500'000U);
}

TEST(DualQueue, MarksByTheRampOrByTheCoupling) {
  DualQueueBench bench(usual());
  bench.show_delay_us(500, 1'000);
  EXPECT_EQ(bench.ll(1'000).prob_q32, 0U);
  bench.set_p(1.0 / 64);
  EXPECT_EQ(bench.ll(1'000).prob_native_q32, 0U);
  EXPECT_EQ(bench.ll(1'000).prob_q32, kOne / 4);
  bench.ll_queue.bytes = 640'000 / 160 + 2 * 819 - 1'000;  // half way up, nearly
  const dual_queue_decision decision = bench.ll(1'000);
  EXPECT_GT(decision.prob_native_q32, kOne / 4);
  EXPECT_EQ(decision.prob_q32, decision.prob_native_q32);
}

TEST(DualQueue, MarksEveryPacketButTheFirstAboveMaxth) {
  dual_queue_config config = usual();
  config.protect = 0;
  DualQueueBench bench(config);
  bench.show_delay_us(1'200, 1'000);
  EXPECT_EQ(bench.ll(1'000).verdict, DUAL_QUEUE_ACCEPT);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(bench.ll(1'000).verdict, DUAL_QUEUE_MARK);
    EXPECT_EQ(bench.ll(1'000, AQM_CE).mark, 1U);
  }
  EXPECT_EQ(bench.state.ll_counters.marked, 100U);  // CE was there already
}

// The marks and drops among 1025 packets with p_CL 1/4, so p 1/64.
struct Fates {
  int marked = 0;
  int dropped = 0;
};

Fates fates(const dual_queue_config& config, aqm_ecn ecn) {
  DualQueueBench bench(config);
  bench.set_p(1.0 / 64);
  Fates f;
  for (int i = 0; i < 1'025; ++i) {
    const dual_queue_decision decision = bench.ll(1'024, ecn);
    f.marked += decision.verdict == DUAL_QUEUE_MARK;
    f.dropped += decision.verdict == DUAL_QUEUE_DROP;
  }
  return f;
}

TEST(DualQueue, TreatsOddPacketsAsRfc9332Asks) {
  dual_queue_config open = usual();
  open.protect = 0;
  dual_queue_config as_ect1 = usual();
  as_ect1.ect0_in_ll = DUAL_QUEUE_ECT0_AS_ECT1;
  const struct {
    const char* what;
    dual_queue_config config;
    aqm_ecn ecn;
    int marked, dropped;
  } cases[] = {{"ECT(1)", usual(), AQM_ECT1, 256, 0},
               {"CE", usual(), AQM_CE, 256, 0},
               {"ECT(0) at Classic's probability", usual(), AQM_ECT0, 16, 0},
               {"ECT(0) as ECT(1)", as_ect1, AQM_ECT0, 256, 0},
               {"Not-ECT, protected", usual(), AQM_NOT_ECT, 0, 0},
               {"Not-ECT, not protected", open, AQM_NOT_ECT, 0, 256},
               {"ECT(1), not protected", open, AQM_ECT1, 256, 0}};
  for (const auto& c : cases) {
    const Fates f = fates(c.config, c.ecn);
    EXPECT_EQ(f.marked, c.marked) << c.what;
    EXPECT_EQ(f.dropped, c.dropped) << c.what;
  }
}

TEST(DualQueue, LetsNotEctAdvanceTheCountAndEct0NotTheOthers) {
  DualQueueBench bench(usual());
  bench.set_p(1.0 / 64);
  bench.ll(1'000, AQM_NOT_ECT);
  EXPECT_EQ(bench.state.count_q32, kOne / 4);
  bench.ll(1'000, AQM_ECT0);
  EXPECT_EQ(bench.state.count_q32, kOne / 4);
  EXPECT_GT(bench.state.ect0_count_q32, 0U);
}

TEST(DualQueue, RedirectsAFlowThatQueueProtectionSanctions) {
  dual_queue_config config = usual();
  config.estimate = DUAL_QUEUE_DELAY_V;
  DualQueueBench bench(config);
  dual_queue_decision last{};
  std::uint64_t before = 0;
  int packets = 0;
  while (last.verdict != DUAL_QUEUE_REDIRECT) {
    before = bench.state.vq.delay_ns;
    last = bench.ll(1'500);
    ASSERT_LT(++packets, 20);
  }
  // At 50 Mbit/s a packet takes 240 us; the scores are 0.49, 2.96 ms, then 6.03 ms.
  EXPECT_EQ(packets, 5);
  EXPECT_EQ(last.delay_ns, 1'200'000U);
  EXPECT_EQ(bench.state.vq.delay_ns, before) << "it gives its part back";
  EXPECT_EQ(bench.state.interval_bytes, 4U * 1'500) << "and is Classic's arrival";
  EXPECT_EQ(bench.state.ll_counters.sanctioned, 1U);
  // Another flow of small packets passes at the same instant.
  EXPECT_NE(bench.ll(100, AQM_ECT1, 99).verdict, DUAL_QUEUE_REDIRECT);
}

TEST(DualQueue, KeepsTheMarkOfAPacketThatItRedirects) {
  DualQueueBench bench(usual());
  bench.show_delay_us(2'000, 1'500);
  bench.ll(1'500);
  const dual_queue_decision decision = bench.ll(1'500);
  EXPECT_EQ(decision.verdict, DUAL_QUEUE_REDIRECT);
  EXPECT_EQ(decision.mark, 1U);
}

TEST(DualQueue, RedirectsNothingWithoutProtection) {
  dual_queue_config config = usual();
  config.protect = 0;
  DualQueueBench bench(config);
  bench.show_delay_us(8'000, 1'500);
  for (int i = 0; i < 1'000; ++i) {
    EXPECT_NE(bench.ll(1'500).verdict, DUAL_QUEUE_REDIRECT);
  }
}

TEST(DualQueue, SanctionsFromMaxthInWholeMicroseconds) {
  EXPECT_EQ(DualQueueBench(usual()).params.protection.critical_ql_ns, 1'164'000U);
  EXPECT_EQ(DualQueueBench(usual(10'000'000)).params.protection.critical_ql_ns, 3'724'000U);
  dual_queue_config config = usual();
  config.critical_ql_us = 0;
  EXPECT_EQ(DualQueueBench(config).params.protection.critical_ql_ns, 0U);
}

TEST(DualQueue, AdmitsByBytesOrByTheVirtualQueue) {
  dual_queue_config config = usual();
  config.protect = 0;
  config.ll_buffer_bytes = 102'000;
  DualQueueBench real(config);
  real.ll_queue.bytes = 98'999;
  EXPECT_NE(real.ll(1'000).verdict, DUAL_QUEUE_DROP_FULL);
  EXPECT_EQ(real.ll(1'001).verdict, DUAL_QUEUE_DROP_FULL);

  config.estimate = DUAL_QUEUE_DELAY_V;
  DualQueueBench modem(config);  // 100 000 bytes are 16 ms
  modem.ll_queue.bytes = 1'000'000;
  modem.state.vq = {15'999'999 - 160'000, modem.now_ns};
  EXPECT_NE(modem.ll(1'000).verdict, DUAL_QUEUE_DROP_FULL);
  modem.state.vq.delay_ns = 16'000'000 - 160'000;
  EXPECT_EQ(modem.ll(1'000).verdict, DUAL_QUEUE_DROP_FULL);
  EXPECT_EQ(modem.state.vq.delay_ns, 16'000'000U - 160'000) << "the drop gives its part back";

  config.amsr_bits_per_s = 0;  // no MAX_RATE: bytes count
  DualQueueBench unlimited(config);
  unlimited.ll_queue.bytes = 98'999;
  const dual_queue_decision fits = unlimited.ll(1'000);
  EXPECT_EQ(fits.verdict, DUAL_QUEUE_ACCEPT);
  EXPECT_EQ(fits.delay_ns, 0U);
  EXPECT_EQ(unlimited.ll(1'001).verdict, DUAL_QUEUE_DROP_FULL);
  unlimited.ll_queue.bytes = 0;
  unlimited.ll_queue.full = 1;
  EXPECT_EQ(unlimited.ll(64).verdict, DUAL_QUEUE_DROP_FULL);
}

TEST(DualQueue, BeginsTheCountsAnewAfterATailDrop) {
  DualQueueBench bench(usual());
  bench.set_p(1.0 / 64);
  bench.ll(1'000);
  bench.ll_queue.full = 1;
  EXPECT_EQ(bench.ll(1'000).mark, 0U);
  EXPECT_EQ(bench.state.count_q32, 0U);
}

TEST(DualQueue, SizesTheLowLatencyBufferByTenMillisecondsOrTwentyFrames) {
  EXPECT_EQ(DualQueueBench(usual(50'000'000)).params.ll_buffer_bytes, 62'500U);
  EXPECT_EQ(DualQueueBench(usual(10'000'000)).params.ll_buffer_bytes, 40'000U);
  EXPECT_EQ(DualQueueBench(usual(0)).params.ll_buffer_bytes, 40'000U);
  EXPECT_EQ(DualQueueBench(usual(1'000'000'000'000)).params.ll_buffer_bytes, 1'250'000'000U);
}

TEST(DualQueue, DropsEveryTypeInOverload) {
  for (const aqm_ecn ecn : {AQM_NOT_ECT, AQM_ECT1, AQM_ECT0, AQM_CE}) {
    DualQueueBench bench(usual());
    bench.set_p(0.5);
    int drops = 0;
    for (int i = 0; i < 1'001; ++i) {
      drops += bench.ll(1'024, ecn).verdict == DUAL_QUEUE_DROP;
    }
    EXPECT_EQ(drops, 500) << ecn;
    bench.set_p(0.2499);  // p_CL just below 1
    EXPECT_NE(bench.ll(1'024, ecn).verdict, DUAL_QUEUE_DROP);
  }
  dual_queue_config config = usual();
  config.overload_drops = 0;
  DualQueueBench bench(config);
  bench.set_p(10);
  for (int i = 0; i < 100; ++i) {
    EXPECT_NE(bench.ll(1'024).verdict, DUAL_QUEUE_DROP);
  }
}

// The update is DOCSIS-PIE's own, with the delay at what is left of the rate.
TEST(DualQueue, UpdatesClassicAsDocsisPieDoes) {
  DualQueueBench bench(usual(8'000'000));
  docsis_pie_params alone;
  const aqm_config config = {10'000, 1'000'000, 1'000'000, 1'000'000, 0};
  ASSERT_EQ(docsis_pie_params_init(&alone, &config, nullptr), nullptr);
  docsis_pie_state state;
  docsis_pie_state_init(&state);
  RandomStream random(1, "test/dual_queue");
  for (int i = 0; i < 1'000; ++i) {
    bench.classic_queue.bytes = static_cast<std::uint32_t>(random.below(100'000 * (1 + i / 200)));
    for (int n = 0; n < 16; ++n) {
      const std::uint32_t draw = random.next_u32();
      const aqm_packet packet = {1'000, 0, AQM_NOT_ECT, 0};
      ASSERT_EQ(bench.classic(1'000, AQM_NOT_ECT, draw).verdict,
                static_cast<std::uint32_t>(
                    docsis_pie_enqueue(&state, &alone, &bench.classic_queue, &packet, draw)));
    }
    bench.update();
    docsis_pie_update(&state, &alone, &bench.classic_queue, 0);
    ASSERT_EQ(std::memcmp(&state, &bench.state.classic, sizeof state), 0) << i;
    ASSERT_EQ(bench.state.coupled_q32,
              state.law.burst_us > 0 ? 0 : coupling_prob_q32(state.law.drop_prob_q28, 20));
  }
  EXPECT_GT(bench.state.classic_counters.aqm_dropped, 10U);
}

TEST(DualQueue, LeavesClassicTheRateThatLowLatencyDoesNotUse) {
  DualQueueBench bench(usual(10'000'000));
  bench.classic_queue.bytes = 12'500;
  EXPECT_EQ(dual_queue_classic_delay_us(&bench.state, &bench.params, &bench.classic_queue),
            10'000U);
  for (int i = 0; i < 10; ++i) {
    bench.ll(1'000);  // 10 000 bytes in 16 ms are 5 Mbit/s
  }
  bench.update();
  EXPECT_EQ(bench.state.classic.law.qdelay_old_us, 20'000U);
  EXPECT_EQ(bench.state.interval_bytes, 0U);
  bench.update();
  EXPECT_EQ(bench.state.classic.law.qdelay_old_us, 10'000U);
}

TEST(DualQueue, CouplesNothingWhileBurstAllowanceIsLeft) {
  DualQueueBench bench(usual());
  bench.classic_queue.bytes = 500'000;
  for (int i = 0; i < 200 && bench.state.coupled_q32 == 0; ++i) {
    bench.update();
  }
  EXPECT_GT(bench.state.coupled_q32, 0U);
  bench.state.classic.law.burst_us = DOCSIS_PIE_MAX_BURST_US;
  for (int i = 0; i < 9; ++i) {
    bench.update();
    EXPECT_EQ(bench.state.coupled_q32, 0U) << i;
  }
  bench.update();
  EXPECT_GT(bench.state.coupled_q32, 0U);
}

TEST(DualQueue, MayMarkEct1InClassicAtTheCoupledProbability) {
  dual_queue_config config = usual();
  config.ect1_in_classic = 1;
  DualQueueBench bench(config);
  bench.set_p(1.0 / 64);
  int marks = 0;
  for (int i = 0; i < 1'001; ++i) {
    const dual_queue_decision decision = bench.classic(1'000, i % 2 == 0 ? AQM_ECT1 : AQM_CE);
    ASSERT_NE(decision.verdict, DUAL_QUEUE_DROP);
    marks += decision.verdict == DUAL_QUEUE_MARK;
  }
  EXPECT_EQ(marks, 250);
  bench.classic_queue.bytes = 999'500;
  EXPECT_EQ(bench.classic(1'000, AQM_ECT1).verdict, DUAL_QUEUE_DROP_FULL);

  DualQueueBench modem(usual());  // as a modem does: never a mark
  modem.set_p(0.2);
  modem.classic_queue.bytes = 500'000;
  modem.state.classic.law.qdelay_old_us = 50'000;
  int drops = 0;
  for (int i = 0; i < 1'000; ++i) {
    modem.state.classic.law.burst_us = 0;  // of the first drop
    const dual_queue_decision decision = modem.classic(1'000, AQM_ECT1);
    ASSERT_NE(decision.verdict, DUAL_QUEUE_MARK);
    drops += decision.verdict == DUAL_QUEUE_DROP;
  }
  EXPECT_GT(drops, 50);
}

TEST(DualQueue, AlignsTheVirtualQueueOnlyWhereItIsTheEstimate) {
  dual_queue_config config = usual();
  config.vq_lg_ewma = 0;
  for (const std::uint32_t estimate : {DUAL_QUEUE_DELAY_L, DUAL_QUEUE_DELAY_V}) {
    config.estimate = estimate;
    DualQueueBench bench(config);
    dual_queue_sample_loop(&bench.state, &bench.params, 2'000'000);  // 12 500 bytes
    dual_queue_align(&bench.state, &bench.params, 13'500);
    EXPECT_EQ(bench.state.vq.delay_ns, estimate == DUAL_QUEUE_DELAY_V ? 160'000U : 0U);
  }
}

TEST(DualQueue, RemarksASanctionedPacketAsConfigured) {
  dual_queue_config config = usual();
  const auto remarked = [&config](std::uint8_t traffic_class) {
    const DualQueueBench bench(config);
    return int{dual_queue_remarked(&bench.params, traffic_class)};
  };
  EXPECT_EQ(remarked(0xB5), 0xB5);
  config.remark_dscp = 0;
  EXPECT_EQ(remarked(0xB5), 0x01);
  config.remark_ecn = 0;
  EXPECT_EQ(remarked(0xB5), 0x00);
  EXPECT_EQ(remarked(0xB7), 0x03);  // CE stays
}

TEST(DualQueue, LosesNoPacketUncounted) {
  for (const std::uint32_t estimate : {DUAL_QUEUE_DELAY_L, DUAL_QUEUE_DELAY_V}) {
    dual_queue_config config = usual();
    config.estimate = estimate;
    DualQueueBench bench(config);
    RandomStream random(1, "test/dual_queue");
    std::uint32_t kept = 0;
    std::uint32_t marked = 0;
    constexpr std::uint32_t kPackets = 50'000;
    for (std::uint32_t i = 0; i < kPackets; ++i) {
      bench.now_ns += random.below(230'000);  // a load of 1.1
      bench.ll_queue.bytes = static_cast<std::uint32_t>(random.below(64'000));
      if (i % 80 == 0) {
        bench.classic_queue.bytes = static_cast<std::uint32_t>(random.below(300'000));
        bench.update();
      }
      const auto size = static_cast<std::uint32_t>(random.between(64, 1'522));
      const auto ecn = static_cast<aqm_ecn>(random.below(4));
      const dual_queue_decision d = bench.ll(size, ecn, random.below(50) + 1);
      kept += d.verdict == DUAL_QUEUE_ACCEPT || d.verdict == DUAL_QUEUE_MARK;
      marked += d.mark != 0 && ecn != AQM_CE;
      ASSERT_LE(d.mark, ecn == AQM_NOT_ECT ? 0U : 1U);
      ASSERT_LE(d.prob_q32, kOne);
      ASSERT_GE(d.prob_q32, d.prob_native_q32);
    }
    const dual_queue_counters& c = bench.state.ll_counters;
    EXPECT_EQ(c.arrived, kPackets);
    EXPECT_EQ(kept + c.sanctioned + c.aqm_dropped + c.full_dropped, kPackets);
    EXPECT_EQ(c.marked, marked);
    EXPECT_GT(c.sanctioned, 0U);
  }
}

TEST(DualQueue, TakesTheReservedCouplingFactorAsTheDefault) {
  dual_queue_config config = usual();
  config.coupling_tenths = 255;
  EXPECT_EQ(DualQueueBench(config).params.coupling_tenths, 20U);
  config.coupling_tenths = 0;
  DualQueueBench uncoupled(config);
  uncoupled.set_p(13);
  EXPECT_EQ(uncoupled.state.coupled_q32, 0U);
}

TEST(DualQueue, NamesTheKeyThatItRefuses) {
  using Field = std::uint32_t dual_queue_config::*;
  const struct {
    Field field;
    std::uint32_t value;
    const char* begins;
  } cases[] = {{&dual_queue_config::estimate, 2, "estimate: "},
               {&dual_queue_config::maxth_us, 65'536, "maxth_us: "},
               {&dual_queue_config::lg_range, 32, "lg_range: "},
               {&dual_queue_config::coupling_tenths, 256, "coupling_tenths: "},
               {&dual_queue_config::weight, 0, "weight: "},
               {&dual_queue_config::weight, 256, "weight: "},
               {&dual_queue_config::protect, 2, "protect: "},
               {&dual_queue_config::critical_ql_us, 65'536, "critical_ql_us: "},
               {&dual_queue_config::lg_aging, 32, "lg_aging: "},
               {&dual_queue_config::ll_buffer_bytes, 2'000, "ll_buffer_bytes: "},
               {&dual_queue_config::ll_buffer_bytes, (1U << 31) + 1, "ll_buffer_bytes: "},
               {&dual_queue_config::classic_buffer_bytes, 0, "classic_buffer_bytes: "},
               {&dual_queue_config::latency_target_us, 0, "latency_target"},
               {&dual_queue_config::vq_lg_ewma, 16, "lg_ewma: "},
               {&dual_queue_config::ect0_in_ll, 2, "ect0_in_ll: "},
               {&dual_queue_config::ect1_in_classic, 2, "ect1_in_classic: "},
               {&dual_queue_config::overload_drops, 2, "overload_drops: "},
               {&dual_queue_config::remark_dscp, 64, "remark_dscp: "},
               {&dual_queue_config::remark_ecn, 4, "remark_ecn: "}};
  for (const auto& c : cases) {
    dual_queue_config config = usual();
    config.*c.field = c.value;
    dual_queue_params params;
    const char* refused = dual_queue_params_init(&params, &config);
    ASSERT_NE(refused, nullptr) << c.begins;
    EXPECT_EQ(std::string(refused).rfind(c.begins, 0), 0U) << refused;
  }
  for (std::uint64_t dual_queue_config::*rate :
       {&dual_queue_config::amsr_bits_per_s, &dual_queue_config::msr_l_bits_per_s,
        &dual_queue_config::msr_c_bits_per_s}) {
    dual_queue_config config = usual();
    config.*rate = 1'000'000'000'001;
    dual_queue_params params;
    EXPECT_NE(dual_queue_params_init(&params, &config), nullptr);
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::dual_queue_test
