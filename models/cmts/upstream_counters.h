// Counts what the upstream scheduler does, by channel and by flow.
#pragma once

#include <cstdint>
#include <vector>

namespace docsis_vp::cmts {

struct UpstreamChannelCounters {
  std::uint64_t maps = 0;
  std::uint64_t grants = 0;          // unsolicited ones included
  std::uint64_t granted_bytes = 0;   // whole minislots, segment headers included
  std::uint64_t unused_grants = 0;   // nothing was heard in them
  std::uint64_t used_minislots = 0;  // of grants with a received burst
  std::uint64_t opportunities = 0;   // for contention requests
  std::uint64_t successes = 0;       // part of opportunities: with one received request
  std::uint64_t collisions = 0;      // used by two or more modems
  std::uint64_t polls = 0;
  std::uint64_t pendings = 0;
};

struct UpstreamFlowCounters {
  std::uint64_t requests = 0;
  std::uint64_t requested_bytes = 0;
  // Requested on a removed channel, or without an element to hold it.
  std::uint64_t forgotten_bytes = 0;
  std::uint64_t grants = 0;  // unsolicited ones included
  std::uint64_t granted_bytes = 0;
  std::uint64_t unused_grants = 0;
  std::uint64_t unsolicited_grants = 0;
  std::uint64_t unsolicited_bytes = 0;
  std::uint64_t polls = 0;
  // Polls and unsolicited grants that were later than tolerated, or not before the next of their
  // series.
  std::uint64_t beyond_jitter = 0;
  std::uint64_t superseded = 0;    // part of beyond_jitter: never came
  std::uint64_t extra_grants = 0;  // unsolicited, for bytes that wait behind the series
  // Proactive grants are no part of the unsolicited ones.
  std::uint64_t proactive_grants = 0;
  std::uint64_t proactive_bytes = 0;          // whole minislots, segment headers included
  std::uint64_t proactive_unused_grants = 0;  // part of unused_grants
  std::uint64_t proactive_used_bytes = 0;     // Ethernet bytes received in them
  std::uint64_t proactive_withheld = 0;       // not granted: the flow had used more than its rates
};

// The parts of the scheduler count here, each its own events.
struct UpstreamCounters {
  std::vector<UpstreamChannelCounters> channels;
  std::vector<UpstreamFlowCounters> flows;
};

}  // namespace docsis_vp::cmts
