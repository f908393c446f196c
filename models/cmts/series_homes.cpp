// MapScheduler: gives the series of unsolicited grants and polls a channel and a time.
#include <algorithm>
#include <cstdint>
#include <tuple>

#include "models/cmts/map_scheduler.h"
#include "models/docsis/segment_header.h"
#include "models/docsis/ugs_element.h"

namespace docsis_vp::cmts {

// The CMTS chooses channel and t0.
void MapScheduler::begin_series() {
  plans_ = channel_plans(config_);
  const std::vector<SeriesPlace> places = place_series(config_, plans_);
  for (UpstreamFlow index = 0; index < flows_.size(); ++index) {
    Flow& flow = flows_[index];
    if (flow.config.scheduling == docsis::SchedulingType::kBestEffort) continue;
    flow.home = places[index].channel;
    const Channel& home = channels_[flow.home];
    flow.reference =
        home.geometry.start(home.next_start + plans_[flow.home].minislots(places[index].at));
    restart_series(index, flow.reference);
  }
}

// Moves a series whose channel was taken away.
void MapScheduler::move_series(UpstreamFlow index) {
  Flow& flow = flows_[index];
  Channel& old_home = channels_[flow.home];
  const TimePs covered = old_home.geometry.start(old_home.next_start);
  old_home.unsolicited.stop(index);
  plans_[flow.home].remove(index);
  flow.home = kMaxUpstreamChannels;
  std::int64_t at = 0;
  std::tuple<bool, bool, std::uint64_t> best;  // less is better
  for (unsigned channel = 0; channel < channels_.size(); ++channel) {
    if ((flow.channel_mask >> channel & 1) == 0) continue;
    const ChannelPlan& plan = plans_[channel];
    const ChannelPlan::Demand demand = plan.demand(flow.config);
    const std::int64_t here = plan.grains(flow.reference - channels_[channel].first_start);
    const auto worth = std::make_tuple(!plan.fits(demand), !plan.is_clear(demand, here),
                                       plan.load_ppm_with(demand));
    if (flow.home == kMaxUpstreamChannels || worth < best) {
      flow.home = channel;
      at = here;
      best = worth;
    }
  }
  plans_[flow.home].add(index, plans_[flow.home].demand(flow.config), at);
  restart_series(index, covered);
}

// Restarts the series at or after `from`, in step with t0.
void MapScheduler::restart_series(UpstreamFlow index, TimePs from) {
  Flow& flow = flows_[index];
  Series series;
  series.poll = flow.silent || !docsis::is_unsolicited(flow.config.scheduling);
  series.interval = series.poll ? flow.config.polling.interval_ps : flow.config.ugs.interval_ps;
  series.jitter = series.poll ? flow.config.polling.jitter_ps : flow.config.ugs.jitter_ps;
  series.count = series.poll ? 1 : flow.active_grants;
  const TimePs since = std::max<TimePs>(0, from - flow.reference);
  series.first = flow.reference + (since + series.interval - 1) / series.interval * series.interval;
  flow.unused_in_a_row = 0;
  channels_[flow.home].unsolicited.start(index, series);
}

std::uint32_t MapScheduler::unsolicited_length(const Channel& channel, const Flow& flow,
                                               bool poll) const {
  // While its modem reports, a grant has room for the extended header.
  const std::uint32_t headers =
      docsis::kSegmentHeaderBytes + (flow.reports ? docsis::kUgsElementBytes : 0);
  return poll ? channel.geometry.parameters().request_minislots
              : channel.geometry.minislots_for(flow.config.ugs.grant_bytes + headers,
                                               iuc_of(channel, flow));
}

}  // namespace docsis_vp::cmts
