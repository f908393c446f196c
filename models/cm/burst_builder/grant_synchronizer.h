// Reports of a modem on the unsolicited grants of a service flow: whether more waits than they
// carry, and how many of them it needs.
#pragma once

#include <cstdint>
#include <deque>

#include "models/docsis/ugs_header.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

// The unsolicited grants of a service flow as it was told of them.
struct UnsolicitedService {
  std::uint32_t grant_bytes = 0;  // of MAC frames in each; 0: it has none
  TimePs interval = 0;
  unsigned grants_per_interval = 1;
  bool detects_activity = false;  // UGS-AD: it says how many it needs
};

// The queue indicator is set while more waits at a grant than this one and the others of its
// interval carry (MULPIv3.1 7.2.3.2). Of UGS-AD the active grants are what it sent in the last four
// intervals and what waits, less one grant, in grants per interval, rounded up, at least 1
// [engineering choice]: a packet that comes early does not raise them.
class GrantSynchronizer {
 public:
  explicit GrantSynchronizer(const UnsolicitedService& service) : service_(service) {}

  // At a grant that begins at `start`, in order of time. waiting_bytes: of MAC frames that may be
  // sent; room_bytes: of MAC frames in the grant.
  docsis::UgsStatus status(TimePs start, std::uint64_t waiting_bytes, std::uint32_t room_bytes);
  // Whether frames have to say so. Without a header the CMTS takes it that nothing waits behind the
  // grants and all of them are in use [engineering choice]: a grant need not hold a header that
  // tells nothing.
  bool is_worth_a_header(const docsis::UgsStatus& status) const {
    return status.queue_indicator || status.active_grants != service_.grants_per_interval;
  }
  // Bytes of MAC frames went out in it.
  void sent(TimePs start, std::uint64_t bytes);

 private:
  struct Burst {
    TimePs start = 0;
    std::uint64_t bytes = 0;
  };

  unsigned needed_grants(TimePs start, std::uint64_t waiting_bytes);

  UnsolicitedService service_;
  std::deque<Burst> bursts_;  // of the last intervals; of UGS-AD
  TimePs interval_start_ = 0;
  unsigned grants_ = 0;  // of this interval so far
  bool begun_ = false;
};

}  // namespace docsis_vp::cm
