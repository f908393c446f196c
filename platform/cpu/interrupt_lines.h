// Models the interrupt lines of a hart, with changes scheduled in time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// The hart runs ahead of the kernel, so a change may be set for a time that the hart has not
// reached. Lines are bit numbers of mip.
class InterruptLines {
 public:
  void set(unsigned line, bool level, TimePs at);

  // Applies the changes up to `now`, which never decreases.
  void advance(TimePs now);
  std::uint32_t pending() const { return levels_; }
  // Time of the last rise of a pending line.
  TimePs raised_at(unsigned line) const { return raised_at_[line]; }
  // Time of the next scheduled change; kNever if there is none.
  TimePs next_change() const { return changes_.empty() ? kNever : changes_.front().at; }

  // Call it when the hart takes the line's interrupt. Returns the time of the line's rise at the
  // first call since then, otherwise nothing.
  std::optional<TimePs> take_rise(unsigned line);

 private:
  struct Change {
    TimePs at;
    unsigned line;
    bool level;
  };

  std::vector<Change> changes_;  // in order of time, then of the calls
  std::uint32_t levels_ = 0;
  std::uint32_t fresh_ = 0;  // high and not yet taken
  TimePs raised_at_[32] = {};
};

}  // namespace docsis_vp::platform
