// What turns a drop probability into drops, held at one probability.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>

#include "models/aqm/docsis_pie/docsis_pie.h"
#include "models/aqm/registry.h"
#include "platform/base/random.h"

namespace docsis_vp::aqm {

constexpr double kOneInQ28 = 268435456.0;

// True: the packet is dropped.
using DropGenerator = std::function<bool(std::uint32_t random)>;

// DOCSIS-PIE's data path at probability p, rounded up to its fixed point: packets of 1024 bytes,
// for which p is meant, at a queue that nothing protects.
inline DropGenerator derandomized(double p) {
  struct Flow {
    alignas(std::uint64_t) std::array<unsigned char, AQM_PARAMS_BYTES_MAX> params{};
    alignas(std::uint64_t) std::array<unsigned char, AQM_STATE_BYTES_MAX> state{};
    aqm_queue queue{};
  };
  const aqm_algorithm* const pie = aqm_find("docsis_pie");
  Flow flow;
  aqm_config config{};
  config.latency_target_us = 10'000;
  config.peak_rate_bytes_per_s = config.msr_bytes_per_s = 1'000'000;
  config.buffer_bytes = 300'000;
  EXPECT_STREQ(pie->params_init(flow.params.data(), &config, nullptr), nullptr);
  pie->state_init(flow.state.data());
  auto* const law = reinterpret_cast<aqm_law*>(flow.state.data());
  law->drop_prob_q28 = static_cast<std::uint32_t>(std::ceil(p * kOneInQ28));
  law->qdelay_old_us = 20'000;
  law->status = DOCSIS_PIE_ACTIVE;
  flow.queue.bytes = 50'000;
  return [pie, flow](std::uint32_t random) mutable {
    const aqm_packet packet{1024, 0, AQM_NOT_ECT};
    return pie->enqueue(flow.state.data(), flow.params.data(), &flow.queue, &packet, random) ==
           AQM_DROP;
  };
}

// Each packet by itself.
inline DropGenerator bernoulli(double p) {
  return [p](std::uint32_t random) { return random < p * 4294967296.0; };
}

// How many packets it took, the dropped one included, from one drop to the next; how often.
using RunLengths = std::map<std::uint64_t, std::uint64_t>;

inline RunLengths run_lengths(DropGenerator generator, std::uint64_t runs) {
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
