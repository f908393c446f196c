#include "models/aqm/afd/afd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/q28.h"
#include "tests/models/aqm/window_flows.h"

namespace docsis_vp::aqm::afd_test {
namespace {

constexpr aqm_config kConfig{20'000, 0, 1'250'000, 0, 300};

afd_params params_of(std::initializer_list<std::pair<std::string_view, std::uint32_t>> values = {},
                     const aqm_config& config = kConfig) {
  afd_params params{};
  const OptionValues options = options_with(*aqm_find("afd"), values);
  EXPECT_STREQ(afd_params_init(&params, AFD_OF_LENGTH, &config, options.data()), nullptr);
  return params;
}

afd_params params_by_delay(const aqm_config& config = kConfig) {
  afd_params params{};
  const OptionValues options = options_of(*aqm_find("afd_delay"));
  EXPECT_STREQ(afd_params_init(&params, AFD_OF_DELAY, &config, options.data()), nullptr);
  return params;
}

afd_state initial_state() {
  afd_state state{};
  afd_state_init(&state);
  return state;
}

// The paper's formulas in real numbers: D = 1 - m_fair / m, and the controller of m_fair, in bytes.
struct AfdOracle {
  struct Sampled {
    unsigned flow = 0;
    double bytes = 0;
  };
  std::array<Sampled, 500> shadow;
  double fair = 500 * 1'500;
  double old_queue = 0;
  double target = 25'000;

  void arrive(unsigned flow, double bytes, double draw) {
    const double sampled = draw * 5;
    if (sampled < 1) {
      shadow.at(static_cast<std::size_t>(sampled * 500)) = {flow, bytes};
    }
  }
  double probability(unsigned flow) const {
    double own = 0;
    for (const Sampled& sampled : shadow) {
      own += sampled.flow == flow ? sampled.bytes : 0;
    }
    return own > fair ? 1 - fair / own : 0;
  }
  void update(double queue) {
    fair += 1.7 * (old_queue - target) - 1.8 * (queue - target);
    fair = std::clamp(fair, 0.0, 500.0 * 1'500);
    old_queue = queue;
  }
};

// Three flows, of which the last sends two thirds of the packets, and a queue that swings around
// the target.
TEST(Afd, FollowsThePapersFormulasInRealNumbers) {
  const afd_params params = params_of();
  afd_state state = initial_state();
  AfdOracle oracle;
  RandomStream random(1, "test/afd");
  unsigned drops = 0;
  for (std::uint32_t i = 0; i < 60'000; ++i) {
    const unsigned number = std::min(static_cast<unsigned>(random.below(6)) + 1, 3U);
    const auto size = static_cast<std::uint32_t>(random.between(64, 1'518));
    const std::uint32_t word = random.next_u32();
    aqm_queue queue{};
    queue.bytes = static_cast<std::uint32_t>(25'000 * (1.1 + std::sin(i * 0.001)));
    queue.packets = 20;
    const aqm_packet packet{size, i, AQM_NOT_ECT, number << 24 | 1};
    const aqm_verdict verdict = afd_enqueue(&state, &params, &queue, &packet, word);
    oracle.arrive(number, size, word * 0x1p-32);
    const double p = oracle.probability(number);
    const std::uint32_t mixed = word * 5 * UINT32_C(2654435761);
    if (std::abs(mixed * 0x1p-32 - p) > 1e-4) {
      ASSERT_EQ(verdict, mixed * 0x1p-32 < p ? AQM_DROP : AQM_ACCEPT) << i;
    }
    drops += verdict == AQM_DROP ? 1 : 0;
    if (i % 6 == 0) {
      afd_update(&state, &params, &queue);
      oracle.update(queue.bytes);
      ASSERT_NEAR(real(state.law.drop_prob_q28), 1 - oracle.fair / 750'000, 2e-5) << i;
    }
  }
  EXPECT_GT(drops, 5'000U);
}

TEST(Afd, DropsTheExcessOfAFlowOverTheFairPart) {
  const afd_params params = params_of({{"shadow_packets", 100}, {"sample_interval", 1}});
  afd_state state = initial_state();
  state.law.drop_prob_q28 = AFD_ONE_Q28 / 2;  // the fair part is 75000 bytes
  const aqm_queue queue{};
  const aqm_packet full{1'500, 0, AQM_NOT_ECT, 7U << 24};
  const std::uint64_t entries = 100;
  for (std::uint64_t i = 0; i < entries; ++i) {  // one draw in the middle of each entry
    const auto word = static_cast<std::uint32_t>(((2 * i + 1) << 32) / (2 * entries));
    afd_enqueue(&state, &params, &queue, &full, word);
  }
  EXPECT_EQ(state.flows[7], 150'000U);
  unsigned drops = 0;
  RandomStream random(1, "test/afd/excess");
  for (int i = 0; i < 10'000; ++i) {
    drops += afd_enqueue(&state, &params, &queue, &full, random.next_u32()) == AQM_DROP ? 1 : 0;
  }
  EXPECT_NEAR(drops / 10'000.0, 0.5, 0.02);  // 1 - 75000 / 150000
  const aqm_packet other{1'500, 0, AQM_NOT_ECT, 8U << 24};
  EXPECT_EQ(afd_enqueue(&state, &params, &queue, &other, UINT32_MAX), AQM_ACCEPT);
}

TEST(Afd, WantsATargetThatHasALength) {
  EXPECT_EQ(params_of().reference, 25'000U);
  EXPECT_EQ(params_of({{"reference_packets", 100}}).reference, 150'000U);
  afd_params params{};
  const aqm_config no_rate{20'000, 0, 0, 0, 300};
  const aqm_algorithm& law = *aqm_find("afd");
  EXPECT_STREQ(afd_params_init(&params, AFD_OF_LENGTH, &no_rate, options_of(law).data()),
               "reference_packets: expected a number; without the flow's rate the target has no "
               "length");
}

// The paper's mixed traffic: a flow that does not respond and sends several times its share, beside
// TCP flows. RED leaves it what it sends. With AFD it has two shares, however much it sends.
TEST(Afd, LeavesAnUnresponsiveFlowTheSameHoweverMuchItSends) {
  WindowFlowsConfig traffic;
  traffic.flows = 19;
  const aqm_config config{20'000, 0, traffic.rate_bytes_per_s, 0, 300};
  const aqm_algorithm& law = *aqm_find("afd");
  const aqm_algorithm& red_law = *aqm_find("red");
  std::vector<double> found;
  for (const std::uint32_t times : {3U, 10U}) {
    traffic.unresponsive_bytes_per_s = times * traffic.rate_bytes_per_s / 20;
    WindowFlows afd(law, config, options_with(law, {{"reference_packets", 67}}), traffic);
    WindowFlows red(red_law, config,
                    options_with(red_law, {{"min_packets", 50'000}, {"max_packets", 150'000}}),
                    traffic);
    afd.run(50);
    red.run(50);
    afd.run(200);
    red.run(200);
    const auto shares = [](const WindowFlows& flows) {
      return 20.0 * static_cast<double>(flows.unresponsive_sent) / static_cast<double>(flows.sent);
    };
    found.push_back(shares(afd));
    RecordProperty("afd_" + std::to_string(times), std::to_string(shares(afd)));
    RecordProperty("red_" + std::to_string(times), std::to_string(shares(red)));
    RecordProperty("queue_" + std::to_string(times), std::to_string(afd.mean_packets()));
    EXPECT_GT(shares(red), 0.9 * times);
    EXPECT_LT(shares(afd), 2.4);
    EXPECT_NEAR(afd.mean_packets(), 100, 5);  // the reference, 67 packets of 1500 bytes
    EXPECT_GT(afd.utilization(), 0.98);
  }
  EXPECT_NEAR(found[1] / found[0], 1, 0.2);
}

// The controller of afd_delay in real numbers, on delays up to 100 ms around a target of 20 ms.
TEST(AfdDelay, FollowsItsControllerInRealNumbers) {
  const afd_params params = params_by_delay();
  afd_state state = initial_state();
  RandomStream random(2, "test/afd/delay");
  double p = 0;
  double old_s = 0;
  double highest = 0;
  for (std::uint32_t i = 1; i <= 20'000; ++i) {
    const bool empty = random.below(50) == 0;
    const auto delay_us =
        static_cast<std::uint32_t>(random.below(i % 2'000 < 1'000 ? 50'000 : 30'000));
    const aqm_packet packet{1'000, 1'000 * i, AQM_NOT_ECT, 0};
    afd_departed(&state, &params, &packet, 1'000 * i + delay_us);
    aqm_queue queue{};
    queue.packets = empty ? 0 : 5;
    afd_update(&state, &params, &queue);
    const double delay_s = empty ? 0 : delay_us * 1e-6;
    p = std::clamp(p + 3.0 * (delay_s - 0.02) - 2.833333 * (old_s - 0.02), 0.0, 1.0);
    old_s = delay_s;
    highest = std::max(highest, p);
    ASSERT_NEAR(real(state.law.drop_prob_q28), p, 1e-5 + i / kOneQ28) << i;
    ASSERT_EQ(afd_queue_delay_us(&state, &params, &queue), empty ? 0 : delay_us);
  }
  EXPECT_GT(highest, 0.3);
}

TEST(AfdDelay, LeavesMarkedPacketsOutOfItsMeasure) {
  afd_params params = params_by_delay();
  params.exclude_ce = 1;
  afd_state state = initial_state();
  const aqm_packet marked{1'000, 1'000, AQM_CE, 0};
  afd_departed(&state, &params, &marked, 90'000);
  EXPECT_EQ(state.law.measured, 0U);
  const aqm_packet other{1'000, 1'000, AQM_ECT0, 0};
  afd_departed(&state, &params, &other, 90'000);
  EXPECT_EQ(state.law.measured, 89'000U);
}

// The case for controllers of delay, as PIE and CoDel show it: a link has a quarter of the rate
// that is configured. AFD holds the length, four times the target; afd_delay holds the target, and
// the flow that does not respond.
TEST(AfdDelay, HoldsTheTargetAtARateThatItWasNotTold) {
  WindowFlowsConfig traffic;
  traffic.flows = 9;
  traffic.rate_bytes_per_s = 312'500;
  traffic.unresponsive_bytes_per_s = traffic.rate_bytes_per_s / 2;
  const aqm_config config{20'000, 0, 4 * traffic.rate_bytes_per_s, 0, 300};
  const aqm_algorithm& length_law = *aqm_find("afd");
  const aqm_algorithm& delay_law = *aqm_find("afd_delay");
  WindowFlows by_length(length_law, config, options_of(length_law), traffic);
  WindowFlows by_delay(delay_law, config, options_of(delay_law), traffic);
  by_length.run(50);
  by_delay.run(50);
  by_length.run(200);
  by_delay.run(200);
  const auto delay_ms = [&traffic](const WindowFlows& flows) {
    return flows.mean_packets() * traffic.packet_bytes * 1e3 / traffic.rate_bytes_per_s;
  };
  const auto shares = [](const WindowFlows& flows) {
    return 10.0 * static_cast<double>(flows.unresponsive_sent) / static_cast<double>(flows.sent);
  };
  RecordProperty("length_ms", std::to_string(delay_ms(by_length)));
  RecordProperty("delay_ms", std::to_string(delay_ms(by_delay)));
  RecordProperty("delay_share", std::to_string(shares(by_delay)));
  RecordProperty("delay_use", std::to_string(by_delay.utilization()));
  EXPECT_NEAR(delay_ms(by_length), 80, 16);
  EXPECT_NEAR(delay_ms(by_delay), 20, 5);
  EXPECT_LT(shares(by_delay), 2.4);
}

}  // namespace
}  // namespace docsis_vp::aqm::afd_test
