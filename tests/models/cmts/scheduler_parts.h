// Channels, requests and drafts for tests of the scheduler's parts, without a CMTS around them.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/map_draft.h"
#include "models/cmts/upstream_aggregates.h"
#include "models/cmts/upstream_channel.h"
#include "models/cmts/upstream_demand.h"
#include "models/docsis/timing_profile.h"

namespace docsis_vp::cmts {

// Minislots of 12.5 us and 48 bytes; a MAP has 160, the next one begins at minislot 320 (4 ms).
struct SchedulerParts {
  explicit SchedulerParts(std::size_t flows, unsigned channel_count = 1) {
    config.timing = *docsis::find_timing_profile("docsis30");
    config.channels = {docsis::default_channel(config.timing)};
    config.flows.resize(flows);
    for (std::size_t i = 0; i < flows; ++i) config.flows[i].sid = static_cast<std::uint16_t>(i + 1);
    for (unsigned index = 0; index < channel_count; ++index) {
      UpstreamChannel channel{docsis::ChannelGeometry(config.channels[0])};
      channel.interval = 160;
      channel.next_start = 320;
      channels.push_back(channel);
    }
    config.channels.resize(channel_count, config.channels[0]);
    counters.channels.resize(channel_count);
    counters.flows.resize(flows);
  }

  // A draft of the next MAP whose region has 4 minislots.
  MapDraft draft(std::uint32_t elements) const {
    MapDraft draft;
    draft.region = 4;
    draft.layout.begin(4, 160);
    draft.elements_left = elements;
    draft.grantable = 156;
    return draft;
  }
  static UpstreamRequest request(UpstreamFlow flow, std::uint64_t bytes, TimePs sent,
                                 unsigned channel = 0) {
    return {channel, flow, bytes, sent, sent + kPsPerMs};
  }

  CmtsConfig config;
  std::vector<UpstreamChannel> channels;
  UpstreamAggregates aggregates{CmtsConfig{}};  // none
  UpstreamCounters counters;
};

}  // namespace docsis_vp::cmts
