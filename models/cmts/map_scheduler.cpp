#include "models/cmts/map_scheduler.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "models/docsis/map_lead.h"
#include "models/docsis/map_reach.h"
#include "models/docsis/segment_header.h"
#include "platform/base/errors.h"
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

TokenCheckConfig token_config(const UpstreamFlowConfig& flow, const CmtsConfig& cmts) {
  TokenCheckConfig tokens;
  tokens.sustained_bps = flow.max_sustained_rate_bps;
  tokens.peak_bps = flow.peak_rate_bps;
  tokens.burst_bytes = flow.max_burst_bytes;
  tokens.rate_percent = cmts.token_rate_percent;
  tokens.slack_ps = cmts.token_slack_intervals * cmts.timing.map_interval_ps;
  return tokens;
}

// Depth of a reservation: as long a wait as any other rate, and one packet more.
std::uint64_t reserved_depth(const UpstreamFlowConfig& flow, const CmtsConfig& cmts) {
  constexpr std::uint64_t kLargestPacketBytes = 1522;
  const TimePs slack_us = cmts.token_slack_intervals * cmts.timing.map_interval_ps / kPsPerUs;
  return kLargestPacketBytes +
         flow.min_reserved_rate_bps * static_cast<std::uint64_t>(slack_us) / 8'000'000;
}

// With the queue indicator set, a flow may have a hundredth of its rate and two intervals beyond
// its grants: T x 1.01 R + 3 B in any time T (MULPIv3.1 7.2.3.2).
constexpr unsigned kExtraPercent = 1;

std::uint64_t bytes_per_interval(const UpstreamFlowConfig& flow) {
  return std::uint64_t{flow.ugs.grant_bytes} * flow.ugs.grants_per_interval;
}

std::uint64_t unsolicited_rate_bps(const UpstreamFlowConfig& flow) {
  const auto interval_us = static_cast<std::uint64_t>(flow.ugs.interval_ps / kPsPerUs);
  return 8'000'000 * bytes_per_interval(flow) / std::max<std::uint64_t>(1, interval_us);
}

}  // namespace

