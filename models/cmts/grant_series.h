// Derives the series of grants and polls that a channel carries for a service flow.
#pragma once

#include <cstdint>

#include "models/cmts/config.h"
#include "models/docsis/channel.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// The guaranteed grant rate counts Ethernet bytes, like every rate. Grants have room for the
// headers of packets of this size (CableLabs docsis-ns3, with 6 instead of 10 bytes of header).
constexpr unsigned kMeanProactivePacketBytes = 200;

struct GrantSeries {
  std::uint32_t bytes = 0;  // MAC frames in a grant, without the segment header; 0: no grants
  TimePs interval_ps = 0;
  TimePs jitter_ps = 0;
  unsigned count = 1;  // per interval
};

// Returns the series of unsolicited or proactive grants on this channel. A guaranteed grant
// interval is rounded down to whole minislots, or to OFDMA frames. `interval_ps` is 0 if it is
// shorter than one of these. Proactive grants have no jitter except their position in an OFDMA
// frame, so each window of m intervals contains m of them. With a shorter chosen interval, each
// grant is large enough to give the bytes of a guaranteed interval.
GrantSeries grant_series(const UpstreamFlowConfig& flow, const docsis::ChannelGeometry& channel,
                         TimePs map_interval);
// Returns the guaranteed grant rate in whole bits per second.
std::uint64_t guaranteed_rate_bps(const docsis::SchedulingConfig& scheduling);
// Returns the guaranteed grant interval, rounded down to whole minislots or frames.
TimePs guaranteed_interval(const docsis::SchedulingConfig& scheduling,
                           const docsis::ChannelGeometry& channel, TimePs map_interval);
// Returns the MAC-frame bytes of `rate_bps` in an interval, rounded up:
// rate x interval / 8 x (200 + 6) / 200.
std::uint32_t proactive_bytes(std::uint64_t rate_bps, TimePs interval);
// Returns the longest interval up to `interval` that divides the MAP interval or is a multiple of
// it; 0 if it is shorter than half of `interval`.
TimePs interval_in_step(TimePs interval, const docsis::ChannelGeometry& channel,
                        TimePs map_interval);

struct PollSeries {
  TimePs interval_ps = 0;  // 0: no polls
  TimePs jitter_ps = 0;
};

// Returns the unicast polls of the flow. A guaranteed request may occur anywhere in its interval.
PollSeries polls_of(const UpstreamFlowConfig& flow);

}  // namespace docsis_vp::cmts
