// Schedules the unsolicited grants and polls of a MAP and of the next one if some of them conflict.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace docsis_vp::cmts {

// An interval to be scheduled. Minislots count from the allocation start of the present MAP.
struct SeriesJob {
  std::uint32_t from = 0;    // earliest first minislot
  std::uint32_t latest = 0;  // latest first minislot, at least `from`
  std::uint32_t length = 1;  // minislots
};

// The present MAP and the next one. Each begins with its request region. No job crosses the
// boundaries.
struct SeriesHorizon {
  std::uint32_t interval = 0;  // minislots of a MAP
  std::uint32_t region = 0;    // minislots of its request region

  std::uint32_t end() const { return 2 * interval; }
};

// Schedules jobs on time. A job that may begin after the horizon need not be scheduled. The search
// tries earliest deadline first; if that fails, it tries the orders of the jobs. It is exact for up
// to 64 jobs within its step budget; otherwise it gives up.
class SeriesSchedule {
 public:
  static constexpr std::uint32_t kBehind = UINT32_MAX;  // the job waits for a later MAP
  static constexpr unsigned kMostSearched = 64;

  // Returns the first minislots of all jobs; empty if no schedule exists or was found. steps: step
  // budget of the search, counted down.
  static std::optional<std::vector<std::uint32_t>> of(const std::vector<SeriesJob>& jobs,
                                                      const SeriesHorizon& horizon,
                                                      unsigned& steps);
};

}  // namespace docsis_vp::cmts
