// Measures the recent grants of each flow, over all its channels.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/upstream_events.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Counts octets and forgets them gradually: an average rate over an eighth of a second. So a flow
// that was long alone on a channel need not wait long for flows that were not. Integers only.
class RecentService {
 public:
  explicit RecentService(std::size_t flows) : flows_(flows) {}

  // `now` never decreases between calls.
  void advance(TimePs now);
  // A flow without requests asks again.
  void begin_waiting(UpstreamFlow flow) { flows_[flow].begins = true; }
  void add(UpstreamFlow flow, std::uint64_t octets);
  std::uint64_t octets(UpstreamFlow flow);
  // Sets the recent octets per weight of the flows on its channels. The flow's last two packets are
  // forgotten no faster than that: a small weight must wait longer than an eighth of a second.
  void set_level(UpstreamFlow flow, std::uint64_t octets_q20);
  static constexpr unsigned kFraction = 20;  // bits
  // True once for a flow that had nothing for a while and has asked since: it has no claim to what
  // it did not use.
  bool returns(UpstreamFlow flow);

 private:
  struct Flow {
    std::uint64_t octets_q20 = 0;
    std::uint64_t pace_q20 = UINT64_MAX;  // most octets forgotten per step, of two packets
    std::int64_t step = 0;                // of the last reduction
    std::int64_t served = 0;              // step of the last octets
    bool begins = false;
  };

  std::int64_t step_ = 0;
  std::vector<Flow> flows_;
};

}  // namespace docsis_vp::cmts
