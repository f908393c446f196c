// How fast the path delivers, sampled by each acknowledgment:
// draft-cheng-iccrg-delivery-rate-estimation-00.
#pragma once

#include <cstdint>
#include <vector>

#include "models/hosts/tcp/congestion/congestion_control.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

// A sample spans the time from when the acknowledged segment was sent back to when the one that had
// been acknowledged last by then was sent, or, if that is longer, the time in which what was
// delivered since then was acknowledged. Segments have the numbers of the Scoreboard.
class DeliveryRate {
 public:
  void start(TimePs now);

  // A segment is sent, for the first time or again. first: the lowest number in flight, this one
  // included; idle: nothing else is in flight.
  void on_sent(std::uint64_t number, std::uint64_t first, bool idle, TimePs now);

  // An acknowledgment delivers so many octets. number, sent: the transmission sent last of them.
  // Fills the first four fields of the sample. A sample whose interval is below min_rtt is not
  // valid: its segment was sent again after the first transmission had arrived.
  RateSample on_delivered(std::uint64_t bytes, std::uint64_t number, TimePs sent, TimePs min_rtt,
                          TimePs now);

  // Marks samples as limited by the application: those of the segments in flight now and of all
  // that are sent until these have been delivered.
  void limit_by_application(std::uint64_t flight_bytes);
  bool app_limited() const { return limited_until_ > 0; }
  std::uint64_t delivered_bytes() const { return delivered_; }

 private:
  // When a segment was sent, last.
  struct Snapshot {
    std::uint64_t delivered;
    TimePs delivered_at;  // of the newest delivery until then
    TimePs first_sent;    // the segment that began the flight which this one ends was sent
    bool app_limited;
  };

  std::vector<Snapshot> ring_;  // by number; a power of two
  std::uint64_t delivered_ = 0;
  TimePs delivered_at_ = 0;
  TimePs first_sent_ = 0;
  std::uint64_t limited_until_ = 0;  // delivered_ that ends it; 0: not limited
};

}  // namespace docsis_vp::hosts
