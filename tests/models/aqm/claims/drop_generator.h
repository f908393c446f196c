// Measures the drops that a law generates at one constant drop probability.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>

#include "models/aqm/docsis_pie/docsis_pie.h"
#include "models/aqm/pie/pie.h"
#include "models/aqm/registry.h"
#include "platform/base/random.h"

namespace docsis_vp::aqm {

constexpr double kOneInQ28 = 268435456.0;

// True: the packet is dropped.
using DropGenerator = std::function<bool(std::uint32_t random)>;

// A PIE's data path at probability p, rounded up to its fixed point: packets of 1024 bytes at a
// queue that nothing protects. status: of its law while it drops.
inline DropGenerator generator_of(const char* name, const std::uint32_t* options,
                                  std::uint32_t status, double p) {
  struct Flow {
    alignas(std::uint64_t) std::array<unsigned char, AQM_PARAMS_BYTES_MAX> params{};
    alignas(std::uint64_t) std::array<unsigned char, AQM_STATE_BYTES_MAX> state{};
    aqm_queue queue{};
  };
  const aqm_algorithm* const pie = aqm_find(name);
  Flow flow;
  const aqm_config config{10'000, 1'000'000, 1'000'000, 300'000, 0};
  EXPECT_STREQ(pie->params_init(flow.params.data(), &config, options), nullptr);
  pie->state_init(flow.state.data());
  auto* const law = reinterpret_cast<aqm_law*>(flow.state.data());
  law->drop_prob_q28 = static_cast<std::uint32_t>(std::ceil(p * kOneInQ28));
  law->qdelay_old_us = 20'000;
  law->burst_us = 0;
  law->status = status;
  flow.queue.bytes = 50'000;
  return [pie, flow](std::uint32_t random) mutable {
    const aqm_packet packet{1024, 0, AQM_NOT_ECT, 0};
    return pie->enqueue(flow.state.data(), flow.params.data(), &flow.queue, &packet, random) ==
           AQM_DROP;
  };
}

// DOCSIS-PIE, which spaces its drops.
inline DropGenerator derandomized(double p) {
  return generator_of("docsis_pie", nullptr, DOCSIS_PIE_ACTIVE, p);
}

// RFC 8033's PIE without de-randomisation: each packet by itself.
inline DropGenerator bernoulli(double p) {
  std::array<std::uint32_t, AQM_OPTIONS_MAX> options{};
  aqm_initial_options(pie_options, options.data());
  options[PIE_DERANDOMIZE] = 0;
  return generator_of("pie", options.data(), PIE_ACTIVE | PIE_BUSY, p);
}

// How many packets it took, the dropped one included, from one drop to the next; how often.
using RunLengths = std::map<std::uint64_t, std::uint64_t>;

inline RunLengths run_lengths(const DropGenerator& generator, std::uint64_t runs) {
  RandomStream random(1, "test/drop-generator");
  RunLengths lengths;
  std::uint64_t length = 0;
  while (runs != 0) {
    ++length;
    if (!generator(random.next_u32())) continue;
    ++lengths[length];
    length = 0;
    --runs;
  }
  return lengths;
}

inline double mean_length(const RunLengths& lengths) {
  double packets = 0;
  double runs = 0;
  for (const auto& [length, count] : lengths) {
    packets += static_cast<double>(length * count);
    runs += static_cast<double>(count);
  }
  return packets / runs;
}

}  // namespace docsis_vp::aqm
