#include "models/cmts/map_scheduler.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/cmts/capacity.h"
#include "models/cmts/contention_sizer.h"
#include "models/cmts/fair_share.h"
#include "models/cmts/grant_series.h"
#include "models/cmts/grant_sharing.h"
#include "models/cmts/map_composer.h"
#include "models/cmts/map_draft.h"
#include "models/cmts/reservations.h"
#include "models/cmts/series_placer.h"
#include "models/cmts/upstream_aggregates.h"
#include "models/cmts/upstream_channel.h"
#include "models/cmts/upstream_demand.h"
#include "models/cmts/upstream_series.h"
#include "models/docsis/map_lead.h"
#include "models/docsis/map_reach.h"
#include "models/docsis/segment_header.h"
#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cmts {
namespace {

using docsis::Minislot;

void require_upstream(bool holds, const std::string& what) {
  if (!holds) throw InputError("cmts: " + what);
}

void check_reach(const docsis::ChannelGeometry& channel, const CmtsConfig& config) {
  const TimePs reach = config.timing.map_lead_ps + config.timing.map_interval_ps;
  require_upstream(
      !docsis::is_beyond_reach(channel, reach, 0),
      "channel " + channel.parameters().name + ": MAPs reach too far beyond the present");
}

docsis::MapTransport transport_of(const CmtsConfig& config) {
  const DownstreamConfig& downstream = config.downstream;
  return {downstream.rate_bps, downstream.largest_packet_bytes + downstream.mac_header_bytes,
          static_cast<unsigned>(config.channels.size()), config.max_elements};
}

std::uint64_t total_rate(const CmtsConfig& config) {
  std::uint64_t rate_bps = 0;
  for (const docsis::ChannelParameters& channel : config.channels) {
    rate_bps += docsis::ChannelGeometry(channel).rate_bps();
  }
  return rate_bps;
}

void check_channel(const UpstreamChannel& channel, const CmtsConfig& config) {
  const docsis::TimingProfile& timing = config.timing;
  const docsis::ChannelGeometry& geometry = channel.geometry;
  const docsis::ChannelParameters& parameters = geometry.parameters();
  const std::string prefix = "channel " + parameters.name + ": ";
  const std::uint64_t most = config.scheduler.most_request_opportunities();
  require_upstream(
      channel.interval > 0 && geometry.start(channel.interval) == timing.map_interval_ps,
      prefix + "the MAP interval must be whole minislots, or whole frames of OFDMA");
  require_upstream(channel.interval <= docsis::kMaxMapOffset,
                   prefix + "a MAP cannot describe so many minislots");
  const std::uint64_t requests = timing.contention ? most * parameters.request_minislots : 0;
  const std::uint32_t least_grant = geometry.most_minislots_for(docsis::kSegmentHeaderBytes + 1);
  require_upstream(requests + least_grant <= channel.interval,
                   prefix + "the request region leaves no room for grants");
  require_upstream(config.max_elements >= kFixedMapElements + 1 &&
                       config.max_elements <= docsis::max_elements(parameters.map_version()),
                   prefix + "max_elements must be 5 to what the MAP's version allows");
  const TimePs needed =
      docsis::least_map_lead(timing, transport_of(config), parameters.cm_map_proc_ps);
  require_upstream(needed <= timing.map_lead_ps,
                   prefix + "the MAP lead is too short for the farthest modem, which needs " +
                       std::to_string((needed + kPsPerUs - 1) / kPsPerUs) + " us");
  check_reach(geometry, config);
}

void check_flow(const UpstreamFlowConfig& flow) {
  require_upstream(flow.sid >= 1 && flow.sid <= docsis::kMaxUnicastSid,
                   "a SID must be 1 to 0x3DFF");
  require_upstream(docsis::is_data_iuc(flow.data_iuc), "a data profile has an IUC for data");
  const docsis::SchedulingConfig& scheduling = flow.scheduling;
  require_upstream(!scheduling.is_unsolicited() || (scheduling.unsolicited_grant_bytes > 0 &&
                                                    scheduling.nominal_grant_interval_us > 0 &&
                                                    scheduling.grants_per_interval > 0),
                   "unsolicited grants need a size, an interval and a number");
  const bool has_polls = polls_of(flow).interval_ps > 0;
  require_upstream(!scheduling.is_polled() || has_polls, "polls need an interval");
  require_upstream(!scheduling.is_proactive() || guaranteed_rate_bps(scheduling) > 0 || has_polls,
                   "proactive grants need a rate, or an interval of requests");
  require_upstream(flow.chosen_interval_ps == 0, "the CMTS chooses the interval of its grants");
}

// Returns the flow of each SID; -1: none.
std::vector<std::int32_t> flows_by_sid(const CmtsConfig& config) {
  std::vector<std::int32_t> flows(docsis::kMaxUnicastSid + 1, -1);
  for (std::size_t index = 0; index < config.flows.size(); ++index) {
    check_flow(config.flows[index]);
    std::int32_t& entry = flows[config.flows[index].sid];
    require_upstream(entry < 0, "two flows have one SID");
    entry = static_cast<std::int32_t>(index);
  }
  return flows;
}

std::uint32_t minislots_of(const std::vector<FairShare::Claim>& claims) {
  std::uint32_t minislots = 0;
  for (const FairShare::Claim& claim : claims) {
    minislots += claim.minislots;
  }
  return minislots;
}

}  // namespace

