// What each flow was given lately, on all its channels together.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/upstream_events.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Octets, of which a part is forgotten as time passes: an average of the rate over an eighth of a
// second, so that a flow that was long alone on a channel need not wait long for those that were
// not. Integers only.
class RecentService {
 public:
  explicit RecentService(std::size_t flows) : flows_(flows) {}

  // `now` never runs backwards.
  void advance(TimePs now);
  // A flow that asked for nothing asks.
  void begin_waiting(UpstreamFlow flow) { flows_[flow].begins = true; }
  void add(UpstreamFlow flow, std::uint64_t octets);
  std::uint64_t octets(UpstreamFlow flow);
  // Flows that it meets got so many lately for its weight. The last two packets of the flow are
  // forgotten no faster than that: a small weight has to wait for longer than an eighth of a
  // second.
  void set_level(UpstreamFlow flow, std::uint64_t octets_q20);
  static constexpr unsigned kFraction = 20;  // bits
  // It had nothing for a while, and has begun to ask since: it has no claim to what it did not use.
  // Once.
  bool returns(UpstreamFlow flow);

 private:
  struct Flow {
    std::uint64_t octets_q20 = 0;
    std::uint64_t pace_q20 = UINT64_MAX;  // forgotten in a step, at most, of two packets
    std::int64_t step = 0;                // to which they were reduced
    std::int64_t served = 0;              // step of the last ones
    bool begins = false;
  };

  std::int64_t step_ = 0;
  std::vector<Flow> flows_;
};

}  // namespace docsis_vp::cmts
