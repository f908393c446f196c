// Measures the recent grants of each flow, over all its channels.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/upstream_events.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Counts granted octets and reduces the count gradually: an average rate over an eighth of a
// second. A flow that was alone on a channel for long therefore need not wait long for other flows.
// Uses integers only.
class RecentService {
 public:
  explicit RecentService(std::size_t flows) : flows_(flows) {}

  // `now` never decreases between calls.
  void advance(TimePs now);
  // Call it when a flow that had no requests sends one.
  void begin_waiting(UpstreamFlow flow) { flows_[flow].begins = true; }
  void add(UpstreamFlow flow, std::uint64_t octets);
  std::uint64_t octets(UpstreamFlow flow);
  // Sets the recent octets per weight of the flows on its channels. The flow's last two packets are
  // reduced no faster than that, because a small weight must wait longer than an eighth of a
  // second.
  void set_level(UpstreamFlow flow, std::uint64_t octets_q20);
  static constexpr unsigned kFraction = 20;  // bits
  // True once for a flow that had no requests for a while and has sent one since. Such a flow
  // cannot make up for capacity that it did not use.
  bool returns(UpstreamFlow flow);

 private:
  struct Flow {
    std::uint64_t octets_q20 = 0;
    std::uint64_t pace_q20 = UINT64_MAX;  // upper limit of the reduction per step, for two packets
    std::int64_t step = 0;                // number of the last reduction
    std::int64_t served = 0;              // step at which the last octets were counted
    bool begins = false;
  };

  std::int64_t step_ = 0;
  std::vector<Flow> flows_;
};

}  // namespace docsis_vp::cmts