// They refer to each other and to `config`, which has the state of the configuration.
struct MapScheduler::Parts {
  // The part of a channel that no other class uses.
  struct ChannelState {
    ChannelState(const docsis::ChannelParameters& parameters, const CmtsConfig& config);

    RandomStream random;
    ContentionSizer contention;
    Capacity capacity;
    bool is_crowded = false;            // the last MAP lacked an element for a request
    std::uint32_t saved_minislots = 0;  // by earlier MAPs, less than one unsolicited grant
    platform::InstantSequencer::TaskId task = 0;
    Reservations reservations;
  };

  Parts(const CmtsConfig& initial, UpstreamCounters& counters);

  static std::vector<ChannelState> states_of(const CmtsConfig& config);
  static std::vector<UpstreamChannel> before_first_maps(const CmtsConfig& config,
                                                        std::vector<ChannelState>& states);

  CmtsConfig config;
  std::vector<ChannelState> states;
  std::vector<UpstreamChannel> channels;
  std::vector<std::int32_t> flow_by_sid;
  UpstreamAggregates aggregates;
  UpstreamDemand demand;
  UpstreamSeries series;
  SeriesPlacer placer;
  GrantSharing sharing;
  MapComposer composer;
  MapDraft draft;  // the MAP under construction; kept for its memory
};

MapScheduler::Parts::ChannelState::ChannelState(const docsis::ChannelParameters& parameters,
                                                const CmtsConfig& config)
    : random(config.seed, "cmts/upstream/" + parameters.name),
      contention(
          config.timing.contention ? config.scheduler.request_opportunities : 0,
          config.timing.contention ? config.scheduler.max_request_opportunities.value_or(0) : 0),
      capacity(config.capacity, docsis::ChannelGeometry(parameters), total_rate(config),
               config.seed) {}

MapScheduler::Parts::Parts(const CmtsConfig& initial, UpstreamCounters& counters)
    : config(initial),
      states(states_of(config)),
      channels(before_first_maps(config, states)),
      flow_by_sid(flows_by_sid(config)),
      aggregates(config),
      demand(config, channels, aggregates, counters.flows),
      series(config, channels),
      placer(config, channels, series, demand, counters.flows),
      sharing(config, channels, demand, aggregates),
      composer(config, channels, demand, counters) {}

