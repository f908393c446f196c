// The interrupt lines of a hart as they change in time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// A hart runs ahead of the kernel, so a line may be told to change at a time that the hart has not
// reached. Lines are bit numbers of mip.
class InterruptLines {
 public:
  void set(unsigned line, bool level, TimePs at);

  // Brings the levels up to a time that never goes back.
  void advance(TimePs now);
  std::uint32_t pending() const { return levels_; }
  // Since when a pending line is up.
  TimePs raised_at(unsigned line) const { return raised_at_[line]; }
  // kNever if none is known.
  TimePs next_change() const { return changes_.empty() ? kNever : changes_.front().at; }

  // The line was taken at its rise for the first time: since when it was up. Nothing if it was
  // taken before and has not fallen since.
  std::optional<TimePs> take_rise(unsigned line);

 private:
  struct Change {
    TimePs at;
    unsigned line;
    bool level;
  };

  std::vector<Change> changes_;  // in order of time, then of being told
  std::uint32_t levels_ = 0;
  std::uint32_t fresh_ = 0;  // up and not yet taken
  TimePs raised_at_[32] = {};
};

}  // namespace docsis_vp::platform
