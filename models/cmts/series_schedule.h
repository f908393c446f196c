// Where the unsolicited grants and polls of a MAP and the next one begin, if some are in each
// other's way.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace docsis_vp::cmts {

// An interval that is owed. Minislots count from the allocation start of the MAP at hand.
struct SeriesJob {
  std::uint32_t from = 0;    // earliest first minislot
  std::uint32_t latest = 0;  // latest first minislot, at least `from`
  std::uint32_t length = 1;  // minislots
};

// The MAP at hand and the next: each begins with its request region, and no job crosses their
// bounds.
struct SeriesHorizon {
  std::uint32_t interval = 0;  // minislots of a MAP
  std::uint32_t region = 0;    // of its request region

  std::uint32_t end() const { return 2 * interval; }
};

// Schedules jobs on time. A job that may begin behind the horizon need not be scheduled. Earliest
// deadline first is tried first; where that fails, a search over the orders of the jobs decides.
// The search is exact for up to 64 jobs within its budget of steps; beyond them it gives up.
class SeriesSchedule {
 public:
  static constexpr std::uint32_t kBehind = UINT32_MAX;  // a job that waits for a later MAP
  static constexpr unsigned kMostSearched = 64;

  // The first minislots of all jobs; none if there is no schedule, or none was found.
  // steps: of the search, at most; counted down.
  static std::optional<std::vector<std::uint32_t>> of(const std::vector<SeriesJob>& jobs,
                                                      const SeriesHorizon& horizon,
                                                      unsigned& steps);
};

}  // namespace docsis_vp::cmts