MapScheduler::Channel::Channel(const docsis::ChannelParameters& parameters,
                               const CmtsConfig& config)
    : geometry(parameters),
      min_request_grant_frames(docsis::min_request_grant_frames(config.timing, geometry)),
      random(config.seed, "cmts/upstream/" + parameters.name),
      contention(
          config.timing.contention ? config.scheduler.request_opportunities : 0,
          config.timing.contention ? config.scheduler.max_request_opportunities.value_or(0) : 0),
      capacity(config.capacity, geometry, total_rate(config), config.seed) {
  const docsis::TimingProfile& timing = config.timing;
  const std::string prefix = "channel " + parameters.name + ": ";
  interval = geometry.minislots_in(timing.map_interval_ps);
  const std::uint64_t most = config.scheduler.most_request_opportunities();
  require_upstream(interval > 0 && geometry.start(interval) == timing.map_interval_ps,
                   prefix + "the MAP interval must be whole minislots, or whole frames of OFDMA");
  require_upstream(interval <= docsis::kMaxMapOffset,
                   prefix + "a MAP cannot describe so many minislots");
  const std::uint64_t requests =
      timing.contention ? most * geometry.parameters().request_minislots : 0;
  const std::uint32_t least_grant = geometry.most_minislots_for(docsis::kSegmentHeaderBytes + 1);
  require_upstream(requests + least_grant <= interval,
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
  const Minislot drawn = random.below(interval);
  const TimePs phase = config.map_phase_ps.value_or(geometry.start(drawn));
  next_start = geometry.at_or_after(timing.map_lead_ps + phase);
  first_start = geometry.start(next_start);
}

MapScheduler::Flow::Flow(const UpstreamFlowConfig& flow, const CmtsConfig& cmts)
    : config(flow),
      tokens(token_config(flow, cmts)),
      reserved(flow.min_reserved_rate_bps, 100, reserved_depth(flow, cmts)),
      active_grants(flow.ugs.grants_per_interval),
      extra(unsolicited_rate_bps(flow), kExtraPercent, 2 * bytes_per_interval(flow)) {
  require_upstream(flow.sid >= 1 && flow.sid <= docsis::kMaxUnicastSid,
                   "a SID must be 1 to 0x3DFF");
  require_upstream(docsis::is_data_iuc(flow.data_iuc), "a data profile has an IUC for data");
  const bool unsolicited = docsis::is_unsolicited(flow.scheduling);
  require_upstream(!unsolicited || (flow.ugs.grant_bytes > 0 && flow.ugs.interval_ps > 0 &&
                                    flow.ugs.jitter_ps >= 0 && flow.ugs.grants_per_interval > 0),
                   "unsolicited grants need a size, an interval and a number");
  require_upstream(!docsis::is_polled(flow.scheduling) ||
                       (flow.polling.interval_ps > 0 && flow.polling.jitter_ps >= 0),
                   "polls need an interval");
  const ProactiveConfig& proactive = flow.proactive;
  require_upstream(flow.scheduling != docsis::SchedulingType::kProactiveGrants ||
                       proactive.rate_bps > 0 || proactive.request_interval_ps > 0,
                   "proactive grants need a rate, or an interval of requests");
  require_upstream(proactive.interval_ps >= 0 && proactive.request_interval_ps >= 0 &&
                       proactive.chosen_interval_ps == 0,
                   "proactive grants have intervals of at least 0, and the CMTS chooses its own");
}

MapScheduler::MapScheduler(const sc_core::sc_module_name& name, const CmtsConfig& config,
                           platform::InstantSequencer& sequencer, Downstream& downstream)
    : sc_module(name),
      config_(config),
      sequencer_(sequencer),
      downstream_(downstream),
      share_(config.flows.size()) {
  require_upstream(!config.channels.empty() && config.channels.size() <= kMaxUpstreamChannels,
                   "1 to 64 upstream channels");
  for (unsigned index = 0; index < config.channels.size(); ++index) {
    channels_.emplace_back(config.channels[index], config);
    channels_.back().task = sequencer.add(kBuildMap, index, [this, index] { build(index); });
    sequencer.post_at(channels_.back().task, build_time(channels_.back()));
  }
  flow_by_sid_.assign(docsis::kMaxUnicastSid + 1, -1);
  for (const UpstreamFlowConfig& flow : config.flows) {
    flows_.emplace_back(flow, config);
    std::int32_t& entry = flow_by_sid_[flow.sid];
    require_upstream(entry < 0, "two flows have one SID");
    entry = static_cast<std::int32_t>(flows_.size() - 1);
    set_channels(flows_.back(), flow.channels);
  }
  begin_series();
  share_.set_overlapping(some_overlap());
  forget_bottlenecks();
}

std::optional<UpstreamFlow> MapScheduler::flow_of(std::uint16_t sid) const {
  if (sid >= flow_by_sid_.size() || flow_by_sid_[sid] < 0) return std::nullopt;
  return static_cast<UpstreamFlow>(flow_by_sid_[sid]);
}

Interval MapScheduler::claim(unsigned channel, Minislot first, UpstreamFlow flow) {
  if (channel >= channels_.size()) return Interval::kNone;
  Reservation* reservation = channels_[channel].reservations.find(first);
  if (!reservation) return Interval::kNone;
  if (reservation->kind == Reservation::Kind::kOpportunities) {
    channels_[channel].reservations.succeeded(first);
    return Interval::kRequest;
  }
  if (reservation->flow != flow || reservation->claimed) return Interval::kNone;
  reservation->claimed = true;
  return reservation->is_grant() ? Interval::kGrant : Interval::kRequest;
}

void MapScheduler::requested(unsigned channel, UpstreamFlow index, std::uint32_t units,
                             TimePs sent) {
  Flow& flow = flows_[index];
  const std::uint64_t bytes = std::uint64_t{units} * flow.config.request_unit_bytes;
  if (bytes == 0) return;
  ++flow.counters.requests;
  flow.counters.requested_bytes += bytes;
  if (docsis::is_unsolicited(flow.config.scheduling)) {
    // Its grants come without a request; a request shows that it is no longer silent.
    if (flow.silent) {
      flow.silent = false;
      restart_series(index, channels_[flow.home].geometry.start(channels_[flow.home].next_start));
    }
    return;
  }
  if ((flow.channel_mask >> channel & 1) == 0) {
    flow.counters.forgotten_bytes += bytes;
    return;
  }
  if (flow.waiting_bytes == 0) {
    flow.tokens.begin_waiting(platform::now_ps());
    share_.begin_waiting(index);
  }
  flow.waiting_bytes += bytes;
  requests_.push_back({channel, index, bytes, sent, platform::now_ps()});
}

void MapScheduler::used(unsigned channel, Minislot first, std::uint64_t ethernet_bytes) {
  Reservation* reservation = channels_[channel].reservations.find(first);
  if (!reservation || !reservation->is_grant()) return;
  channels_[channel].counters.used_minislots += reservation->minislots;
  Flow& flow = flows_[reservation->flow];
  if (reservation->kind == Reservation::Kind::kUnsolicited) {
    flow.unused_in_a_row = 0;
    return;
  }
  if (reservation->kind == Reservation::Kind::kProactive) {
    flow.counters.proactive_used_bytes += ethernet_bytes;
    learn_use(*reservation);
  }
  credit(flow, *reservation, ethernet_bytes);
}

// Rates count Ethernet bytes only. The reserved part of a grant is used in proportion to the whole
// grant.
void MapScheduler::credit(Flow& flow, const Reservation& grant, std::uint64_t ethernet_bytes) {
  const std::uint64_t unused = grant.payload_bytes - std::min(grant.payload_bytes, ethernet_bytes);
  flow.tokens.unused(unused);
  if (grant.reserved_bytes > 0) {
    const std::uint64_t reserved = grant.reserved_bytes * unused / grant.payload_bytes;
    flow.reserved.debit(-static_cast<std::int64_t>(reserved));
  }
}

void MapScheduler::fell_short(UpstreamFlow flow, std::uint64_t bytes) {
  flows_[flow].reserved.debit(static_cast<std::int64_t>(bytes));
}

void MapScheduler::collided(unsigned channel, Minislot first) {
  if (channel >= channels_.size()) return;
  ++channels_[channel].counters.collisions;
  Reservations& reservations = channels_[channel].reservations;
  const Reservation* reservation = reservations.find(first);
  if (reservation && reservation->kind == Reservation::Kind::kOpportunities) {
    reservations.collided(first);
  }
}

void MapScheduler::assign(UpstreamFlow index, const std::vector<unsigned>& channels) {
  require_upstream(!channels.empty(), "a flow needs a channel");
  Flow& flow = flows_[index];
  set_channels(flow, channels);
  share_.move(index);
  share_.set_overlapping(some_overlap());
  forget_bottlenecks();
  const auto is_gone = [&](const Request& request) {
    if (request.flow != index || (flow.channel_mask >> request.channel & 1) != 0) return false;
    flow.waiting_bytes -= request.bytes;
    flow.counters.forgotten_bytes += request.bytes;
    return true;
  };
  requests_.erase(std::remove_if(requests_.begin(), requests_.end(), is_gone), requests_.end());
  const bool has_series = flow.config.scheduling != docsis::SchedulingType::kBestEffort;
  if (has_series && (flow.channel_mask >> flow.home & 1) == 0) {
    move_series(index);
  }
}

void MapScheduler::change_data_profile(UpstreamFlow index, std::uint8_t iuc) {
  require_upstream(docsis::is_data_iuc(iuc), "a data profile has an IUC for data");
  Flow& flow = flows_[index];
  flow.config.data_iuc = iuc;
  config_.flows[index].data_iuc = iuc;
  if (flow.config.scheduling != docsis::SchedulingType::kBestEffort) {
    plans_[flow.home].change(channels_[flow.home].geometry, config_.flows);
  }
}

void MapScheduler::change_channel(unsigned index, const docsis::ChannelParameters& parameters) {
  require_upstream(index < channels_.size(), "no such channel to change");
  Channel& channel = channels_[index];
  const docsis::ChannelGeometry geometry(parameters);
  require_upstream(channel.geometry.can_become(geometry),
                   "channel " + channel.geometry.parameters().name +
                       ": a change needs another UCD count and minislots that stay where they are");
  channel.geometry = geometry;
  plans_[index].change(geometry, config_.flows);
  config_.channels[index] = parameters;
  for (Channel& each : channels_) {
    each.capacity.change(each.geometry, total_rate(config_));
  }
}

void MapScheduler::set_channels(Flow& flow, const std::vector<unsigned>& channels) {
  std::uint64_t mask =
      channels.empty() ? ~std::uint64_t{0} >> (kMaxUpstreamChannels - channels_.size()) : 0;
  for (const unsigned channel : channels) {
    require_upstream(channel < channels_.size(), "a flow names a channel that is not there");
    mask |= std::uint64_t{1} << channel;
  }
  flow.channel_mask = mask;
  bool ofdma = false;
  bool tdma = false;
  for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
    if ((mask >> channel & 1) != 0) {
      const docsis::ChannelKind kind = channels_[channel].geometry.parameters().kind;
      (kind == docsis::ChannelKind::kOfdma ? ofdma : tdma) = true;
    }
  }
  flow.mixes_kinds = ofdma && tdma;
}

