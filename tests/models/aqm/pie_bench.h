// Shorthand for tests of DOCSIS-PIE.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "models/aqm/docsis_pie/docsis_pie.h"
#include "tests/models/aqm/q28.h"

namespace docsis_vp::aqm {

constexpr std::uint32_t kNeverDrop = UINT32_MAX;  // the draw that is never below p
constexpr std::uint32_t kDrop = 0;                // the draw that always is

constexpr docsis_pie_state kFresh{};  // with nothing tracked

inline docsis_pie_params make_params(aqm_config config) {
  docsis_pie_params params{};
  EXPECT_STREQ(docsis_pie_params_init(&params, &config, nullptr), nullptr);
  return params;
}

// A queue at 8 Mbit/s, 1 us per byte, both rates alike, target 10 ms, 300 kB of buffer.
struct PieBench {
  docsis_pie_params params = make_params({10'000, 1'000'000, 1'000'000, 300'000, 0});
  docsis_pie_state state{};

  PieBench() { docsis_pie_state_init(&state); }

  aqm_verdict enqueue(std::uint32_t queue_bytes, std::uint32_t size, std::uint32_t random) {
    aqm_queue queue{};
    queue.bytes = queue_bytes;
    aqm_packet packet{};
    packet.size_bytes = size;
    return docsis_pie_enqueue(&state, &params, &queue, &packet, random);
  }
  // At 1 us per byte and an empty bucket, bytes are microseconds.
  void update(std::uint32_t delay_us) {
    aqm_queue queue{};
    queue.bytes = delay_us;
    docsis_pie_update(&state, &params, &queue, 0);
  }
  void update_times(int times, std::uint32_t delay_us) {
    for (int i = 0; i < times; ++i) {
      update(delay_us);
    }
  }
  double p() const { return real(state.law.drop_prob_q28); }
};

}  // namespace docsis_vp::aqm
