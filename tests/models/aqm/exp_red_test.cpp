#include "models/aqm/exp_red/exp_red.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/window_flows.h"

namespace docsis_vp::aqm::exp_red_test {
namespace {

constexpr std::uint32_t kRate = 1'250'000;  // bytes per second
constexpr aqm_config kConfig{20'000, 0, kRate, 3'000'000, 0};

exp_red_params params_of(
    std::initializer_list<std::pair<std::string_view, std::uint32_t>> values = {},
    const aqm_config& config = kConfig) {
  const OptionValues options = options_with(*aqm_find("exp_red"), values);
  exp_red_params params{};
  EXPECT_STREQ(exp_red_params_init(&params, &config, options.data()), nullptr);
  return params;
}

exp_red_state initial_state() {
  exp_red_state state{};
  exp_red_state_init(&state);
  return state;
}

// The virtual queue and the exponential curve in real numbers; lengths in seconds on the link.
struct ExpRedOracle {
  double min_s = 0.01;
  double max_s = 0.2;
  double min_p = 0.001;
  double max_p = 0.1;
  double share = 0.98;
  double length_s = 0;

  void pass(double seconds) { length_s = std::max(0.0, length_s - share * seconds); }
  void enter(double bytes) { length_s += bytes / kRate; }
  double probability() const {
    if (length_s <= min_s) {
      return 0;
    }
    const double beta = std::log(max_p / min_p) / (max_s - min_s);
    return length_s >= max_s ? 1 : min_p * std::exp(beta * (length_s - min_s));
  }
};

// The probability of a drop, by bisection of the draw.
double probability_of(const exp_red_state& state, const exp_red_params& params,
                      std::uint32_t now_us) {
  std::uint64_t low = 0;
  std::uint64_t high = std::uint64_t{1} << 32;
  while (low < high) {
    const std::uint64_t draw = (low + high) / 2;
    exp_red_state tried = state;
    const aqm_queue queue{};
    const aqm_packet packet{1'500, now_us, AQM_NOT_ECT, 0};
    if (exp_red_enqueue(&tried, &params, &queue, &packet, static_cast<std::uint32_t>(draw)) ==
        AQM_DROP) {
      low = draw + 1;
    } else {
      high = draw;
    }
  }
  return static_cast<double>(low) * 0x1p-32;
}

TEST(ExpRed, FollowsAnExponentialCurveOfTheVirtualQueue) {
  const exp_red_params params = params_of();
  ExpRedOracle oracle;
  oracle.share = params.share_q16 / 65'536.0;
  exp_red_state state = initial_state();
  RandomStream random(1, "test/exp_red");
  std::uint32_t now_us = UINT32_MAX - 5'000'000;
  double most = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto gap_us = static_cast<std::uint32_t>(random.below(i % 4'000 < 2'000 ? 1'100 : 1'700));
    const auto size = static_cast<std::uint32_t>(random.between(64, 1'514));
    now_us += gap_us;
    oracle.pass(gap_us * 1e-6);
    if (i % 16 == 0) {
      const double expected = oracle.probability();
      // The curve's argument is a whole microsecond: 0.000024 of the value.
      ASSERT_NEAR(probability_of(state, params, now_us), expected, 4e-5 * expected + 1e-8) << i;
      most = std::max(most, expected);
    }
    const aqm_queue queue{};
    const aqm_packet packet{size, now_us, AQM_NOT_ECT, 0};
    if (exp_red_enqueue(&state, &params, &queue, &packet, random.next_u32()) == AQM_ACCEPT) {
      oracle.enter(size);
    }
  }
  EXPECT_GT(most, 0.004);
}

TEST(ExpRed, DropsAllBeyondTheUpperThreshold) {
  const exp_red_params params = params_of({{"ecn", 1}});
  exp_red_state state = initial_state();
  state.virtual_q16 = std::uint64_t{200'000} << 16;
  const aqm_queue queue{};
  const aqm_packet other{1'500, 0, AQM_NOT_ECT, 0};
  EXPECT_EQ(exp_red_enqueue(&state, &params, &queue, &other, UINT32_MAX), AQM_DROP);
  EXPECT_EQ(state.virtual_q16, std::uint64_t{200'000} << 16) << "a drop does not enter";
  const aqm_packet capable{1'500, 0, AQM_ECT1, 0};
  EXPECT_EQ(exp_red_enqueue(&state, &params, &queue, &capable, UINT32_MAX), AQM_MARK);
  EXPECT_EQ(state.virtual_q16, std::uint64_t{201'200} << 16);
}

TEST(ExpRed, LeavesMarkedPacketsOutOfTheVirtualQueue) {
  const exp_red_params params = params_of({{"exclude_ce", 1}});
  exp_red_state state = initial_state();
  const aqm_queue queue{};
  const aqm_packet marked{1'500, 0, AQM_CE, 0};
  exp_red_enqueue(&state, &params, &queue, &marked, UINT32_MAX);
  EXPECT_EQ(state.virtual_q16, 0U);
}

TEST(ExpRed, DrainsByTheWholePauseHoweverLongItIs) {
  const exp_red_params params = params_of({{"virtual_share", 500}});
  exp_red_state state = initial_state();
  state.virtual_q16 = std::uint64_t{4'000'000'000} << 16;
  const std::uint64_t end_us = 7'900'000'000;
  for (std::uint64_t at = AQM_CLAMP_INTERVAL_US; at < end_us; at += AQM_CLAMP_INTERVAL_US) {
    exp_red_clamp_times(&state, &params, static_cast<std::uint32_t>(at));
  }
  exp_red_clamp_times(&state, &params, static_cast<std::uint32_t>(end_us));
  EXPECT_EQ(state.virtual_q16, std::uint64_t{50'000'000} << 16);
}

TEST(ExpRed, NamesWhatItWants) {
  exp_red_params params{};
  const aqm_algorithm& law = *aqm_find("exp_red");
  const auto refused = [&](std::initializer_list<std::pair<std::string_view, std::uint32_t>> values,
                           const aqm_config& config = kConfig) {
    const OptionValues options = options_with(law, values);
    return std::string(exp_red_params_init(&params, &config, options.data()));
  };
  EXPECT_EQ(refused({{"min_ms", 200'000}}), "max_ms: expected more than min_ms");
  EXPECT_EQ(refused({{"max_ms", 10'000}}), "max_ms: expected more than min_ms");
  EXPECT_EQ(refused({{"min_p", 200'000}}), "max_p: expected at least min_p");
  EXPECT_EQ(refused({}, {20'000, 0, 0, 3'000'000, 0}),
            "msr_bytes_per_s: expected a sustained rate, E-RED drains its virtual queue by it");
}

// The paper's figures of utilization: with marks the link is used to the share of the virtual link,
// with few flows and with many, and no packet is lost. Tolerance: 1 % of the link. The queues of
// the figures are not compared: these sources send in bursts.
TEST(ExpRed, UsesTheShareOfTheVirtualLinkWhateverTheLoad) {
  const aqm_algorithm& law = *aqm_find("exp_red");
  for (const std::uint32_t share : {900U, 980U}) {
    for (const unsigned count : {20U, 80U}) {
      WindowFlowsConfig traffic;
      traffic.flows = count;
      traffic.ecn = true;
      traffic.rate_bytes_per_s = 2'500'000;
      WindowFlows flows(law, {20'000, 0, traffic.rate_bytes_per_s, 0, 500},
                        options_with(law, {{"ecn", 1}, {"virtual_share", share}}), traffic);
      flows.run(20);
      flows.run(20);
      EXPECT_NEAR(flows.utilization(), share * 1e-3, 0.01) << share << ", " << count;
      EXPECT_EQ(flows.full + flows.drops, 0U) << share << ", " << count;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::exp_red_test