// True if flows share some of their channels, but not all. Flows with unsolicited grants do not
// count.
bool MapScheduler::some_overlap() const {
  std::set<std::uint64_t> masks;
  for (const Flow& flow : flows_) {
    if (!docsis::is_unsolicited(flow.config.scheduling)) {
      masks.insert(flow.channel_mask);
    }
  }
  for (auto mask = masks.begin(); mask != masks.end(); ++mask) {
    const auto meets = [mask](std::uint64_t other) { return (*mask & other) != 0; };
    if (std::any_of(std::next(mask), masks.end(), meets)) return true;
  }
  return false;
}

TimePs MapScheduler::build_time(const Channel& channel) const {
  return channel.geometry.start(channel.next_start) - config_.timing.map_lead_ps;
}

void MapScheduler::build(unsigned index) {
  Channel& channel = channels_[index];
  settle(index);
  // More requests than can be held would only waste the region's minislots.
  const std::uint32_t opportunities =
      channel.is_crowded ? channel.contention.least() : channel.contention.opportunities();
  channel.region = opportunities * channel.geometry.parameters().request_minislots;
  layout_.begin(channel.region, channel.interval);
  items_.clear();
  elements_left_ = config_.max_elements - kFixedMapElements;
  channel.grantable =
      std::exchange(channel.put_by, 0) +
      channel.capacity.minislots(channel.geometry.start(channel.next_start), channel.interval,
                                 channel.geometry.raw_bytes_in(channel.interval));
  place_unsolicited(channel);
  charge_proactive(index);
  collect_demand(index);
  decide_grants(index);
  place_grants(channel);
  channel.is_crowded = !hold_the_rest(index);
  compose(index);
  consume_requests();
  downstream_.send_management(framed(), platform::now_ps() + config_.timing.map_build_ps);
  ++channel.counters.maps;
  channel.next_start += channel.interval;
  sequencer_.post_at(channel.task, build_time(channel));
}