std::vector<MapScheduler::Parts::ChannelState> MapScheduler::Parts::states_of(
    const CmtsConfig& config) {
  require_upstream(!config.channels.empty() && config.channels.size() <= kMaxUpstreamChannels,
                   "1 to 64 upstream channels");
  std::vector<ChannelState> states;
  for (const docsis::ChannelParameters& channel : config.channels) {
    states.emplace_back(channel, config);
  }
  return states;
}

// Returns the channels before their first MAP, each at a phase of its own.
std::vector<UpstreamChannel> MapScheduler::Parts::before_first_maps(
    const CmtsConfig& config, std::vector<ChannelState>& states) {
  std::vector<UpstreamChannel> channels;
  for (const docsis::ChannelParameters& parameters : config.channels) {
    UpstreamChannel channel{docsis::ChannelGeometry(parameters)};
    channel.interval = channel.geometry.minislots_in(config.timing.map_interval_ps);
    channel.min_request_grant_frames =
        docsis::min_request_grant_frames(config.timing, channel.geometry);
    check_channel(channel, config);
    const Minislot drawn = states[channels.size()].random.below(channel.interval);
    const TimePs phase = config.map_phase_ps.value_or(channel.geometry.start(drawn));
    channel.next_start = channel.geometry.at_or_after(config.timing.map_lead_ps + phase);
    channel.first_start = channel.start_time();
    channels.push_back(channel);
  }
  return channels;
}

MapScheduler::MapScheduler(const sc_core::sc_module_name& name, const CmtsConfig& config,
                           platform::InstantSequencer& sequencer, Downstream& downstream)
    : sc_module(name),
      sequencer_(sequencer),
      downstream_(downstream),
      counters_{std::vector<ChannelCounters>(config.channels.size()),
                std::vector<FlowCounters>(config.flows.size())},
      parts_(std::make_unique<Parts>(config, counters_)) {
  for (unsigned index = 0; index < config.channels.size(); ++index) {
    parts_->states[index].task = sequencer.add(kBuildMap, index, [this, index] { build(index); });
    sequencer.post_at(parts_->states[index].task, build_time(index));
  }
}

MapScheduler::~MapScheduler() = default;

const docsis::ChannelGeometry& MapScheduler::geometry(unsigned channel) const {
  return parts_->channels[channel].geometry;
}

bool MapScheduler::is_proactive(UpstreamFlow flow) const {
  return parts_->config.flows[flow].scheduling.is_proactive();
}

std::uint64_t MapScheduler::waiting_bytes(UpstreamFlow flow) const {
  return parts_->demand.waiting_bytes(flow);
}

std::optional<UpstreamFlow> MapScheduler::flow_of(std::uint16_t sid) const {
  if (sid >= parts_->flow_by_sid.size() || parts_->flow_by_sid[sid] < 0) return std::nullopt;
  return static_cast<UpstreamFlow>(parts_->flow_by_sid[sid]);
}

Interval MapScheduler::claim(unsigned channel, Minislot first, UpstreamFlow flow) {
  if (channel >= parts_->states.size()) return Interval::kNone;
  Reservations& reservations = parts_->states[channel].reservations;
  Reservation* reservation = reservations.find(first);
  if (!reservation) return Interval::kNone;
  if (reservation->kind == Reservation::Kind::kOpportunities) {
    reservations.succeeded(first);
    return Interval::kRequest;
  }
  if (reservation->flow != flow || reservation->claimed) return Interval::kNone;
  reservation->claimed = true;
  return reservation->is_grant() ? Interval::kGrant : Interval::kRequest;
}

void MapScheduler::requested(unsigned channel, UpstreamFlow flow, std::uint32_t units,
                             TimePs sent) {
  const UpstreamFlowConfig& config = parts_->config.flows[flow];
  const std::uint64_t bytes = std::uint64_t{units} * config.request_unit_bytes;
  if (bytes == 0) return;
  ++counters_.flows[flow].requests;
  counters_.flows[flow].requested_bytes += bytes;
  if (config.scheduling.is_unsolicited()) {
    parts_->series.requested(flow);
  } else if (parts_->demand.add({channel, flow, bytes, sent, platform::now_ps()})) {
    parts_->sharing.begin_waiting(flow);
  }
}

