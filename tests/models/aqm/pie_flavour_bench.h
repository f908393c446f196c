// Drives any variant of PIE, one packet or one update at a time.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <utility>

#include "models/aqm/pie/pie.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/q28.h"

namespace docsis_vp::aqm {

constexpr const char* kNames[] = {"pie", "pie_draft", "pie_linux", "pie_linux_2014"};

struct FlavourBench {
  pie_flavour flavour;
  pie_params params{};
  pie_state state{};
  std::uint32_t now_us = 1'000;

  explicit FlavourBench(pie_flavour f,
                        std::initializer_list<std::pair<int, std::uint32_t>> values = {},
                        std::uint32_t buffer = 0)
      : flavour(f) {
    const aqm_algorithm& law = *aqm_find(kNames[f]);
    OptionValues options = options_of(law);
    for (const auto& [index, value] : values) {
      options[static_cast<std::size_t>(index)] = value;
    }
    const aqm_config config{law.target_us, 0, 0, buffer, 0};
    EXPECT_STREQ(pie_params_init(&params, f, &config, options.data()), nullptr);
    pie_state_init(&state);
  }
  aqm_verdict arrive(std::uint32_t queued, std::uint32_t random, aqm_ecn ecn = AQM_NOT_ECT) {
    aqm_queue queue{};
    queue.bytes = queued;
    queue.packets = queued / 1'500;
    const aqm_packet packet{1'500, now_us, static_cast<std::uint8_t>(ecn), 0};
    return pie_enqueue(&state, &params, &queue, &packet, random);
  }
  // A packet leaves after `sojourn` with `left` bytes behind it, which is what a law by
  // timestamps goes by.
  void depart(std::uint32_t sojourn_us, std::uint32_t left) {
    aqm_queue queue{};
    queue.bytes = left;
    const aqm_packet packet{1'500, now_us - sojourn_us, AQM_NOT_ECT, 0};
    pie_departed(&state, &params, &queue, &packet, now_us);
  }
  void update(std::uint32_t queued) {
    aqm_queue queue{};
    queue.bytes = queued;
    pie_update(&state, &params, &queue, now_us);
  }
  double p() const { return real(state.law.drop_prob_q28); }
};

}  // namespace docsis_vp::aqm
