// Millions of random and adversarial steps, and one long history.
#include "tests/models/aqm/docsis_pie_lock_step.h"

namespace docsis_vp::aqm::docsis_pie_oracle_test {
namespace {

TEST(PieOracle, AMillionUpdates) {
  compare_updates(1, 10'000, 100);
}

TEST(PieOracle, TwoMillionPackets) {
  compare_packets(1, 20'000, 100);
}

// Both over one long history, never brought together again: where the real p lies a hair below a
// step of the scaling table and the integer one above, the two part for a moment; they return.
TEST(PieOracle, StaysTogetherOverAnHourOfOneQueue) {
  const docsis_pie_params params = make_params({10'000, 1'250'000, 1'250'000, 312'500, 0});
  PieOracle oracle({0.010, 1.25e6, 1.25e6, 312'500});
  docsis_pie_state state{};
  docsis_pie_state_init(&state);
  RandomStream random(1, "test/oracle/history");
  constexpr int kTicks = 225'000;
  double bytes = 0;
  double sum = 0;
  double oracle_sum = 0;
  int apart = 0;
  for (int tick = 0; tick < kTicks; ++tick) {
    // Load that wanders between idle and an overload of two.
    const double load = 1 + std::sin(tick * 0.004) + 0.3 * (random.uniform() - 0.5);
    for (int i = 0; i < 14; ++i) {
      const std::uint32_t word = random.next_u32();
      aqm_queue queue{};
      queue.bytes = static_cast<std::uint32_t>(bytes);
      const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
      const aqm_verdict verdict = docsis_pie_enqueue(&state, &params, &queue, &packet, word);
      oracle.enqueue(queue.bytes, 1'500, word * 0x1p-32);
      bytes += verdict == AQM_ACCEPT ? 1'500 * load : 0;
      bytes = std::max(0.0, bytes - 1'250'000 * 0.016 / 14);
    }
    aqm_queue queue{};
    queue.bytes = static_cast<std::uint32_t>(bytes);
    docsis_pie_update(&state, &params, &queue, 0);
    oracle.update(oracle.queue_delay(queue.bytes, 0));
    const double p = real(state.law.drop_prob_q28);
    sum += p;
    oracle_sum += oracle.p;
    apart += std::abs(p - oracle.p) > 1e-4;
  }
  EXPECT_NEAR(sum / oracle_sum, 1, 1e-3);
  EXPECT_LT(apart, kTicks / 50);
  EXPECT_GT(state.law.generation, 10U);
}

}  // namespace
}  // namespace docsis_vp::aqm::docsis_pie_oracle_test
