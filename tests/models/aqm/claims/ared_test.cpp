// A claim of oslo-2013 about Adaptive RED, at a queue in front of a link.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tests/models/aqm/law_bench.h"

namespace docsis_vp::aqm::ared_test {
namespace {

constexpr std::uint32_t kRate = 1'250'000;  // bytes/s: 833.3 packets/s
// 40 ms: thresholds at half of it and at three times that, 16.7 and 50 packets.
constexpr double kMin = 50.0 / 3;
constexpr double kMax = 50;

// Floyd, Gummadi and Shenker 2001: additive increase, multiplicative decrease of max_p.
double adapted(double max_p, double average) {
  const double band = 0.4 * (kMax - kMin);
  if (average < kMin + band && max_p > 0.01) return 0.9 * max_p;
  if (average > kMax - band && max_p < 0.5) return max_p + std::min(0.01, max_p / 4);
  return max_p;
}

// ARED steers the average to (maxth + minth) / 2 by AIMD of pmax every 500 ms. The sources send the
// faster the longer, and slower after each loss.
TEST(Claims, O_2013_42_AredSteersTheAverageByAimdOfMaxPEvery500Ms) {
  const aqm_algorithm& ared = *aqm_find("ared");
  struct Sources {
    double growth;     // of the load, per packet
    double reduction;  // per loss; together a loss in 20, 13 or 15 packets
  };
  for (const auto& [growth, reduction] :
       {Sources{0.0001, 0.998}, Sources{0.0003, 0.996}, Sources{0.0002, 0.997}}) {
    LawBench bench(ared, {40'000, 0, kRate, 3'000'000, 0}, options_of(ared), kRate);
    bench.keep_log = false;
    double max_p = 0.1;
    unsigned ups = 0;
    unsigned downs = 0;
    std::uint64_t last_us = 0;
    bench.on_update = [&] {
      EXPECT_EQ(bench.now_us() - last_us, 500'000U);
      last_us = bench.now_us();
      const double average = bench.law().measured / 256.0;
      const double expected = adapted(max_p, average);
      const double now = bench.law().drop_prob_q28 / 268435456.0;
      const double to_edge = std::min(std::abs(average - kMin - 0.4 * (kMax - kMin)),
                                      std::abs(average - kMax + 0.4 * (kMax - kMin)));
      if (to_edge > 0.02) {
        EXPECT_NEAR(now, expected, 1e-6) << "average " << average << ", max_p " << max_p;
      }
      ups += now > max_p ? 1 : 0;
      downs += now < max_p ? 1 : 0;
      max_p = now;
    };
    double load = 1;
    double at = 0;
    double sum = 0;
    int samples = 0;
    std::uint64_t seen = 0;
    for (int i = 0; i < 60'000; ++i) {
      at += 1'200 / load;
      bench.arrive(static_cast<std::uint64_t>(at), 1'500);
      load += growth;
      for (; seen != bench.drops; ++seen) load *= reduction;
      if (i >= 30'000) {
        sum += bench.law().measured / 256.0;
        ++samples;
      }
    }
    EXPECT_NEAR(sum / samples, (kMin + kMax) / 2, 0.15 * (kMax - kMin)) << growth;
    EXPECT_GT(bench.updates, 100U);
    EXPECT_GT(ups + downs, 5U) << growth;
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::ared_test
