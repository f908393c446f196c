// The integer algorithm against real numbers, one step at a time from the same state: the errors
// stay within the bounds that models/aqm/docsis_pie/README.md states, discrete state and verdicts
// are identical wherever the real quantities are further from a threshold than those bounds.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "platform/base/random.h"
#include "tests/models/aqm/docsis_pie_oracle.h"
#include "tests/models/aqm/pie_bench.h"

namespace docsis_vp::aqm {

constexpr double kLsb = 1 / kOneQ28;
constexpr double kUs = 1e-6;

inline std::uint32_t words(RandomStream& random, std::uint64_t low, std::uint64_t high) {
  return static_cast<std::uint32_t>(
      random.between(static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)));
}

// Spread over the orders of magnitude, 0 included.
inline std::uint32_t log_uniform(RandomStream& random, double high) {
  return static_cast<std::uint32_t>(std::exp(random.uniform() * std::log(high + 1)) - 1);
}

inline std::uint32_t any_prob(RandomStream& random) {
  static constexpr std::array<double, 12> kEdges = {0,   1e-6, 1e-5, 1e-4, 1e-3, 1e-2,
                                                    0.1, 0.2,  0.85, 1,    10,   13.6};
  switch (random.below(4)) {
    case 0:
      return std::min(DOCSIS_PIE_MAX_PROB_Q28,
                      q28(kEdges[random.below(kEdges.size())]) + words(random, 0, 2));
    case 1:
      return words(random, 0, DOCSIS_PIE_MAX_PROB_Q28);
    default:
      return log_uniform(random, DOCSIS_PIE_MAX_PROB_Q28);
  }
}

inline std::uint32_t any_delay(RandomStream& random) {
  static constexpr std::array<std::uint32_t, 8> kEdges = {0,       2'499,   5'000,      10'000,
                                                          199'999, 200'001, UINT32_MAX, 4'999};
  return random.below(3) == 0 ? kEdges[random.below(kEdges.size())] : log_uniform(random, 4e9);
}

inline docsis_pie_state any_state(RandomStream& random) {
  docsis_pie_state state{};
  state.law.drop_prob_q28 = any_prob(random);
  state.law.qdelay_old_us = any_delay(random);
  state.law.burst_us = random.below(4) == 0 ? words(random, 1, DOCSIS_PIE_MAX_BURST_US) : 0;
  state.law.status = words(random, 0, 2);
  state.burst_reset_us = words(random, 0, 62) * DOCSIS_PIE_INTERVAL_US;
  state.accu_prob_q28 = words(random, 0, DOCSIS_PIE_PROB_HIGH_Q28);
  return state;
}

inline void load(PieOracle& oracle, const docsis_pie_state& state) {
  oracle.p = std::min(real(state.law.drop_prob_q28), 0.85 * 1024 / 64);
  oracle.qdelay_old = state.law.qdelay_old_us * kUs;
  oracle.burst = state.law.burst_us * kUs;
  oracle.burst_reset = state.burst_reset_us * kUs;
  oracle.accu = real(state.accu_prob_q28);
  oracle.status = static_cast<PieOracle::Status>(state.law.status);
}

struct AnyConfig {
  explicit AnyConfig(RandomStream& random) {
    const std::uint32_t msr =
        1'250 + log_uniform(random, 1.25e9 - 1'250);  // 10 kbit/s .. 10 Gbit/s
    const std::uint32_t peak =
        random.below(8) == 0 ? 0 : std::max(msr, log_uniform(random, 1.25e9));
    const std::uint32_t target = random.below(2) == 0 ? 10'000 : 1 + log_uniform(random, 1e6);
    const std::uint32_t buffer = 2'000 + log_uniform(random, 4e9);
    params = make_params({target, peak, msr, buffer, 0});
    oracle.latency_target = target * kUs;
    oracle.peak = peak;
    oracle.msr = msr;
    oracle.buffer = buffer;
  }
  docsis_pie_params params{};
  PieOracle::Settings oracle;
};

inline bool near(double value, double threshold, double bound) {
  return std::abs(value - threshold) <= bound;
}

