// When the packets of a capture are replayed.
#pragma once

#include <optional>

#include "models/hosts/capture/capture_time.h"

namespace docsis_vp::hosts {

// A packet follows the first one as it did in the capture; one that was captured before its
// predecessor in the file goes with that. Captures have gaps: pauses, and a clock that was set.
class CaptureClock {
 public:
  // max_gap: a longer time between two packets is cut to it, and a clock that is set back by more
  // goes on as if it had not been. None: times are as they were captured.
  explicit CaptureClock(std::optional<TimePs> max_gap) : max_gap_(max_gap) {}

  // Returns when the next packet follows the first; nothing if that is out of the range of TimePs.
  std::optional<TimePs> next(EpochPs time);
  // How much later than its predecessor the last packet was captured; negative: earlier.
  EpochPs step() const { return step_; }
  // Whether that was more than max_gap, either way.
  bool closed_gap() const { return closed_gap_; }
  // The next packet is the first.
  void restart();

 private:
  std::optional<TimePs> max_gap_;
  bool has_last_ = false;
  EpochPs last_ = 0;
  EpochPs step_ = 0;
  bool closed_gap_ = false;
  EpochPs origin_ = 0;   // what counts as the time of the first packet
  TimePs replayed_ = 0;  // of the last packet
};

}  // namespace docsis_vp::hosts
