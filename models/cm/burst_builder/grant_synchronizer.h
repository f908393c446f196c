// Computes the modem's reports on the unsolicited grants of a service flow: whether more bytes wait
// than the grants carry, and how many grants it needs.
#pragma once

#include <cstdint>
#include <deque>

#include "models/cm/burst_builder/burst_builder_config.h"
#include "models/docsis/ugs_header.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

// The queue indicator is set while more bytes wait at a grant than the rest of its interval
// carries, this grant included (MULPIv3.1 7.2.3.2).
// UGS-AD reports active grants [engineering choice]: bytes sent in the last four intervals plus
// bytes waiting, less one grant, in grants per interval, rounded up, at least 1. One early packet
// therefore does not raise them.
class GrantSynchronizer {
 public:
  explicit GrantSynchronizer(const UnsolicitedService& service) : service_(service) {}

  // Reports at a grant that begins at `start`; calls come in order of time. waiting_bytes:
  // MAC-frame bytes that may be sent. room_bytes: MAC-frame bytes of the grant.
  docsis::UgsStatus status(TimePs start, std::uint64_t waiting_bytes, std::uint32_t room_bytes);
  // True if the status needs a header. Without one the CMTS assumes an empty queue behind the
  // grants and all grants active [engineering choice]. So a grant need not carry a header without
  // information.
  bool is_worth_a_header(const docsis::UgsStatus& status) const {
    return status.queue_indicator || status.active_grants != service_.grants_per_interval;
  }
  // Counts MAC-frame bytes sent in the grant at `start`.
  void sent(TimePs start, std::uint64_t bytes);

 private:
  struct Burst {
    TimePs start = 0;
    std::uint64_t bytes = 0;
  };

  unsigned needed_grants(TimePs start, std::uint64_t waiting_bytes);

  UnsolicitedService service_;
  std::deque<Burst> bursts_;  // of the last intervals, for UGS-AD
  TimePs interval_start_ = 0;
  unsigned grants_ = 0;  // so far in this interval
  bool begun_ = false;
};

}  // namespace docsis_vp::cm
