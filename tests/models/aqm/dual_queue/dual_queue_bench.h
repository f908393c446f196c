// A coupled dual queue with two queues that a test fills by hand.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "models/aqm/dual_queue/dual_queue.h"

namespace docsis_vp::aqm {

class DualQueueBench {
 public:
  static dual_queue_config usual(std::uint64_t amsr = 50'000'000) {
    dual_queue_config config = dual_queue_config_absent();
    config.amsr_bits_per_s = amsr;
    config.classic_buffer_bytes = 1'000'000;
    return config;
  }

  explicit DualQueueBench(const dual_queue_config& config) {
    EXPECT_EQ(dual_queue_params_init(&params, &config), nullptr);
    dual_queue_state_init(&state);
  }

  // Judges only: the queue stays as it is.
  dual_queue_decision ll(std::uint32_t size, aqm_ecn ecn = AQM_ECT1, std::uint64_t flow = 1) {
    const dual_queue_packet packet{now_ns, flow, size, static_cast<std::uint8_t>(ecn)};
    return dual_queue_arrive_ll(&state, &params, &ll_queue, &packet);
  }
  dual_queue_decision classic(std::uint32_t size, aqm_ecn ecn = AQM_NOT_ECT,
                              std::uint32_t random = 0) {
    const dual_queue_packet packet{now_ns, 1, size, static_cast<std::uint8_t>(ecn)};
    return dual_queue_arrive_classic(&state, &params, &classic_queue, &packet, random);
  }
  void update() { dual_queue_update(&state, &params, &classic_queue); }
  // Bytes for which the estimate "L" tells this delay with a packet of `size` at 50 Mbit/s.
  void show_delay_us(std::uint32_t delay_us, std::uint32_t size) {
    ll_queue.bytes = delay_us * 50 / 8 - size;
  }
  void set_p(double p) {
    state.classic.law.drop_prob_q28 = static_cast<std::uint32_t>(p * (1U << 28));
    state.coupled_q32 = coupling_prob_q32(state.classic.law.drop_prob_q28, params.coupling_tenths);
  }

  dual_queue_params params{};
  dual_queue_state state{};
  aqm_queue ll_queue{};
  aqm_queue classic_queue{};
  std::uint64_t now_ns = 1'000'000;
};

}  // namespace docsis_vp::aqm
