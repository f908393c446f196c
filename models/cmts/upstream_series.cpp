#include "models/cmts/upstream_series.h"

#include <algorithm>
#include <tuple>

#include "models/docsis/scheduling.h"
#include "models/docsis/segment_header.h"
#include "models/docsis/ugs_element.h"

namespace docsis_vp::cmts {
namespace {

// With the queue indicator set, a flow may have a hundredth of its rate and two intervals beyond
// its grants: T x 1.01 R + 3 B in any time T (MULPIv3.1 7.2.3.2).
constexpr unsigned kExtraPercent = 1;

std::uint64_t bytes_per_interval(const UpstreamFlowConfig& flow) {
  return std::uint64_t{flow.scheduling.unsolicited_grant_bytes} *
         flow.scheduling.grants_per_interval;
}

std::uint64_t unsolicited_rate_bps(const UpstreamFlowConfig& flow) {
  const unsigned interval_us = flow.scheduling.nominal_grant_interval_us;
  return 8'000'000 * bytes_per_interval(flow) / std::max(1U, interval_us);
}

}  // namespace

UpstreamSeries::Flow::Flow(const UpstreamFlowConfig& flow)
    : active_grants(flow.scheduling.grants_per_interval),
      extra(unsolicited_rate_bps(flow), kExtraPercent, 2 * bytes_per_interval(flow)) {}

UpstreamSeries::UpstreamSeries(CmtsConfig& config, const std::vector<UpstreamChannel>& channels)
    : config_(config), channels_(channels), plans_(channel_plans(config)), times_(channels.size()) {
  const std::vector<SeriesPlace> places = place_series(config_, plans_);
  for (UpstreamFlow index = 0; index < config_.flows.size(); ++index) {
    Flow& flow = flows_.emplace_back(config_.flows[index]);
    if (!has_series(index)) continue;
    flow.home = places[index].channel;
    config_.flows[index].chosen_interval_ps = places[index].proactive_interval_ps;
    const UpstreamChannel& home = channels_[flow.home];
    flow.reference =
        home.geometry.start(home.next_start + plans_[flow.home].minislots(places[index].at));
    restart(index, flow.reference);
  }
}

void UpstreamSeries::assign(UpstreamFlow flow, std::uint64_t channel_mask) {
  if (has_series(flow) && (channel_mask >> flows_[flow].home & 1) == 0) {
    move(flow, channel_mask);
  }
}

// Moves a series whose channel was taken away.
void UpstreamSeries::move(UpstreamFlow index, std::uint64_t channel_mask) {
  Flow& flow = flows_[index];
  UpstreamFlowConfig& config = config_.flows[index];
  const TimePs covered = channels_[flow.home].start_time();
  times_[flow.home].stop(index);
  plans_[flow.home].remove(index);
  flow.home = kMaxUpstreamChannels;
  config.chosen_interval_ps = 0;
  std::int64_t at = 0;
  std::tuple<bool, bool, std::uint64_t> best;  // less is better
  for (unsigned channel = 0; channel < channels_.size(); ++channel) {
    if ((channel_mask >> channel & 1) == 0) continue;
    const ChannelPlan& plan = plans_[channel];
    const ChannelPlan::Demand demand = plan.demand(config);
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
  plans_[flow.home].add(index, plans_[flow.home].demand(config), at);
  restart(index, covered);
}

void UpstreamSeries::change_data_profile(UpstreamFlow flow) {
  if (has_series(flow)) change_channel(flows_[flow].home);
}

void UpstreamSeries::change_channel(unsigned channel) {
  plans_[channel].change(channels_[channel].geometry, config_.flows);
}

// Restarts the series at or after `from`, in step with t0.
void UpstreamSeries::restart(UpstreamFlow index, TimePs from) {
  Flow& flow = flows_[index];
  const UpstreamFlowConfig& config = config_.flows[index];
  times_[flow.home].stop(index);
  flow.unused_in_a_row = 0;
  flow.grants = grant_series(config, channels_[flow.home].geometry, config_.timing.map_interval_ps);
  const bool has_grants = flow.grants.bytes > 0 && !flow.is_silent;
  if (has_grants) {
    const bool is_proactive = !config.scheduling.is_unsolicited();
    start(index,
          {false, 0, flow.grants.interval_ps, flow.grants.jitter_ps,
           is_proactive ? flow.grants.count : flow.active_grants},
          from);
  }
  const PollSeries polls = polls_of(config);
  const bool replaces = config.scheduling.is_unsolicited();  // UGS-AD
  if (polls.interval_ps > 0 && !(has_grants && replaces)) {
    start(index, {true, 0, polls.interval_ps, polls.jitter_ps, 1}, from);
  }
}

void UpstreamSeries::start(UpstreamFlow index, SeriesTiming series, TimePs from) {
  const Flow& flow = flows_[index];
  const TimePs since = std::max<TimePs>(0, from - flow.reference);
  series.first = flow.reference + (since + series.interval - 1) / series.interval * series.interval;
  times_[flow.home].start(index, series);
}

// Its grants come without a request; a request shows that the flow is no longer silent.
void UpstreamSeries::requested(UpstreamFlow index) {
  Flow& flow = flows_[index];
  if (!flow.is_silent) return;
  flow.is_silent = false;
  restart(index, channels_[flow.home].start_time());
}

void UpstreamSeries::unused(UpstreamFlow index, bool is_extra) {
  set_behind(index, false);  // nothing waited for it
  if (is_extra) return;
  Flow& flow = flows_[index];
  const UpstreamFlowConfig& config = config_.flows[index];
  const bool detects = config.scheduling.detects_activity();
  if (detects && !flow.is_silent &&
      ++flow.unused_in_a_row >= config.scheduling.silent_after_grants) {
    flow.is_silent = true;
    flow.reports = false;
    flow.active_grants = config.scheduling.grants_per_interval;
    restart(index, channels_[flow.home].start_time());
  }
}

void UpstreamSeries::reported(UpstreamFlow index, const std::optional<docsis::UgsStatus>& status) {
  Flow& flow = flows_[index];
  const UpstreamFlowConfig& config = config_.flows[index];
  if (!config.scheduling.is_unsolicited()) return;
  flow.reports = status.has_value();
  set_behind(index, status && status->queue_indicator);
  const unsigned most = config.scheduling.grants_per_interval;
  const bool detects = config.scheduling.detects_activity();
  flow.active_grants =
      status && detects ? std::clamp<unsigned>(status->active_grants, 1, most) : most;
  if (!flow.is_silent) times_[flow.home].set_count(index, flow.active_grants);
}

void UpstreamSeries::set_behind(UpstreamFlow index, bool is_behind) {
  Flow& flow = flows_[index];
  if (flow.is_behind == is_behind) return;
  flow.is_behind = is_behind;
  const auto place = std::lower_bound(behind_.begin(), behind_.end(), index);
  if (is_behind) {
    behind_.insert(place, index);
  } else {
    behind_.erase(place);
  }
}

// While its modem reports, a grant has room for the extended header.
std::uint32_t UpstreamSeries::length(const UpstreamChannel& channel, UpstreamFlow index,
                                     bool poll) const {
  if (poll) return channel.geometry.parameters().request_minislots;
  const Flow& flow = flows_[index];
  const std::uint32_t headers =
      docsis::kSegmentHeaderBytes + (flow.reports ? docsis::kUgsElementBytes : 0);
  return channel.geometry.minislots_for(flow.grants.bytes + headers,
                                        channel.iuc_of(config_.flows[index]));
}

TimePs UpstreamSeries::interval(const SeriesTimes::Due& due) const {
  return due.poll ? polls_of(config_.flows[due.flow]).interval_ps
                  : flows_[due.flow].grants.interval_ps;
}

}  // namespace docsis_vp::cmts
