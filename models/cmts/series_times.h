// Generates the due times of a channel's unsolicited grants and unicast polls.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/cmts/upstream_events.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// A series of intervals. Number n begins between t0 + n x interval and the jitter later (RFC 4323,
// docsQosParamSetNomGrantInterval and TolGrantJitter).
struct SeriesTiming {
  bool poll = false;  // false: grants
  TimePs first = 0;   // t0
  TimePs interval = 0;
  TimePs jitter = 0;
  unsigned count = 1;  // per interval
};

class SeriesTimes {
 public:
  struct Due {
    UpstreamFlow flow = 0;
    bool poll = false;
    TimePs nominal = 0;
    TimePs latest = 0;
  };

  // A flow has one series of grants and one of polls; a new one replaces the old of its kind.
  void start(UpstreamFlow flow, const SeriesTiming& series);
  // Stops both.
  void stop(UpstreamFlow flow);
  // Sets the number of grants per interval, from the next interval on.
  void set_count(UpstreamFlow flow, unsigned count) { flows_[flow][0].series.count = count; }

  // Returns false if take_before() would return nothing.
  bool may_be_due_before(TimePs end) const {
    return !put_back_.empty() || (!next_.empty() && next_.front().at < end);
  }
  // Removes and returns the items due before `end`, including those put back. Order: latest start,
  // then flow, then grants before polls. Valid until the next call. Flows without a due item cost
  // no time.
  const std::vector<Due>& take_before(TimePs end);
  // Adds, unordered, the grants and polls due before `end`, without those put back. Visits every
  // series.
  void preview_before(TimePs end, std::vector<Due>& found) const;
  // Keeps an item without room, which may still fit into the next MAP.
  void put_back(const Due& due) { put_back_.push_back(due); }

 private:
  struct Entry {
    TimePs at = 0;
    UpstreamFlow flow = 0;
    bool poll = false;
    std::uint32_t generation = 0;  // generation of the flow's series
  };
  struct Running {
    SeriesTiming series;
    std::uint32_t generation = 0;
  };

  static bool later(const Entry& a, const Entry& b);

  std::vector<Entry> next_;                    // a heap: the next item of every series
  std::vector<std::array<Running, 2>> flows_;  // grants, polls
  std::vector<Due> due_;
  std::vector<Due> put_back_;
};

}  // namespace docsis_vp::cmts