// A request that another channel answers needs no pending here if that channel's last MAP has one,
// or has not acknowledged it yet. A pending in each MAP would forever keep the modem from repeating
// a lost request.
bool MapScheduler::is_held_elsewhere(unsigned index, const Flow& flow) const {
  if (!flow.leaves_room) return false;
  for (unsigned other = 0; other < channels_.size(); ++other) {
    if (other == index || (flow.channel_mask >> other & 1) == 0) continue;
    const Channel& channel = channels_[other];
    const bool pended = flow.pended_on == other && flow.pended_map == channel.counters.maps;
    if (pended || flow.earliest_made >= channel.acknowledged) return true;
  }
  return false;
}

// Returns the oldest frame that is no longer in use, or a new one.
docsis::ManagementOctets MapScheduler::framed() {
  if (frames_.empty() || frames_.front().use_count() > 1) {
    frames_.push_front(std::make_shared<docsis::ManagementFrame>());
  }
  frames_.push_back(std::move(frames_.front()));
  frames_.pop_front();
  frames_.back()->exchange(map_, acknowledged_until_);
  return frames_.back();
}

// Settles reservations that must have been received by now: an unclaimed grant stayed empty.
void MapScheduler::settle(unsigned index) {
  Channel& channel = channels_[index];
  const TimePs decoded =
      platform::now_ps() - config_.timing.plant_delay_ps - config_.timing.decode_ps;
  const Minislot end = channel.geometry.at(std::max<TimePs>(0, decoded));
  while (auto reservation = channel.reservations.take_before(end)) {
    learn_use(*reservation);
    if (reservation->is_grant() && !reservation->claimed) {
      grant_unused(channel, *reservation);
    }
  }
  const Reservations::Attempts attempts = channel.reservations.attempts_before(end);
  channel.counters.successes += attempts.successes;
  channel.contention.observe(attempts.successes, attempts.collisions);
}

void MapScheduler::grant_unused(Channel& channel, const Reservation& reservation) {
  Flow& flow = flows_[reservation.flow];
  ++flow.counters.unused_grants;
  ++channel.counters.unused_grants;
  if (reservation.kind == Reservation::Kind::kProactive) {
    ++flow.counters.proactive_unused_grants;
  }
  if (reservation.kind != Reservation::Kind::kUnsolicited) {
    credit(flow, reservation, 0);
    return;
  }
  set_behind(reservation.flow, false);  // nothing waited for it
  if (reservation.is_extra) return;
  const bool detects = flow.config.scheduling == docsis::SchedulingType::kUgsActivityDetection;
  if (detects && !flow.silent && ++flow.unused_in_a_row >= flow.config.ugs.silent_after_grants) {
    flow.silent = true;
    flow.reports = false;
    flow.active_grants = flow.config.ugs.grants_per_interval;
    const Channel& home = channels_[flow.home];
    restart_series(reservation.flow, home.geometry.start(home.next_start));
  }
}

}  // namespace docsis_vp::cmts
