// Implements an algorithm as a C++ class: the drop probability of arriving packets rises with the
// queue length.
#pragma once

#include <cstdint>

#include "models/queue/law_class.h"

// An object is the state of one queue. It counts consecutive drops.
struct Ramp {
  struct Params {
    std::uint32_t begin_bytes;
    std::uint32_t limit_bytes;
    std::uint32_t most_permille;
    std::uint32_t in_a_row;
  };
  static constexpr std::uint32_t kPermille = 1000;

  // Keys of a scenario's "parameters".
  static constexpr aqm_option options[] = {
      {"begin_percent", AQM_NUMBER, 0, 10, 0, 99, nullptr, "begin", "",
       "Of the buffer: empty enough."},
      {"most_percent", AQM_NUMBER, 1, 200, 1, 1000, nullptr, "p_max", "",
       "Dropped of packets that find the buffer full."},
      {"in_a_row", AQM_NUMBER, 0, 2, 1, 100, nullptr, "n", "", "Never drops more."},
      AQM_OPTIONS_END};

  // Derives the parameters from aqm_config and the options. A returned message refuses them.
  static const char* configure(Params& params, const aqm_config& config,
                               const std::uint32_t* values) {
    constexpr std::uint64_t kPercent = 100;
    const auto begin_percent = aqm_option_value(options, values, 0);
    params.limit_bytes = config.buffer_bytes;
    params.begin_bytes =
        static_cast<std::uint32_t>(std::uint64_t{config.buffer_bytes} * begin_percent / kPercent);
    params.most_permille = aqm_option_value(options, values, 1);
    params.in_a_row = aqm_option_value(options, values, 2);
    return config.buffer_bytes == 0 ? "buffer_bytes: expected a limit in bytes" : nullptr;
  }

  aqm_verdict enqueue(const Params& params, const aqm_queue& queue, const aqm_packet& packet,
                      std::uint32_t random) {
    if (aqm_is_full(&queue, &packet, params.limit_bytes, 0) != 0) {
      return AQM_DROP_FULL;
    }
    if (queue.bytes <= params.begin_bytes || dropped == params.in_a_row) {
      dropped = 0;
      return AQM_ACCEPT;
    }
    // Compares a 32-bit random word with the probability scaled to 2^32.
    const std::uint64_t part = (std::uint64_t{queue.bytes - params.begin_bytes} << 32) /
                               (params.limit_bytes - params.begin_bytes);
    if (random >= part * params.most_permille / kPermille) {
      dropped = 0;
      return AQM_ACCEPT;
    }
    ++dropped;
    return AQM_DROP;
  }

  std::uint32_t dropped = 0;  // consecutive drops
};

// Registry row, with the operations for the area model.
inline aqm_algorithm ramp() {
  aqm_algorithm law = docsis_vp::queue::algorithm_of<Ramp>("ramp");
  law.title = "Ramp";
  law.cost.enqueue = {4, 1, 1, 4, 6, 1, 1};
  law.cost.queues = 1;
  return law;
}
