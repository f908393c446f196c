// Keeps the series of unsolicited grants, proactive grants and polls of the upstream flows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/cmts/channel_plan.h"
#include "models/cmts/config.h"
#include "models/cmts/grant_series.h"
#include "models/cmts/series_times.h"
#include "models/cmts/token_check.h"
#include "models/cmts/upstream_channel.h"
#include "models/cmts/upstream_events.h"
#include "models/docsis/ugs_header.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// The CMTS chooses channel and t0 of each series. Flows without series take no computing time.
// With UGS-AD, polls replace the grants while a flow is silent, and the modem's reports set the
// number of grants per interval.
class UpstreamSeries {
 public:
  // channels: their state before the first MAP. Writes the chosen interval of proactive grants
  // into `config`. The references must outlive this. Throws InputError.
  UpstreamSeries(CmtsConfig& config, const std::vector<UpstreamChannel>& channels);

  // Call it when the flow has moved to the channels of this mask. Its series stay if they can.
  // Otherwise they move, in step with their former times, to a free place or to the least loaded
  // channel.
  void assign(UpstreamFlow flow, std::uint64_t channel_mask);
  // Call one of these when the flow's data profile, or the channel's bytes per minislot, has
  // changed.
  void change_data_profile(UpstreamFlow flow);
  void change_channel(unsigned channel);

  // Call these upon events of flows with unsolicited grants: a request, a used grant, an unused
  // grant, and a frame, with the report in its header. A frame without a report means that all
  // grants are in use and nothing waits beyond them. is_extra: the grant was beyond the series.
  void requested(UpstreamFlow flow);
  void used(UpstreamFlow flow) { flows_[flow].unused_in_a_row = 0; }
  void unused(UpstreamFlow flow, bool is_extra);
  void reported(UpstreamFlow flow, const std::optional<docsis::UgsStatus>& status);

  // Due times on the channel.
  SeriesTimes& times(unsigned channel) { return times_[channel]; }
  // Minislots of a poll or a grant of the flow's series.
  std::uint32_t length(const UpstreamChannel& channel, UpstreamFlow flow, bool poll) const;
  TimePs interval(const SeriesTimes::Due& due) const;

  // Flows whose modem reports more bytes than the grants carry, in ascending order.
  const std::vector<UpstreamFlow>& behind() const { return behind_; }
  // True if such a flow gets extra grants on this channel.
  bool gets_extra(UpstreamFlow flow, unsigned channel) const {
    return !flows_[flow].is_silent && flows_[flow].home == channel;
  }
  // The token bucket for the bytes beyond its series of grants.
  TokenBucket& extra(UpstreamFlow flow) { return flows_[flow].extra; }

 private:
  struct Flow {
    explicit Flow(const UpstreamFlowConfig& flow);

    unsigned home = 0;             // channel of the series
    TimePs reference = 0;          // t0
    GrantSeries grants;            // on this channel
    bool is_silent = false;        // UGS-AD: polls replace the grants
    unsigned unused_in_a_row = 0;  // grants
    bool is_behind = false;        // its modem reports more bytes than the grants carry
    bool reports = false;          // its frames have extended headers
    unsigned active_grants = 1;    // per interval
    TokenBucket extra;             // for bytes beyond these grants
  };

  bool has_series(UpstreamFlow flow) const {
    return config_.flows[flow].scheduling.type != docsis::SchedulingType::kBestEffort;
  }
  void move(UpstreamFlow flow, std::uint64_t channel_mask);
  void restart(UpstreamFlow flow, TimePs from);
  void start(UpstreamFlow flow, SeriesTiming series, TimePs from);
  void set_behind(UpstreamFlow flow, bool is_behind);

  CmtsConfig& config_;
  const std::vector<UpstreamChannel>& channels_;
  std::vector<ChannelPlan> plans_;  // by channel
  std::vector<SeriesTimes> times_;  // by channel
  std::vector<Flow> flows_;
  std::vector<UpstreamFlow> behind_;
};

}  // namespace docsis_vp::cmts
