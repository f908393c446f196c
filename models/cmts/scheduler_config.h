// Declares the configuration of the upstream scheduler.
#pragma once

#include <cstdint>
#include <optional>

namespace docsis_vp::cmts {

// Selects how flows share a MAP that is too small for all.
enum class Sharing : std::uint8_t {
  kWeighted,    // reserved rates, then by priority, then in proportion to weights
  kOldestFirst  // in order of the oldest request
};

// Keys of a scenario's `rf`.
struct SchedulerConfig {
  // Opportunities per request region [engineering choice]. With a larger maximum the number follows
  // the load, see contention_sizer.h.
  std::uint32_t request_opportunities = 4;
  std::optional<std::uint32_t> max_request_opportunities;
  Sharing sharing = Sharing::kWeighted;
  unsigned backoff_start = 2;  // exponents; defaults of the ARRIS C4
  unsigned backoff_end = 8;

  std::uint32_t most_request_opportunities() const {
    const std::uint32_t most = max_request_opportunities.value_or(0);
    return most > request_opportunities ? most : request_opportunities;
  }
};

}  // namespace docsis_vp::cmts
