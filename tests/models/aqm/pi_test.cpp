#include "models/aqm/pi/pi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"

namespace docsis_vp::aqm::pi_test {
namespace {

constexpr double kOneQ28 = 268435456.0;
constexpr std::uint32_t kRate = 1'250'000;  // bytes per second

pi_params params_of(pi_flavour flavour,
                    std::initializer_list<std::pair<unsigned, std::uint32_t>> values = {},
                    const aqm_config& config = {20'000, 0, kRate, 3'000'000, 0}) {
  OptionValues options = options_of(*aqm_find(flavour == PI_OF_DELAY ? "pi2" : "pi"));
  for (const auto& [index, value] : values) {
    options[index] = value;
  }
  pi_params params{};
  EXPECT_STREQ(pi_params_init(&params, flavour, &config, options.data()), nullptr);
  return params;
}

pi_state initial_state() {
  pi_state state{};
  pi_state_init(&state);
  return state;
}

aqm_queue queue_of(std::uint32_t packets, std::uint32_t bytes) {
  aqm_queue queue{};
  queue.packets = packets;
  queue.bytes = bytes;
  return queue;
}

double probability(const pi_state& state) {
  return state.law.drop_prob_q28 / kOneQ28;
}

// The formulas of the papers in real numbers.
struct RealController {
  double integral;
  double proportional;
  double reference;
  double value = 0;
  double old = 0;

  void update(double present) {
    value += integral * (present - reference) + proportional * (present - old);
    value = std::clamp(value, 0.0, 1.0);
    old = present;
  }
};

TEST(Pi, FollowsThePapersFormulaInRealNumbers) {
  const pi_params params = params_of(PI_OF_LENGTH, {{PI_REFERENCE, 175}});
  RealController real{6e-8, 1.816e-5, 175};
  pi_state state = initial_state();
  RandomStream random(1, "test/pi");
  std::uint32_t packets = 0;
  for (int update = 1; update <= 20'000; ++update) {
    packets = static_cast<std::uint32_t>(std::clamp<std::int64_t>(
        std::int64_t{packets} + std::int64_t(random.below(101)) - 49, 0, 60'000));
    const aqm_queue queue = queue_of(packets, packets * 1'000);
    pi_update(&state, &params, &queue, 0);
    real.update(packets);
    ASSERT_NEAR(probability(state), real.value, update / kOneQ28) << update;
  }
  EXPECT_GT(real.value, 0.01);
}

TEST(Pi, MeasuresBytesInUsualPackets) {
  const pi_params params =
      params_of(PI_OF_LENGTH, {{PI_REFERENCE, 100}, {PI_BYTE_MODE, 1}, {PI_MEAN_PKTSIZE, 1'000}});
  pi_state state = initial_state();
  const aqm_queue queue = queue_of(7, 300'000);
  pi_update(&state, &params, &queue, 0);
  EXPECT_NEAR(probability(state), 200 * 6e-8 + 300 * 1.816e-5, 1e-7);
}

TEST(Pi, TakesItsReferenceFromTargetAndRate) {
  // 20 ms at 10 Mbit/s are 25000 bytes, 16 2/3 packets of 1500 bytes.
  EXPECT_EQ(params_of(PI_OF_LENGTH).reference, 25'000 * 256 / 1'500);
  const aqm_config no_rate{20'000, 0, 0, 3'000'000, 0};
  pi_params params{};
  const OptionValues options = options_of(*aqm_find("pi"));
  EXPECT_STREQ(pi_params_init(&params, PI_OF_LENGTH, &no_rate, options.data()),
               "reference_packets: expected a number; without the flow's rate the target has no "
               "length");
  const OptionValues of_pi2 = options_of(*aqm_find("pi2"));
  EXPECT_STREQ(pi_params_init(&params, PI_OF_DELAY, &no_rate, of_pi2.data()),
               "msr_bytes_per_s: expected a sustained rate, PI2 tells the delay by it");
}

TEST(Pi2, MovesTheRootOfTheProbabilityByTheDelay) {
  const pi_params params = params_of(PI_OF_DELAY);
  RealController real{0.3125, 3.125, 0.02};
  pi_state state = initial_state();
  RandomStream random(2, "test/pi2");
  std::uint32_t bytes = 0;
  for (int update = 1; update <= 20'000; ++update) {
    bytes = static_cast<std::uint32_t>(std::clamp<std::int64_t>(
        std::int64_t{bytes} + std::int64_t(random.below(10'001)) - 5'000, 0, 400'000));
    const aqm_queue queue = queue_of(bytes / 1'000, bytes);
    pi_update(&state, &params, &queue, 0);
    // The law's delays are whole microseconds.
    real.update(std::floor(bytes * 0.8 + 1e-6) * 1e-6);
    ASSERT_NEAR(state.root_q28 / kOneQ28, real.value, update / kOneQ28) << update;
    ASSERT_NEAR(probability(state), std::pow(state.root_q28 / kOneQ28, 2), 1 / kOneQ28);
  }
}

TEST(Pi, DropsTheShareThatItSays) {
  const pi_params params = params_of(PI_OF_LENGTH);
  pi_state state = initial_state();
  state.law.drop_prob_q28 = 26'843'546;  // 0.1
  const aqm_queue queue = queue_of(10, 15'000);
  const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
  EXPECT_EQ(pi_enqueue(&state, &params, &queue, &packet, 429'496'735), AQM_DROP);
  EXPECT_EQ(pi_enqueue(&state, &params, &queue, &packet, 429'496'736), AQM_ACCEPT);
  state.law.drop_prob_q28 = PI_ONE_Q28;
  EXPECT_EQ(pi_enqueue(&state, &params, &queue, &packet, UINT32_MAX), AQM_DROP);
  state.law.drop_prob_q28 = 0;
  EXPECT_EQ(pi_enqueue(&state, &params, &queue, &packet, 0), AQM_ACCEPT);
}

TEST(Pi, MarksWhereItMayAndDropsWhatFindsNoRoom) {
  const pi_params params = params_of(PI_OF_LENGTH, {{PI_ECN, 1}});
  pi_state state = initial_state();
  state.law.drop_prob_q28 = PI_ONE_Q28;
  aqm_queue queue = queue_of(10, 15'000);
  const aqm_packet capable{1'500, 0, AQM_ECT0, 0};
  const aqm_packet other{1'500, 0, AQM_NOT_ECT, 0};
  EXPECT_EQ(pi_enqueue(&state, &params, &queue, &capable, 0), AQM_MARK);
  EXPECT_EQ(pi_enqueue(&state, &params, &queue, &other, 0), AQM_DROP);
  queue.bytes = 3'000'000 - 1'499;
  EXPECT_EQ(pi_enqueue(&state, &params, &queue, &capable, 0), AQM_DROP_FULL);
}

TEST(Pi, LeavesMarkedPacketsOutOfTheMeasure) {
  const pi_params params = params_of(PI_OF_LENGTH, {{PI_EXCLUDE_CE, 1}, {PI_REFERENCE, 10}});
  pi_state state = initial_state();
  aqm_queue queue = queue_of(100, 150'000);
  queue.ce_packets = 60;
  queue.ce_bytes = 90'000;
  pi_update(&state, &params, &queue, 0);
  EXPECT_EQ(state.old, 40U << 8);
  EXPECT_EQ(state.law.qdelay_old_us, 48'000U);
}

// Long flows in the fluid model of Misra, Gong and Towsley 2000, on a link of packets of one size.
class FluidLink {
 public:
  FluidLink(double flows, double packets_per_s, double propagation_s)
      : flows_(flows),
        rate_(packets_per_s),
        propagation_(propagation_s),
        windows_(kHistory, 1.0),
        probabilities_(kHistory, 0.0) {}

  // Runs for a time; the controller is called at each of its intervals.
  template <typename Controller>
  void run(double seconds, double interval_s, Controller&& control) {
    const auto steps = static_cast<long>(seconds / kStep);
    for (long step = 0; step < steps; ++step) {
      since_update_ += kStep;
      if (since_update_ >= interval_s - kStep / 2) {
        since_update_ -= interval_s;
        probability_ = control(queue_);
      }
      advance();
    }
  }
  void set_flows(double flows) { flows_ = flows; }
  double queue() const { return queue_; }
  double window() const { return window_; }

 private:
  static constexpr double kStep = 1.25e-3;
  static constexpr std::size_t kHistory = 8'192;

  void advance() {
    const double rtt = propagation_ + queue_ / rate_;
    const auto ago = static_cast<std::size_t>(rtt / kStep);
    const std::size_t then = (now_ + kHistory - std::min(ago, kHistory - 1)) % kHistory;
    const double growth = 1 / rtt;
    const double loss = window_ * windows_[then] / (2 * rtt) * probabilities_[then];
    window_ = std::max(1.0, window_ + kStep * (growth - loss));
    queue_ = std::max(0.0, queue_ + kStep * (flows_ * window_ / rtt - rate_));
    now_ = (now_ + 1) % kHistory;
    windows_[now_] = window_;
    probabilities_[now_] = probability_;
  }

  double flows_;
  double rate_;
  double propagation_;
  double window_ = 1;
  double queue_ = 0;
  double probability_ = 0;
  double since_update_ = 0;
  std::size_t now_ = 0;
  std::vector<double> windows_;
  std::vector<double> probabilities_;
};

// The example of Hollot et al. 2001: 60 flows, 3750 packets/s, round trips of 246 ms at a queue of
// 175 packets. It prints a window of 15 packets and p = 0.008. The queue returns to the reference
// whatever the load.
TEST(Pi, SettlesWhereThePapersExampleDoes) {
  const pi_params params = params_of(PI_OF_LENGTH, {{PI_REFERENCE, 175}});
  pi_state state = initial_state();
  FluidLink link(60, 3'750, 0.2);
  const auto control = [&](double length) {
    const auto packets = static_cast<std::uint32_t>(std::lround(length));
    const aqm_queue queue = queue_of(packets, packets * 500);
    pi_update(&state, &params, &queue, 0);
    return probability(state);
  };
  link.run(200, 6.25e-3, control);
  EXPECT_NEAR(link.queue(), 175, 2);
  EXPECT_NEAR(link.window(), 15, 0.5);
  EXPECT_NEAR(probability(state), 0.008, 0.0005);

  link.set_flows(120);
  link.run(200, 6.25e-3, control);
  EXPECT_NEAR(link.queue(), 175, 2);
  EXPECT_NEAR(probability(state), 4 * 0.0084, 0.001);
}

// One set of gains serves few flows and many (De Schepper et al. 2016, sec. 4): 10 Mbit/s, round
// trips of 50 ms and the queue.
TEST(Pi2, KeepsItsTargetWithFewFlowsAndMany) {
  for (const double flows : {1.0, 5.0, 20.0}) {
    const pi_params params = params_of(PI_OF_DELAY);
    pi_state state = initial_state();
    FluidLink link(flows, kRate / 1'500.0, 0.05);
    double longest = 0;
    double shortest = 1;
    const auto control = [&](double length) {
      const auto bytes = static_cast<std::uint32_t>(length * 1'500);
      const aqm_queue queue = queue_of(bytes / 1'500, bytes);
      pi_update(&state, &params, &queue, 0);
      longest = std::max(longest, length * 1'500 / kRate);
      shortest = std::min(shortest, length * 1'500 / kRate);
      return probability(state);
    };
    link.run(100, 0.032, control);
    longest = 0;
    shortest = 1;
    link.run(20, 0.032, control);
    const double window = (0.05 + 0.02) * kRate / 1'500 / flows;
    EXPECT_NEAR(longest, 0.02, 0.001) << flows;
    EXPECT_NEAR(shortest, 0.02, 0.001) << flows;
    EXPECT_NEAR(state.root_q28 / kOneQ28, std::sqrt(2) / window, 0.02 * std::sqrt(2) / window)
        << flows;
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::pi_test
