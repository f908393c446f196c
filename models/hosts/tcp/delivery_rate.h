// Samples the delivery rate at each acknowledgment: draft-cheng-iccrg-delivery-rate-estimation-00.
#pragma once

#include <cstdint>
#include <vector>

#include "models/hosts/tcp/congestion/congestion_control.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

// A sample's interval is the longer of two. Send interval: from the send time of the segment that
// was last acknowledged when the acknowledged segment left, to that segment's send time. ACK
// interval: the time in which the octets since then were acknowledged. Segments have the numbers of
// the Scoreboard.
class DeliveryRate {
 public:
  void start(TimePs now);

  // A segment is sent or resent. first: the lowest number in flight, including this one; idle:
  // nothing else is in flight.
  void on_sent(std::uint64_t number, std::uint64_t first, bool idle, TimePs now);

  // An acknowledgment delivers `bytes` octets. number, sent: the most recent transmission among
  // them. Returns a sample with its first four fields set. A sample with an interval below min_rtt
  // is invalid: its segment was resent after the first transmission had arrived.
  RateSample on_delivered(std::uint64_t bytes, std::uint64_t number, TimePs sent, TimePs min_rtt,
                          TimePs now);

  // Marks as application-limited the samples of the segments in flight now, and of all segments
  // sent until these have been delivered.
  void limit_by_application(std::uint64_t flight_bytes);
  bool app_limited() const { return limited_until_ > 0; }
  std::uint64_t delivered_bytes() const { return delivered_; }

 private:
  // State at the most recent transmission of a segment.
  struct Snapshot {
    std::uint64_t delivered;
    TimePs delivered_at;  // time of the newest delivery before it
    TimePs first_sent;    // send time of the segment that began the flight it ends
    bool app_limited;
  };

  std::vector<Snapshot> ring_;  // indexed by number; the size is a power of two
  std::uint64_t delivered_ = 0;
  TimePs delivered_at_ = 0;
  TimePs first_sent_ = 0;
  std::uint64_t limited_until_ = 0;  // value of delivered_ that ends the mark; 0: not limited
};

}  // namespace docsis_vp::hosts
