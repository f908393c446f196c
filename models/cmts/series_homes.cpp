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
    flow.config.proactive.chosen_interval_ps = places[index].proactive_interval_ps;
    config_.flows[index].proactive = flow.config.proactive;
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
  flow.config.proactive.chosen_interval_ps = 0;
  std::int64_t at = 0;
  std::tuple<bool, bool, std::uint64_t> best;  // less is better
  for (unsigned channel = 0; channel < channels_.size(); ++channel) {
    if ((flow.channel_mask >> channel & 1) == 0) continue;
    const ChannelPlan& plan = plans_[channel];
    const ChannelPlan::Demand demand = plan.demand(flow.config);
    const std::int64_t here = plan.grains(flow.reference - channels_[channel].first_start);
    const bool carries = plan.fits(demand) && demand.largest_minislots > 0;
    const auto worth =
        std::make_tuple(!carries, !plan.is_clear(demand, here), plan.load_ppm_with(demand));
    if (flow.home == kMaxUpstreamChannels || worth < best) {
      flow.home = channel;
      at = here;
      best = worth;
    }
  }
  config_.flows[index].proactive = flow.config.proactive;
  plans_[flow.home].add(index, plans_[flow.home].demand(flow.config), at);
  restart_series(index, covered);
}

// Restarts the series at or after `from`, in step with t0.
void MapScheduler::restart_series(UpstreamFlow index, TimePs from) {
  Flow& flow = flows_[index];
  Channel& home = channels_[flow.home];
  home.unsolicited.stop(index);
  flow.unused_in_a_row = 0;
  flow.grants = grant_series(flow.config, home.geometry, config_.timing.map_interval_ps);
  const bool has_grants = flow.grants.bytes > 0 && !flow.silent;
  if (has_grants) {
    const bool is_proactive = !docsis::is_unsolicited(flow.config.scheduling);
    start_series(index,
                 {false, 0, flow.grants.interval_ps, flow.grants.jitter_ps,
                  is_proactive ? flow.grants.count : flow.active_grants},
                 from);
  }
  const PollingConfig polls = polls_of(flow.config);
  const bool replaces = docsis::is_unsolicited(flow.config.scheduling);  // UGS-AD
  if (polls.interval_ps > 0 && !(has_grants && replaces)) {
    start_series(index, {true, 0, polls.interval_ps, polls.jitter_ps, 1}, from);
  }
}

void MapScheduler::start_series(UpstreamFlow index, Series series, TimePs from) {
  const Flow& flow = flows_[index];
  const TimePs since = std::max<TimePs>(0, from - flow.reference);
  series.first = flow.reference + (since + series.interval - 1) / series.interval * series.interval;
  channels_[flow.home].unsolicited.start(index, series);
}

std::uint32_t MapScheduler::unsolicited_length(const Channel& channel, const Flow& flow,
                                               bool poll) const {
  // While its modem reports, a grant has room for the extended header.
  const std::uint32_t headers =
      docsis::kSegmentHeaderBytes + (flow.reports ? docsis::kUgsElementBytes : 0);
  return poll ? channel.geometry.parameters().request_minislots
              : channel.geometry.minislots_for(flow.grants.bytes + headers, iuc_of(channel, flow));
}

}  // namespace docsis_vp::cmts