void MapScheduler::used(unsigned channel, Minislot first, std::uint64_t ethernet_bytes) {
  Reservation* reservation = parts_->states[channel].reservations.find(first);
  if (!reservation || !reservation->is_grant()) return;
  counters_.channels[channel].used_minislots += reservation->minislots;
  if (reservation->kind == Reservation::Kind::kUnsolicited) {
    parts_->series.used(reservation->flow);
    return;
  }
  if (reservation->kind == Reservation::Kind::kProactive) {
    counters_.flows[reservation->flow].proactive_used_bytes += ethernet_bytes;
    parts_->demand.rates(reservation->flow).learn_use(*reservation);
  }
  parts_->demand.return_unused(*reservation, ethernet_bytes);
}

void MapScheduler::fell_short(UpstreamFlow flow, std::uint64_t bytes) {
  parts_->demand.rates(flow).fell_short(bytes);
}

void MapScheduler::reported(UpstreamFlow flow, const std::optional<docsis::UgsStatus>& status) {
  parts_->series.reported(flow, status);
}

void MapScheduler::collided(unsigned channel, Minislot first) {
  if (channel >= parts_->states.size()) return;
  ++counters_.channels[channel].collisions;
  Reservations& reservations = parts_->states[channel].reservations;
  const Reservation* reservation = reservations.find(first);
  if (reservation && reservation->kind == Reservation::Kind::kOpportunities) {
    reservations.collided(first);
  }
}

void MapScheduler::assign(UpstreamFlow flow, const std::vector<unsigned>& channels) {
  require_upstream(!channels.empty(), "a flow needs a channel");
  parts_->demand.assign(flow, channels);
  parts_->sharing.move(flow);
  parts_->series.assign(flow, parts_->demand.channel_mask(flow));
}

void MapScheduler::change_data_profile(UpstreamFlow flow, std::uint8_t iuc) {
  require_upstream(docsis::is_data_iuc(iuc), "a data profile has an IUC for data");
  parts_->config.flows[flow].data_iuc = iuc;
  parts_->series.change_data_profile(flow);
}

void MapScheduler::change_channel(unsigned index, const docsis::ChannelParameters& parameters) {
  require_upstream(index < parts_->channels.size(), "no such channel to change");
  const docsis::ChannelGeometry geometry(parameters);
  require_upstream(parts_->channels[index].geometry.can_become(geometry),
                   "channel " + parts_->channels[index].geometry.parameters().name +
                       ": a change needs another UCD count and minislots that stay where they are");
  parts_->channels[index].geometry = geometry;
  parts_->series.change_channel(index);
  parts_->config.channels[index] = parameters;
  for (unsigned each = 0; each < parts_->channels.size(); ++each) {
    parts_->states[each].capacity.change(parts_->channels[each].geometry,
                                         total_rate(parts_->config));
  }
}

TimePs MapScheduler::build_time(unsigned channel) const {
  return parts_->channels[channel].start_time() - parts_->config.timing.map_lead_ps;
}

void MapScheduler::build(unsigned index) {
  Parts& parts = *parts_;
  MapDraft& draft = parts.draft;
  Parts::ChannelState& state = parts.states[index];
  const TimePs now = platform::now_ps();
  settle(index);
  begin_draft(index);
  parts.placer.place(draft, now);
  std::vector<FlowDemand>& demands = parts.demand.collect(index);
  answer(index, demands, now);
  docsis::ManagementOctets frame =
      parts.composer.compose(draft, demands, parts.demand.answered_before(), state.reservations);
  parts.demand.settle();
  downstream_.send_management(std::move(frame), now + parts.config.timing.map_build_ps);
  state.saved_minislots = draft.saved;
  ++counters_.channels[index].maps;
  parts.channels[index].next_start += parts.channels[index].interval;
  sequencer_.post_at(state.task, build_time(index));
}

