#include "models/cmts/map_scheduler.h"

#include <algorithm>
#include <memory>

#include "models/docsis/segment_header.h"
#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cmts {
namespace {

using docsis::Minislot;

// How far MAPs may reach beyond the present: TDMA in minislots (MULPIv3.1 6.4.4), OFDMA in time.
constexpr Minislot kMaxTdmaReach = 4096;
constexpr TimePs kMaxOfdmaReach = 20 * kPsPerMs;
// Elements of a MAP that carry no grant: region, idle space before and behind the grants, Null.
constexpr std::uint32_t kFixedElements = 4;
constexpr unsigned kMaxChannels = 64;

void require(bool holds, const std::string& what) {
  if (!holds) throw InputError("cmts: " + what);
}

void check_reach(const docsis::ChannelGeometry& channel, const CmtsConfig& config) {
  const TimePs reach = config.timing.map_lead_ps + config.timing.map_interval_ps;
  const bool ofdma = channel.parameters().kind == docsis::ChannelKind::kOfdma;
  require(ofdma ? reach <= kMaxOfdmaReach : channel.at_or_after(reach) <= kMaxTdmaReach,
          "channel " + channel.parameters().name + ": MAPs reach too far beyond the present");
}

// A MAP waits for the packet being sent and for the MAPs of the channels before it.
TimePs slowest_arrival(const CmtsConfig& config) {
  const std::uint64_t bytes = config.downstream.largest_packet_bytes +
                              config.downstream.mac_header_bytes +
                              config.channels.size() * docsis::map_frame_bytes(config.max_elements);
  const TimePs serialisation = static_cast<TimePs>(
      bytes * 8 * static_cast<std::uint64_t>(kPsPerUs) * 1'000'000 / config.downstream.rate_bps);
  return config.timing.map_build_ps + serialisation + config.timing.downstream_latency_ps +
         config.timing.plant_delay_ps;
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

}  // namespace

MapScheduler::Channel::Channel(const docsis::ChannelParameters& parameters,
                               const CmtsConfig& config)
    : geometry(parameters), random(config.seed, "cmts/upstream/" + parameters.name) {
  const docsis::TimingProfile& timing = config.timing;
  const std::string prefix = "channel " + parameters.name + ": ";
  interval = geometry.minislots_in(timing.map_interval_ps);
  region = timing.contention ? config.request_opportunities * parameters.request_minislots : 0;
  require(interval > 0 && geometry.start(interval) == timing.map_interval_ps,
          prefix + "the MAP interval must be whole minislots, or whole frames of OFDMA");
  require(interval <= docsis::kMaxMapOffset, prefix + "a MAP cannot describe so many minislots");
  require(region < interval, prefix + "the request region leaves no room for grants");
  require(config.max_elements >= kFixedElements + 1 &&
              config.max_elements <= docsis::max_elements(parameters.map_version()),
          prefix + "max_elements must be 5 to what the MAP's version allows");
  const TimePs needed = slowest_arrival(config) + parameters.cm_map_proc_ps;
  require(needed <= timing.map_lead_ps,
          prefix + "the MAP lead is too short for the farthest modem, which needs " +
              std::to_string((needed + kPsPerUs - 1) / kPsPerUs) + " us");
  check_reach(geometry, config);
  const Minislot drawn = random.below(interval);
  const TimePs phase = config.map_phase_ps.value_or(geometry.start(drawn));
  next_start = geometry.at_or_after(timing.map_lead_ps + phase);
}

MapScheduler::Flow::Flow(const UpstreamFlowConfig& flow, const CmtsConfig& cmts)
    : config(flow), tokens(token_config(flow, cmts)) {
  require(flow.sid >= 1 && flow.sid <= docsis::kMaxUnicastSid, "a SID must be 1 to 0x3DFF");
  for (const unsigned channel : flow.channels) {
    require(channel < cmts.channels.size(), "a flow names a channel that is not there");
    channel_mask |= std::uint64_t{1} << channel;
  }
  if (flow.channels.empty()) {
    channel_mask = ~std::uint64_t{0};
  }
}

MapScheduler::MapScheduler(const sc_core::sc_module_name& name, const CmtsConfig& config,
                           platform::InstantSequencer& sequencer, Downstream& downstream)
    : sc_module(name), config_(config), sequencer_(sequencer), downstream_(downstream) {
  require(!config.channels.empty() && config.channels.size() <= kMaxChannels,
          "1 to 64 upstream channels");
  flow_by_sid_.assign(docsis::kMaxUnicastSid + 1, -1);
  for (const UpstreamFlowConfig& flow : config.flows) {
    flows_.emplace_back(flow, config);
    std::int32_t& entry = flow_by_sid_[flow.sid];
    require(entry < 0, "two flows have one SID");
    entry = static_cast<std::int32_t>(flows_.size() - 1);
  }
  for (unsigned index = 0; index < config.channels.size(); ++index) {
    channels_.emplace_back(config.channels[index], config);
    channels_.back().task = sequencer.add(kBuildMap, index, [this, index] { build(index); });
    sequencer.post_at(channels_.back().task, build_time(channels_.back()));
  }
}

std::optional<UpstreamFlow> MapScheduler::flow_of(std::uint16_t sid) const {
  if (sid >= flow_by_sid_.size() || flow_by_sid_[sid] < 0) return std::nullopt;
  return static_cast<UpstreamFlow>(flow_by_sid_[sid]);
}

Interval MapScheduler::claim(unsigned channel, Minislot first, UpstreamFlow flow) {
  if (channel >= channels_.size()) return Interval::kNone;
  Reservation* reservation = channels_[channel].reservations.find(first);
  if (!reservation) return Interval::kNone;
  if (!reservation->flow) return Interval::kRequest;
  if (*reservation->flow != flow || reservation->claimed) return Interval::kNone;
  reservation->claimed = true;
  return Interval::kGrant;
}

void MapScheduler::requested(UpstreamFlow index, std::uint32_t units, TimePs sent) {
  Flow& flow = flows_[index];
  const std::uint64_t bytes = std::uint64_t{units} * flow.config.request_unit_bytes;
  if (bytes == 0) return;
  if (flow.waiting_bytes == 0) {
    flow.tokens.begin_waiting(platform::now_ps());
  }
  flow.waiting_bytes += bytes;
  ++flow.counters.requests;
  flow.counters.requested_bytes += bytes;
  requests_.push_back({index, bytes, sent});
}

void MapScheduler::used(unsigned channel, Minislot first, std::uint64_t ethernet_bytes) {
  const Reservation* reservation = channels_[channel].reservations.find(first);
  if (!reservation || !reservation->flow) return;
  const std::uint64_t payload = reservation->payload_bytes;
  flows_[*reservation->flow].tokens.unused(payload - std::min(payload, ethernet_bytes));
}

void MapScheduler::collided(unsigned channel) {
  ++channels_[channel].counters.collisions;
}

TimePs MapScheduler::build_time(const Channel& channel) const {
  return channel.geometry.start(channel.next_start) - config_.timing.map_lead_ps;
}

void MapScheduler::build(unsigned index) {
  Channel& channel = channels_[index];
  settle(index);
  collect_demand(index);
  decide_grants(channel);
  compose(index);
  consume_requests();
  downstream_.send_management(encoded(), platform::now_ps() + config_.timing.map_build_ps);
  ++channel.counters.maps;
  channel.next_start += channel.interval;
  sequencer_.post_at(channel.task, build_time(channel));
}

// In a buffer that nobody holds any more.
docsis::ManagementOctets MapScheduler::encoded() {
  const auto is_free = [](const auto& frame) { return frame.use_count() == 1; };
  auto free = std::find_if(frames_.begin(), frames_.end(), is_free);
  if (free == frames_.end()) {
    frames_.push_back(std::make_shared<std::vector<std::uint8_t>>());
    free = std::prev(frames_.end());
  }
  (*free)->clear();
  docsis::append_map(**free, map_);
  return *free;
}

// What could have been heard by now was heard: a grant that was not claimed stayed empty.
void MapScheduler::settle(unsigned index) {
  Channel& channel = channels_[index];
  while (const Reservation* reservation = channel.reservations.known(platform::now_ps())) {
    if (reservation->flow && !reservation->claimed) {
      Flow& flow = flows_[*reservation->flow];
      flow.tokens.unused(reservation->payload_bytes);
      ++flow.counters.unused_grants;
      ++channel.counters.unused_grants;
    }
    channel.reservations.pop();
  }
}

bool MapScheduler::answerable(const Channel& channel, const Request& request) const {
  const std::uint32_t frames = config_.timing.min_request_grant_frames;
  if (frames == 0) return true;
  // A request is made one frame before it is sent.
  const TimePs earliest = request.sent + (frames - 1) * channel.geometry.frame_ps();
  return channel.geometry.start(channel.next_start) >= earliest;
}

// Sums up, per flow, what may be answered here; flows in order of their oldest request.
void MapScheduler::collect_demand(unsigned index) {
  const Channel& channel = channels_[index];
  order_.clear();
  answered_before_ = kNever;
  for (const Request& request : requests_) {
    Flow& flow = flows_[request.flow];
    if ((flow.channel_mask >> index & 1) == 0) continue;
    if (!answerable(channel, request)) {
      answered_before_ = std::min(answered_before_, request.sent);
      continue;
    }
    if (flow.asked == 0) {
      order_.push_back(request.flow);
      flow.oldest_sent = request.sent;
    }
    flow.asked += request.bytes;
  }
}

void MapScheduler::decide_grants(const Channel& channel) {
  grants_.clear();
  pending_.clear();
  elements_left_ = config_.max_elements - kFixedElements;
  std::uint32_t free_minislots = channel.interval - channel.region;
  for (const UpstreamFlow index : order_) {
    if (grant(channel, index, free_minislots)) continue;
    if (elements_left_ > 0) {
      --elements_left_;
      pending_.push_back(index);
    } else {
      // No room to say so: the modem must not conclude from the ACK time that it was forgotten.
      answered_before_ = std::min(answered_before_, flows_[index].oldest_sent);
    }
  }
}

// True if the flow got all it asked for.
bool MapScheduler::grant(const Channel& channel, UpstreamFlow index,
                         std::uint32_t& free_minislots) {
  Flow& flow = flows_[index];
  const std::uint64_t allowed = std::min(flow.asked, flow.tokens.usable(platform::now_ps()));
  if (allowed == 0) return false;
  const docsis::ChannelGeometry& geometry = channel.geometry;
  const std::uint32_t wanted = geometry.minislots_for(allowed + docsis::kSegmentHeaderBytes);
  const std::uint32_t minislots = std::min(wanted, free_minislots);
  const std::uint64_t bytes = geometry.bytes_in(minislots);
  if (bytes <= docsis::kSegmentHeaderBytes) return false;
  const std::uint64_t payload = bytes - docsis::kSegmentHeaderBytes;
  const bool whole = payload >= flow.asked;
  // What is left of the request needs an element for the grant pending too.
  if (elements_left_ < (whole ? 1U : 2U)) return false;
  --elements_left_;
  free_minislots -= minislots;
  flow.served = payload;
  flow.tokens.granted(payload);
  grants_.push_back({index, minislots, payload});
  return whole;
}

// One draw for each MAP, whether there are grants or not.
std::uint32_t MapScheduler::grants_offset(Channel& channel, std::uint32_t total) const {
  const std::uint32_t latest = channel.interval - total;
  const std::uint32_t drawn =
      channel.region +
      static_cast<std::uint32_t>(channel.random.below(latest - channel.region + 1));
  if (!config_.grant_offset_ps) return drawn;
  const Minislot fixed = channel.geometry.at_or_after(*config_.grant_offset_ps);
  return std::clamp(static_cast<std::uint32_t>(fixed), channel.region, latest);
}

void MapScheduler::compose(unsigned index) {
  Channel& channel = channels_[index];
  const docsis::ChannelGeometry& geometry = channel.geometry;
  const docsis::ChannelParameters& parameters = geometry.parameters();
  map_.version = static_cast<std::uint8_t>(parameters.map_version());
  map_.channel_id = parameters.channel_id;
  map_.ucd_count = parameters.ucd_count;
  map_.data_backoff_start = static_cast<std::uint8_t>(config_.backoff_start);
  map_.data_backoff_end = static_cast<std::uint8_t>(config_.backoff_end);
  map_.allocation_start = geometry.to_wire(channel.next_start);
  Minislot acknowledged = channel.reservations.heard_before(channel.next_start);
  if (answered_before_ != kNever) {
    acknowledged = std::min(acknowledged, geometry.at(answered_before_));
  }
  map_.ack_time = geometry.to_wire(acknowledged);

  std::uint32_t total = 0;
  for (const Grant& item : grants_) {
    total += item.minislots;
  }
  map_.elements.clear();
  place_region(channel);
  place_grants(channel, grants_offset(channel, total));
  add_element(docsis::kSidNone, docsis::kIucNull, channel.interval);
  for (const UpstreamFlow flow : pending_) {
    add_element(flows_[flow].config.sid, parameters.data_iuc, channel.interval);
  }
  channel.counters.pendings += pending_.size();
}

void MapScheduler::place_region(Channel& channel) {
  if (channel.region == 0) return;
  add_element(docsis::kSidAllModems, docsis::kIucRequest, 0);
  const std::uint32_t length = channel.geometry.parameters().request_minislots;
  for (std::uint32_t at = 0; at < channel.region; at += length) {
    Reservation opportunity;
    opportunity.first = channel.next_start + at;
    opportunity.known_at = known_at(channel, opportunity.first, length);
    channel.reservations.add(opportunity);
  }
}

void MapScheduler::place_grants(Channel& channel, std::uint32_t offset) {
  const std::uint8_t iuc = channel.geometry.parameters().data_iuc;
  if (offset > channel.region || grants_.empty()) {
    add_element(docsis::kSidNone, iuc, channel.region);
  }
  for (const Grant& item : grants_) {
    Flow& flow = flows_[item.flow];
    add_element(flow.config.sid, iuc, offset);
    Reservation reservation;
    reservation.first = channel.next_start + offset;
    reservation.known_at = known_at(channel, reservation.first, item.minislots);
    reservation.flow = item.flow;
    reservation.payload_bytes = item.payload_bytes;
    channel.reservations.add(reservation);
    const std::uint64_t bytes = channel.geometry.bytes_in(item.minislots);
    ++channel.counters.grants;
    channel.counters.granted_bytes += bytes;
    ++flow.counters.grants;
    flow.counters.granted_bytes += bytes;
    offset += item.minislots;
  }
  if (offset < channel.interval && !grants_.empty()) {
    add_element(docsis::kSidNone, iuc, offset);
  }
}

void MapScheduler::add_element(std::uint16_t sid, std::uint8_t iuc, std::uint32_t offset) {
  map_.elements.push_back({sid, iuc, static_cast<std::uint16_t>(offset), 0});
}

TimePs MapScheduler::known_at(const Channel& channel, Minislot first, std::uint32_t count) const {
  return channel.geometry.end(first, count) + config_.timing.plant_delay_ps +
         config_.timing.decode_ps;
}

// A grant answers the oldest bytes first.
void MapScheduler::consume_requests() {
  auto kept = requests_.begin();
  for (Request& request : requests_) {
    Flow& flow = flows_[request.flow];
    const std::uint64_t bytes = std::min(request.bytes, flow.served);
    request.bytes -= bytes;
    flow.served -= bytes;
    flow.waiting_bytes -= bytes;
    if (request.bytes > 0) {
      *kept++ = request;
    }
  }
  requests_.erase(kept, requests_.end());
  for (const UpstreamFlow index : order_) {
    flows_[index].asked = 0;
    flows_[index].served = 0;
  }
}

}  // namespace docsis_vp::cmts
