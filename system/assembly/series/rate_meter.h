// Measures how fast queues drain between two samples, for the optional columns.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::system {

struct QueueSample;

// State of a queue at the instant of a sample.
struct DrainCounts {
  std::uint64_t sent_bytes = 0;             // since the start
  std::uint32_t estimated_bytes_per_s = 0;  // by the AQM algorithm; 0: not measured
  // Since the start.
  std::uint64_t offered_bytes = 0;
  std::uint64_t aqm_drops = 0;  // packets, as below
  std::uint64_t buffer_drops = 0;
  std::uint64_t ingress_drops = 0;  // in front of queue memory's port, or in the hold
  std::uint64_t other_drops = 0;    // oversize, requests given up
};

class RateMeter {
 public:
  explicit RateMeter(unsigned queues) : last_(queues) {}

  // Completes a sample of a queue. `at` never decreases between calls.
  void add_to(QueueSample& sample, unsigned queue, const DrainCounts& counts, TimePs at);

 private:
  struct Last {
    TimePs at = -1;  // negative: no sample yet
    DrainCounts counts;
    bool is_backlogged = false;
  };
  std::vector<Last> last_;  // by queue
};

}  // namespace docsis_vp::system
