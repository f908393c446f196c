#include "models/aqm/rem/rem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/q28.h"
#include "tests/models/aqm/window_flows.h"

namespace docsis_vp::aqm::rem_test {
namespace {

constexpr std::uint32_t kRate = 1'250'000;  // bytes per second

rem_params params_of(std::initializer_list<std::pair<std::string_view, std::uint32_t>> values = {},
                     const aqm_config& config = {20'000, 0, kRate, 3'000'000, 0}) {
  const OptionValues options = options_with(*aqm_find("rem"), values);
  rem_params params{};
  EXPECT_STREQ(rem_params_init(&params, &config, options.data()), nullptr);
  return params;
}

rem_state initial_state() {
  rem_state state{};
  rem_state_init(&state);
  return state;
}

aqm_queue queue_of(std::uint32_t packets) {
  aqm_queue queue{};
  queue.packets = packets;
  queue.bytes = packets * 1'500;
  return queue;
}

// The paper's price and probability in real numbers.
struct RemOracle {
  double gamma = 0.001;
  double alpha = 0.1;
  double phi = 1.001;
  double weight = 1;
  double reference = 20;
  double capacity = 0;
  double arrivals = 0;
  double price = 0;

  void update(double arrived, double queued) {
    arrivals += weight * (arrived - arrivals);
    price = std::max(0.0, price + gamma * (arrivals + alpha * (queued - reference) - capacity));
  }
  double probability() const { return 1 - std::pow(phi, -price); }
};

TEST(Rem, FollowsThePapersFormulasInRealNumbers) {
  const struct {
    std::uint32_t weight, phi, gamma;
  } cases[] = {{1'000, 1'001'000, 1'000}, {20, 1'001'000, 5'000}, {1'000, 1'100'000, 100}};
  for (const auto& c : cases) {
    const rem_params params = params_of(
        {{"reference_packets", 20}, {"rate_weight", c.weight}, {"phi", c.phi}, {"gamma", c.gamma}});
    RemOracle oracle;
    oracle.weight = c.weight * 1e-3;
    oracle.phi = c.phi * 1e-6;
    oracle.gamma = c.gamma * 1e-6;
    oracle.capacity = 0.002 * kRate / 1'500;
    rem_state state = initial_state();
    RandomStream random(1, "test/rem");
    double most = 0;
    for (int update = 1; update <= 20'000; ++update) {
      const bool busy = update % 10'000 < 6'000;
      const auto arrived = static_cast<std::uint32_t>(random.below(busy ? 10 : 2));
      const aqm_queue queue = queue_of(static_cast<std::uint32_t>(random.below(busy ? 400 : 30)));
      for (std::uint32_t i = 0; i < arrived; ++i) {
        const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
        rem_enqueue(&state, &params, &queue, &packet, UINT32_MAX);
      }
      rem_update(&state, &params, &queue);
      oracle.update(arrived, queue.packets);
      // Lengths are rounded to 2^-12 of a packet, alpha and the weight to 2^-16.
      ASSERT_NEAR(real(state.law.drop_prob_q28), oracle.probability(), 2e-4) << update;
      most = std::max(most, oracle.probability());
    }
    EXPECT_GT(most, 0.05);
  }
}

// Figure "Marking probability of REM" of the paper: 1 - phi^-price, the steeper the larger phi.
TEST(Rem, MarksExponentiallyInThePrice) {
  for (const double phi : {1.001, 1.05, 1.1}) {
    const rem_params params =
        params_of({{"phi", static_cast<std::uint32_t>(std::lround(phi * 1e6))}});
    for (const double price : {0.0, 1.0, 10.0, 100.0}) {
      rem_state state = initial_state();
      state.exponent_q48 = static_cast<std::uint64_t>(std::ldexp(price * std::log2(phi), 48));
      // As many arrive as can leave, and the queue is at its reference.
      const aqm_queue queue = queue_of(params.reference_q12 >> 12);
      state.counted = 0U - static_cast<std::uint32_t>(params.capacity_q12 >> 12);
      rem_update(&state, &params, &queue);
      EXPECT_NEAR(real(state.law.drop_prob_q28), 1 - std::pow(phi, -price), 3e-4)
          << phi << ", " << price;
    }
  }
}

TEST(Rem, CountsBytesInUsualPackets) {
  const rem_params params = params_of({{"byte_mode", 1},
                                       {"mean_packet_bytes", 1'000},
                                       {"reference_packets", 10},
                                       {"gamma", 1'000}});
  rem_state state = initial_state();
  aqm_queue queue = queue_of(7);
  queue.bytes = 110'000;
  const aqm_packet packet{50'000, 0, AQM_NOT_ECT, 0};
  rem_enqueue(&state, &params, &queue, &packet, UINT32_MAX);
  rem_update(&state, &params, &queue);
  // 50 packets and a tenth of 100, less the 2.5 that leave.
  EXPECT_NEAR(static_cast<double>(state.exponent_q48) * 0x1p-48,
              0.001 * (50 + 10 - 2.5) * std::log2(1.001), 1e-7);
}

TEST(Rem, HoldsThePriceBetween0AndTheEnd) {
  const rem_params params = params_of({{"gamma", 100'000}, {"phi", 1'100'000}});
  rem_state state = initial_state();
  const aqm_queue longest = queue_of(2'000'000'000);
  for (int i = 0; i < 100; ++i) {
    rem_update(&state, &params, &longest);
  }
  EXPECT_EQ(state.exponent_q48, static_cast<std::uint64_t>(REM_EXPONENT_MAX_Q48));
  EXPECT_EQ(state.law.drop_prob_q28, REM_ONE_Q28);
  const aqm_queue empty = queue_of(0);
  for (int i = 0; i < 100'000; ++i) {
    rem_update(&state, &params, &empty);
  }
  EXPECT_EQ(state.exponent_q48, 0U);
  EXPECT_EQ(state.law.drop_prob_q28, 0U);
}

TEST(Rem, LeavesMarkedPacketsOut) {
  const rem_params params = params_of({{"exclude_ce", 1}});
  rem_state state = initial_state();
  aqm_queue queue = queue_of(100);
  queue.ce_packets = 100;
  queue.ce_bytes = 150'000;
  for (int i = 0; i < 1'000; ++i) {
    const aqm_packet packet{1'500, 0, AQM_CE, 0};
    EXPECT_EQ(rem_enqueue(&state, &params, &queue, &packet, 0), AQM_ACCEPT);
    rem_update(&state, &params, &queue);
  }
}

TEST(Rem, TakesItsReferenceFromTargetAndRate) {
  // 20 ms at 10 Mbit/s are 25000 bytes, 16 2/3 packets of 1500 bytes.
  EXPECT_EQ(params_of().reference_q12, 25'000ULL * 4'096 / 1'500);
  rem_params params{};
  const aqm_config no_rate{20'000, 0, 0, 3'000'000, 0};
  EXPECT_STREQ(rem_params_init(&params, &no_rate, nullptr),
               "msr_bytes_per_s: expected a sustained rate, REM compares arrivals with it");
}

// "Match rate, clear buffer": the paper's simulation lets 20 flows become 160 on a link of 64
// Mbit/s, with round trips of 80 ms, a buffer of 120 packets of 1 kB and q_ref at 20. The queue
// comes back to the reference however many flows there are, and the link is used. Here on a quarter
// of the rate: the mean within 8 packets of the reference, at 20 flows and at 60.
TEST(Rem, KeepsTheQueueAtItsReferenceWhateverTheLoad) {
  for (const unsigned count : {20U, 60U}) {
    WindowFlowsConfig traffic;
    traffic.flows = count;
    traffic.ecn = true;
    traffic.rate_bytes_per_s = 2'000'000;
    traffic.shortest_s = traffic.longest_s = 0.08;
    const aqm_algorithm& law = *aqm_find("rem");
    WindowFlows flows(
        law, {20'000, 0, traffic.rate_bytes_per_s, 0, 120},
        options_with(law, {{"reference_packets", 20}, {"mean_packet_bytes", 1'000}, {"ecn", 1}}),
        traffic);
    flows.run(100);
    flows.run(20);
    EXPECT_NEAR(flows.mean_packets(), 20, 8) << count;
    EXPECT_GT(flows.utilization(), 0.98) << count;
    EXPECT_EQ(flows.full, 0U) << count;
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::rem_test
