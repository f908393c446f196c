// Computes the modem's reports on the unsolicited grants of a service flow: whether more bytes wait
// than the grants carry, and how many grants it needs.
#pragma once

#include <cstdint>
#include <deque>

#include "models/docsis/scheduling_config.h"
#include "models/docsis/ugs_header.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

// The queue indicator is set at a grant while more bytes wait than this grant and the remaining
// grants of its interval carry (MULPIv3.1 7.2.3.2).
// UGS-AD reports active grants [engineering choice]: bytes sent in the last four intervals plus
// bytes waiting, less one grant, in grants per interval, rounded up, at least 1. One early packet
// therefore does not raise the number.
class GrantSynchronizer {
 public:
  explicit GrantSynchronizer(const docsis::SchedulingConfig& scheduling)
      : scheduling_(scheduling) {}

  // Returns the status at a grant that begins at `start`. Call it in order of time. waiting_bytes:
  docsis::UgsStatus status(TimePs start, std::uint64_t waiting_bytes, std::uint32_t room_bytes);
  // True if the status needs a header. Without a header the CMTS assumes that no bytes exceed the
  // grants and that all grants are active [engineering choice].
  bool is_worth_a_header(const docsis::UgsStatus& status) const {
    return status.queue_indicator || status.active_grants != scheduling_.grants_per_interval;
  }
  // Counts MAC-frame bytes sent in the grant at `start`.
  void sent(TimePs start, std::uint64_t bytes);

 private:
  struct Burst {
    TimePs start = 0;
    std::uint64_t bytes = 0;
  };

  unsigned needed_grants(TimePs start, std::uint64_t waiting_bytes);

  docsis::SchedulingConfig scheduling_;
  std::deque<Burst> bursts_;  // bursts of the last intervals, for UGS-AD
  TimePs interval_start_ = 0;
  unsigned grants_ = 0;  // grants so far in this interval
  bool begun_ = false;
};

}  // namespace docsis_vp::cm
