#include "models/aqm/blue/blue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/q28.h"
#include "tests/models/aqm/window_flows.h"

namespace docsis_vp::aqm::blue_test {
namespace {

blue_params params_of(std::initializer_list<std::pair<unsigned, std::uint32_t>> values = {},
                      const aqm_config& config = {0, 0, 1'250'000, 62'500, 0}) {
  OptionValues options = options_of(*aqm_find("blue"));
  for (const auto& [index, value] : values) {
    options[index] = value;
  }
  blue_params params{};
  EXPECT_STREQ(blue_params_init(&params, &config, options.data()), nullptr);
  return params;
}

blue_state initial_state() {
  blue_state state{};
  blue_state_init(&state);
  return state;
}

aqm_queue queue_of(std::uint32_t packets) {
  aqm_queue queue{};
  queue.packets = packets;
  queue.bytes = packets * 1'500;
  return queue;
}

// The figure "The BLUE algorithm" of the paper, in real numbers and event by event.
struct BlueOracle {
  double p = 0;
  double changed_s = -1e9;
  double freeze_s = 0.1;
  double d1 = 0.0025;
  double d2 = 0.00025;

  void loss(double now_s) { change(now_s, d1); }
  void idle(double now_s) { change(now_s, -d2); }

 private:
  void change(double now_s, double by) {
    if (now_s - changed_s >= freeze_s - 1e-9) {
      p = std::clamp(p + by, 0.0, 1.0);
      changed_s = now_s;
    }
  }
};

TEST(Blue, FollowsThePapersFigureInRealNumbers) {
  const blue_params params = params_of();
  blue_state state = initial_state();
  BlueOracle oracle;
  RandomStream random(1, "test/blue");
  std::uint32_t now_us = 1'000'000;
  double most = 0;
  for (int i = 0; i < 50'000; ++i) {
    const auto gap_us = static_cast<std::uint32_t>(random.below(20'000));
    now_us += gap_us;
    const bool losing = i % 5'000 < 500;
    if (random.below(2) == 0) {
      const aqm_queue queue = queue_of(losing ? 41 : 40);  // 41 leave room for 1000 bytes
      const aqm_packet packet{1'500, now_us, AQM_NOT_ECT, 0};
      const aqm_verdict verdict = blue_enqueue(&state, &params, &queue, &packet, UINT32_MAX);
      ASSERT_EQ(verdict, losing ? AQM_DROP_FULL : AQM_ACCEPT);
      if (losing) {
        oracle.loss(now_us * 1e-6);
      }
    } else if (!losing) {
      // Empty, and at once not empty any more.
      const aqm_queue empty = queue_of(0);
      const aqm_packet packet{1'500, now_us, AQM_NOT_ECT, 0};
      blue_departed(&state, &params, &empty, now_us);
      oracle.idle(now_us * 1e-6);
      ASSERT_EQ(blue_enqueue(&state, &params, &empty, &packet, UINT32_MAX), AQM_ACCEPT);
    }
    ASSERT_NEAR(real(state.p_q28), oracle.p, (i + 1) / kOneQ28) << i;
    most = std::max(most, oracle.p);
  }
  EXPECT_GT(most, 0.1);
}

// An empty queue is an event at once and then one in each freeze time.
TEST(Blue, GoesOnFallingWhileTheQueueStaysEmpty) {
  const blue_params params = params_of({{BLUE_DECREMENT, 10'000}});
  for (const std::uint32_t start_us : {0U, UINT32_MAX - 250'000}) {
    blue_state state = initial_state();
    state.p_q28 = q28(0.5);
    const aqm_queue empty = queue_of(0);
    blue_departed(&state, &params, &empty, start_us);
    EXPECT_NEAR(real(state.p_q28), 0.49, 1e-8);
    const aqm_packet packet{1'500, start_us + 1'050'000, AQM_NOT_ECT, 0};
    EXPECT_EQ(blue_enqueue(&state, &params, &empty, &packet, UINT32_MAX), AQM_ACCEPT);
    EXPECT_NEAR(real(state.p_q28), 0.39, 1e-7);
    EXPECT_EQ(state.changed_us, start_us + 1'000'000);
  }
}

TEST(Blue, StaysIdleWhenThePacketIsDropped) {
  const blue_params params = params_of({{BLUE_DECREMENT, 100'000}});
  blue_state state = initial_state();
  state.p_q28 = BLUE_ONE_Q28;
  const aqm_queue empty = queue_of(0);
  blue_departed(&state, &params, &empty, 1'000);
  for (std::uint32_t i = 1; i <= 9; ++i) {
    const aqm_packet packet{1'500, 1'000 + i * 100'000, AQM_NOT_ECT, 0};
    EXPECT_EQ(blue_enqueue(&state, &params, &empty, &packet, 0), i < 9 ? AQM_DROP : AQM_ACCEPT);
  }
  EXPECT_EQ(state.p_q28, 0U);
}

TEST(Blue, FallsByTheWholePauseHoweverLongItIs) {
  const blue_params params = params_of({{BLUE_DECREMENT, 1}, {BLUE_FREEZE_TIME, 1'000'000}});
  blue_state state = initial_state();
  state.p_q28 = q28(0.5);
  const aqm_queue empty = queue_of(0);
  blue_departed(&state, &params, &empty, 0);
  const std::uint64_t end_us = 10'000'000'000;  // more than twice around
  for (std::uint64_t at = AQM_CLAMP_INTERVAL_US; at < end_us; at += AQM_CLAMP_INTERVAL_US) {
    blue_clamp_times(&state, &params, static_cast<std::uint32_t>(at));
  }
  const aqm_packet packet{1'500, static_cast<std::uint32_t>(end_us), AQM_NOT_ECT, 0};
  blue_enqueue(&state, &params, &empty, &packet, UINT32_MAX);
  EXPECT_NEAR(real(state.p_q28), 0.5 - 10'001e-6, 10'001 / kOneQ28);
}

TEST(Blue, TakesALongQueueForALossWhereItIsTold) {
  const blue_params params = params_of({{BLUE_THRESHOLD, 10}});
  blue_state state = initial_state();
  const aqm_packet packet{1'500, 5'000'000, AQM_NOT_ECT, 0};
  aqm_queue queue = queue_of(9);
  EXPECT_EQ(blue_enqueue(&state, &params, &queue, &packet, UINT32_MAX), AQM_ACCEPT);
  EXPECT_EQ(state.p_q28, 0U);
  queue = queue_of(10);
  EXPECT_EQ(blue_enqueue(&state, &params, &queue, &packet, UINT32_MAX), AQM_ACCEPT);
  EXPECT_EQ(state.p_q28, q28(0.0025));
}

TEST(Blue, WantsALimitOrAThreshold) {
  blue_params params{};
  const aqm_config unlimited{0, 0, 1'250'000, 0, 0};
  OptionValues options = options_of(*aqm_find("blue"));
  EXPECT_STREQ(blue_params_init(&params, &unlimited, options.data()),
               "buffer_bytes: expected a limit in bytes or in packets");
  options[BLUE_THRESHOLD] = 5;
  EXPECT_STREQ(blue_params_init(&params, &unlimited, options.data()), nullptr);
}

// The paper's figures of loss rates over buffer sizes, with ECN: RED, whose average never settles
// under many flows, goes on losing packets in a buffer that suffices for BLUE. Its link of 45
// Mbit/s and 1000 sources is scaled to a tenth; the loss of BLUE must be less than a fifth of RED's
// and below half a percent.
TEST(Blue, LosesFewPacketsWhereRedLosesMany) {
  WindowFlowsConfig traffic;
  traffic.flows = 100;
  traffic.ecn = true;
  traffic.rate_bytes_per_s = 562'500;
  const aqm_config config{0, 0, traffic.rate_bytes_per_s, 0, 100};
  const aqm_algorithm& law = *aqm_find("blue");
  WindowFlows blue(law, config, options_with(law, {{"ecn", 1}}), traffic);
  // Thresholds at 20 % and 80 % of the buffer, max_p 0.1, not gentle.
  const aqm_algorithm& red_law = *aqm_find("red");
  WindowFlows red(red_law, config,
                  options_with(red_law, {{"min_packets", 20'000},
                                         {"max_packets", 80'000},
                                         {"mean_packet_bytes", 1'000},
                                         {"gentle", 0},
                                         {"ecn", 1}}),
                  traffic);
  blue.run(60);
  red.run(60);
  blue.run(60);
  red.run(60);
  EXPECT_LT(blue.loss(), red.loss() / 5);
  EXPECT_LT(blue.loss(), 0.005);
  EXPECT_GT(blue.utilization(), 0.95);
}

}  // namespace
}  // namespace docsis_vp::aqm::blue_test
