// What a channel owes its flows without being asked: unsolicited grants and unicast polls.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/upstream_events.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// A series of intervals: number n falls into t0 + n x interval .. + jitter (RFC 4323,
// docsQosParamSetNomGrantInterval and TolGrantJitter).
struct Series {
  bool poll = false;  // else grants
  TimePs first = 0;   // t0
  TimePs interval = 0;
  TimePs jitter = 0;
  unsigned count = 1;  // each time
};

class Unsolicited {
 public:
  struct Due {
    UpstreamFlow flow = 0;
    bool poll = false;
    TimePs nominal = 0;
    TimePs latest = 0;
  };

  // A flow has one series; a new one takes the place of the old.
  void start(UpstreamFlow flow, const Series& series);
  void stop(UpstreamFlow flow);
  // From the next interval on, so many each time.
  void set_count(UpstreamFlow flow, unsigned count) { flows_[flow].series.count = count; }

  // Takes what falls due before `end`, what was put back included: by latest start, then flow.
  // Until the next call. Costs nothing for flows of which nothing is due.
  const std::vector<Due>& take_before(TimePs end);
  // Adds, in no order, the grants and polls that fall due before `end`; those put back are not
  // among them. Looks at every series.
  void look_before(TimePs end, std::vector<Due>& found) const;
  // Found no room and may still find it in the next MAP.
  void put_back(const Due& due) { put_back_.push_back(due); }

 private:
  struct Entry {
    TimePs at = 0;
    UpstreamFlow flow = 0;
    std::uint32_t generation = 0;  // of the flow's series
  };
  struct Flow {
    Series series;
    std::uint32_t generation = 0;
  };

  static bool later(const Entry& a, const Entry& b);

  std::vector<Entry> next_;  // a heap: the next of every series
  std::vector<Flow> flows_;
  std::vector<Due> due_;
  std::vector<Due> put_back_;
};

}  // namespace docsis_vp::cmts
