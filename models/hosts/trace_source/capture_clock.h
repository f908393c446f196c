// Computes the replay times of a capture's packets.
#pragma once

#include <optional>

#include "models/hosts/capture/capture_time.h"

namespace docsis_vp::hosts {

// Packets keep their distances to the first one. A packet with an earlier time than its predecessor
// in the file is replayed together with it. Captures may have gaps: pauses, and a clock that was
// set.
class CaptureClock {
 public:
  // max_gap: longer times between two packets are cut to it, and larger backward steps of the clock
  // are removed. None: times as captured.
  explicit CaptureClock(std::optional<TimePs> max_gap) : max_gap_(max_gap) {}

  // Returns the next packet's time since the first; nothing if it is out of the range of TimePs.
  std::optional<TimePs> next(EpochPs time);
  // Time from the previous to the last packet in the capture; negative: the clock went back.
  EpochPs step() const { return step_; }
  // Whether that step exceeded max_gap in either direction.
  bool closed_gap() const { return closed_gap_; }
  // The next packet becomes the first.
  void restart();

 private:
  std::optional<TimePs> max_gap_;
  bool has_last_ = false;
  EpochPs last_ = 0;
  EpochPs step_ = 0;
  bool closed_gap_ = false;
  EpochPs origin_ = 0;   // capture time that counts as the first packet's
  TimePs replayed_ = 0;  // replay time of the last packet
};

}  // namespace docsis_vp::hosts