// Divides what other traffic leaves of the MAP among the flows that request.
void MapScheduler::answer(unsigned index, std::vector<FlowDemand>& demands, TimePs now) {
  Parts& parts = *parts_;
  MapDraft& draft = parts.draft;
  const std::uint32_t free_minislots = std::min(draft.grantable, draft.layout.free());
  const std::vector<FairShare::Claim>& claims =
      parts.sharing.divide(index, demands, free_minislots, draft.elements_left, now);
  const std::uint32_t offset = grants_offset(index, minislots_of(claims));
  if (!claims.empty()) parts.composer.place_grants(draft, offset, claims, demands);
  for (const FlowDemand& demand : demands) {
    parts.demand.charge(demand);
  }
  parts.states[index].is_crowded = !demands.empty() && !parts.composer.hold_rests(draft, demands);
}

void MapScheduler::begin_draft(unsigned index) {
  const UpstreamChannel& channel = parts_->channels[index];
  Parts::ChannelState& state = parts_->states[index];
  MapDraft& draft = parts_->draft;
  // More requests than can be held would only waste the region's minislots.
  const std::uint32_t opportunities =
      state.is_crowded ? state.contention.least() : state.contention.opportunities();
  parts_->aggregates.begin_map();
  draft.channel = index;
  draft.region = opportunities * channel.geometry.parameters().request_minislots;
  draft.layout.begin(draft.region, channel.interval);
  draft.items.clear();
  draft.elements_left = parts_->config.max_elements - kFixedMapElements;
  draft.saved = 0;
  draft.grantable = state.saved_minislots +
                    state.capacity.minislots(channel.start_time(), channel.interval,
                                             channel.geometry.raw_bytes_in(channel.interval));
}

// Returns the free minislots before grants of so many minislots together. Draws once per MAP, with
// or without grants.
std::uint32_t MapScheduler::grants_offset(unsigned index, std::uint32_t minislots) {
  const MapLayout& layout = parts_->draft.layout;
  const std::uint32_t latest = layout.free() - minislots;
  const auto drawn = static_cast<std::uint32_t>(parts_->states[index].random.below(latest + 1));
  if (!parts_->config.grant_offset_ps) return drawn;
  const Minislot fixed =
      parts_->channels[index].geometry.at_or_after(*parts_->config.grant_offset_ps);
  return std::min(layout.free_before(static_cast<std::uint32_t>(fixed)), latest);
}

// Settles reservations that must have been received by now: an unclaimed grant stayed empty.
void MapScheduler::settle(unsigned index) {
  Parts::ChannelState& state = parts_->states[index];
  const TimePs decoded =
      platform::now_ps() - parts_->config.timing.plant_delay_ps - parts_->config.timing.decode_ps;
  const Minislot end = parts_->channels[index].geometry.at(std::max<TimePs>(0, decoded));
  while (auto reservation = state.reservations.take_before(end)) {
    if (!reservation->is_grant()) continue;
    parts_->demand.rates(reservation->flow).learn_use(*reservation);
    if (!reservation->claimed) grant_unused(index, *reservation);
  }
  const Reservations::Attempts attempts = state.reservations.attempts_before(end);
  counters_.channels[index].successes += attempts.successes;
  state.contention.observe(attempts.successes, attempts.collisions);
}

void MapScheduler::grant_unused(unsigned channel, const Reservation& reservation) {
  UpstreamFlowCounters& counters = counters_.flows[reservation.flow];
  ++counters.unused_grants;
  ++counters_.channels[channel].unused_grants;
  if (reservation.kind == Reservation::Kind::kProactive) {
    ++counters.proactive_unused_grants;
  }
  if (reservation.kind == Reservation::Kind::kUnsolicited) {
    parts_->series.unused(reservation.flow, reservation.is_extra);
  } else {
    parts_->demand.return_unused(reservation, 0);
  }
}

}  // namespace docsis_vp::cmts
