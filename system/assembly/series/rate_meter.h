// Measures how fast queues drain between two samples, for columns that must be asked for.
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
};

class RateMeter {
 public:
  explicit RateMeter(unsigned queues) : last_(queues) {}

  // Completes a sample of a queue. `at` never runs backwards.
  void add_to(QueueSample& sample, unsigned queue, const DrainCounts& counts, TimePs at);

 private:
  struct Last {
    TimePs at = -1;  // negative: no sample yet
    std::uint64_t sent_bytes = 0;
    bool is_backlogged = false;
  };
  std::vector<Last> last_;  // by queue
};

}  // namespace docsis_vp::system
