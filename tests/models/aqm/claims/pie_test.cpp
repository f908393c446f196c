// A claim of oslo-2013 about PIE: it drops at arrival with a probability from the delay error and
// trend.
#include "models/aqm/pie/pie.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "models/aqm/docsis_pie/docsis_pie.h"
#include "tests/models/aqm/claims/drop_generator.h"

namespace docsis_vp::aqm::pie_test {
namespace {

std::uint32_t us(double seconds) {
  return static_cast<std::uint32_t>(std::lround(seconds * 1e6));
}

// Returns p after one update, from p and the queue's present and former delay in seconds.
using Update = double (*)(double p, double delay, double old);

// At 1 MB/s and without tokens a byte is a microsecond.
double docsis_pie_updated(double p, double delay, double old) {
  const aqm_config config{10'000, 1'000'000, 1'000'000, 10'000'000, 0};
  docsis_pie_params params{};
  EXPECT_STREQ(docsis_pie_params_init(&params, &config, nullptr), nullptr);
  docsis_pie_state state{};
  docsis_pie_state_init(&state);
  state.law.drop_prob_q28 = static_cast<std::uint32_t>(p * kOneInQ28);
  state.law.qdelay_old_us = us(old);
  state.law.status = DOCSIS_PIE_ACTIVE;
  aqm_queue queue{};
  queue.bytes = us(delay);
  docsis_pie_update(&state, &params, &queue, 0);
  return state.law.drop_prob_q28 / kOneInQ28;
}

// RFC 8033 measures the sojourn of the packet that left last.
double pie_updated(double p, double delay, double old) {
  const aqm_config config{15'000, 0, 0, 10'000'000, 0};
  pie_params params{};
  EXPECT_STREQ(pie_params_init(&params, PIE_RFC8033, &config, nullptr), nullptr);
  pie_state state{};
  pie_state_init(&state);
  state.law.drop_prob_q28 = static_cast<std::uint32_t>(p * kOneInQ28);
  state.law.qdelay_old_us = us(old);
  aqm_queue queue{};
  queue.bytes = 60'000;
  const aqm_packet left{1'500, 1'000'000 - us(delay), AQM_NOT_ECT, 0};
  pie_departed(&state, &params, &queue, &left, 1'000'000);
  pie_update(&state, &params, &queue, 1'000'000);
  return state.law.drop_prob_q28 / kOneInQ28;
}

// The paper's own, by the departure rate; a byte is a microsecond.
double pie_linux_2014_updated(double p, double delay, double old) {
  const aqm_config config{20'000, 0, 0, 10'000'000, 0};
  pie_params params{};
  EXPECT_STREQ(pie_params_init(&params, PIE_LINUX_2014, &config, nullptr), nullptr);
  pie_state state{};
  pie_state_init(&state);
  state.law.drop_prob_q28 = static_cast<std::uint32_t>(p * kOneInQ28);
  state.law.qdelay_old_us = us(old);
  state.law.measured = 1'000'000;
  aqm_queue queue{};
  queue.bytes = us(delay);
  pie_update(&state, &params, &queue, 1'000'000);
  return state.law.drop_prob_q28 / kOneInQ28;
}

struct Flavour {
  const char* name;
  Update updated;
  double target;
  double integral;      // per second
  double proportional;  // per second
};

const std::vector<Flavour> kFlavours = {
    {"docsis_pie", docsis_pie_updated, 0.010, 0.25, 2.5},  // RFC 8034 sec. A.1.2
    {"pie", pie_updated, 0.015, 0.125, 1.25},              // RFC 8033 appendix A
    {"pie_linux_2014", pie_linux_2014_updated, 0.020, 0.125, 1.25},
};

TEST(Claims, O_2013_41_PieDecidesAtArrivalAlone) {
  for (const Flavour& flavour : kFlavours) {
    const aqm_algorithm* const pie = aqm_find(flavour.name);
    EXPECT_NE(pie->enqueue, nullptr);
    EXPECT_EQ(pie->dequeue, nullptr);
  }
}

TEST(Claims, O_2013_41_PieMovesItsProbabilityByDelayErrorAndTrend) {
  constexpr double kP = 0.05;  // where the step is halved
  for (const Flavour& flavour : kFlavours) {
    const auto change = [&flavour](double delay, double old) {
      return flavour.updated(kP, delay, old) - kP;
    };
    const double target = flavour.target;
    for (const double delay : {0.8, 1.0, 1.2, 2.0, 4.0}) {
      for (const double old : {0.8, 1.0, 1.5, 3.0}) {
        const double error = (delay - 1) * target;
        const double trend = (delay - old) * target;
        const double step = (flavour.integral * error + flavour.proportional * trend) / 2;
        EXPECT_NEAR(change(delay * target, old * target), step > -kP ? step : -kP, 1e-6)
            << flavour.name << ": " << delay << " targets after " << old;
      }
    }
    EXPECT_GT(change(2 * target, 2 * target), 0) << flavour.name;      // above target
    EXPECT_LT(change(0.8 * target, 0.8 * target), 0) << flavour.name;  // below
    EXPECT_GT(change(0.9 * target, 0.6 * target), 0) << flavour.name;  // below, rising fast
    EXPECT_LT(change(1.2 * target, 1.5 * target), 0) << flavour.name;  // above, falling fast
  }
}

TEST(Claims, O_2013_41_PieDropsMoreTheHigherItsProbability) {
  double last_spaced = 0;
  double last_plain = 0;
  for (const double p : {0.002, 0.01, 0.05, 0.2, 0.5}) {
    const double spaced = 1 / mean_length(run_lengths(derandomized(p), 5'000));
    const double plain = 1 / mean_length(run_lengths(bernoulli(p), 5'000));
    EXPECT_NEAR(plain / p, 1, 0.06) << p;
    EXPECT_GT(spaced, 1.5 * last_spaced) << p;
    EXPECT_GT(plain, 1.5 * last_plain) << p;
    last_spaced = spaced;
    last_plain = plain;
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::pie_test