inline void compare_updates(std::uint64_t seed, int configs, int updates_each) {
  RandomStream random(seed, "test/oracle/updates");
  int undecided = 0;
  for (int c = 0; c < configs; ++c) {
    const AnyConfig config(random);
    PieOracle oracle(config.oracle);
    for (int u = 0; u < updates_each; ++u) {
      docsis_pie_state state = any_state(random);
      aqm_queue queue{};
      const double longest = std::min<double>(config.oracle.buffer, 0.5 * config.oracle.msr);
      queue.bytes = random.below(8) == 0 ? log_uniform(random, config.oracle.buffer)
                                         : log_uniform(random, longest);
      queue.msr_tokens = random.below(2) == 0 ? 0 : log_uniform(random, 3e7);
      load(oracle, state);
      const double p_before = oracle.p;
      const double exact = oracle.queue_delay(queue.bytes, queue.msr_tokens);
      const double delay = std::min(exact, UINT32_MAX * kUs);
      docsis_pie_update(&state, &config.params, &queue, 0);
      oracle.update(delay);

      const double delay_error_us = 1.00004 + delay / kUs * 0x1p-31;
      ASSERT_NEAR(state.law.qdelay_old_us, delay / kUs, delay_error_us);
      const double bound = PieOracle::scale(p_before) * 2.75e-6 * (1.001 + delay / 2147) + 4.5e-8;
      // Delays are rounded down, so a threshold of whole microseconds is exact.
      const double rounding = 4e-5 * kUs + delay * 0x1p-31;
      if (near(delay, 0.005, rounding) || near(delay, 0.2, 1.0001 * kUs)) {
        ++undecided;
        continue;
      }
      ASSERT_NEAR(real(state.law.drop_prob_q28), oracle.p, bound) << p_before << ' ' << delay;
      ASSERT_EQ(state.law.burst_us, std::lround(oracle.burst / kUs));
      const double half = config.oracle.latency_target / 2;
      const bool odd = config.params.latency_target_us % 2 == 1;
      if (near(delay, half, rounding + (odd ? 0.5 * kUs : 0)) ||
          (oracle.p == 0) != (state.law.drop_prob_q28 == 0)) {
        ++undecided;
        continue;
      }
      ASSERT_EQ(state.law.status, static_cast<std::uint32_t>(oracle.status));
      ASSERT_EQ(state.burst_reset_us, std::lround(oracle.burst_reset / kUs));
    }
  }
  EXPECT_LT(undecided, configs * updates_each / 100);
}

inline void compare_packets(std::uint64_t seed, int configs, int packets_each) {
  RandomStream random(seed, "test/oracle/packets");
  int undecided = 0;
  for (int c = 0; c < configs; ++c) {
    const AnyConfig config(random);
    PieOracle oracle(config.oracle);
    docsis_pie_state state = any_state(random);
    for (int i = 0; i < packets_each; ++i) {
      if (i % 16 == 0) {
        const std::uint32_t accu = state.accu_prob_q28;
        state = any_state(random);
        state.accu_prob_q28 = accu;
        state.law.burst_us *= random.below(4) == 0;
      }
      load(oracle, state);
      aqm_queue queue{};
      queue.bytes = random.below(2) == 0
                        ? log_uniform(random, config.oracle.buffer)
                        : words(random, 0, static_cast<std::uint64_t>(config.oracle.buffer));
      aqm_packet packet{};
      packet.size_bytes = words(random, 64, 2'000);
      const std::uint32_t word = random.next_u32();
      const double uniform = word * 0x1p-32;
      const double p1 = oracle.packet_prob(packet.size_bytes);
      const double sum = oracle.accu + p1;
      const bool edge = (oracle.accu > 0 && near(sum, 0.85, 2 * kLsb)) ||
                        (oracle.accu < 8.5 && near(sum, 8.5, 2 * kLsb)) ||
                        near(uniform, p1, 2 * kLsb);
      if (edge) {
        ++undecided;
      }
      const aqm_verdict verdict = docsis_pie_enqueue(&state, &config.params, &queue, &packet, word);
      const auto expected = oracle.enqueue(queue.bytes, packet.size_bytes, uniform);
      if (edge) {
        continue;
      }
      ASSERT_EQ(verdict, expected == PieOracle::kEnqueue    ? AQM_ACCEPT
                         : expected == PieOracle::kTailDrop ? AQM_DROP_FULL
                                                            : AQM_DROP);
      ASSERT_EQ(state.law.status, static_cast<std::uint32_t>(oracle.status));
      ASSERT_EQ(state.law.burst_us, std::lround(oracle.burst / kUs));
      ASSERT_NEAR(real(state.accu_prob_q28), std::min(oracle.accu, 8.5), 1.01 * kLsb);
    }
  }
  EXPECT_LT(undecided, configs * packets_each / 200);
}

}  // namespace docsis_vp::aqm
