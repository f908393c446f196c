// MapScheduler: builds the contents of one MAP.
#include <algorithm>

#include "models/cmts/map_scheduler.h"
#include "models/docsis/segment_header.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cmts {

using docsis::Minislot;

namespace {

// A flow without a rate limit counts with the channel's rate.
std::uint64_t weight_of(const UpstreamFlowConfig& flow, const docsis::ChannelGeometry& channel) {
  if (flow.weight > 0) return flow.weight;
  return flow.max_sustained_rate_bps > 0 ? flow.max_sustained_rate_bps : channel.rate_bps();
}

// After so many MAPs the demand for other channels may use any channel [engineering choice].
constexpr unsigned kPatienceMaps = 2;

void take_share(FairShare::Claim& claim, std::uint64_t bytes) {
  claim.further_bytes = claim.wanted_bytes - bytes;
  claim.wanted_bytes = bytes;
}

}  // namespace

// Sums up, per flow, the bytes that may be granted here; flows in the order of their oldest
// request.
void MapScheduler::collect_demand(unsigned index) {
  const Channel& channel = channels_[index];
  order_.clear();
  answered_before_ = kNever;
  for (const Request& request : requests_) {
    Flow& flow = flows_[request.flow];
    if ((flow.channel_mask >> index & 1) == 0) continue;
    if (channel.geometry.start(channel.next_start) < answerable_from(channel, request.sent)) {
      answered_before_ = std::min(answered_before_, request.sent);
      continue;
    }
    if (flow.asked == 0) {
      order_.push_back(request.flow);
      flow.oldest_sent = request.sent;
      flow.earliest_made = request.sent;
    }
    const TimePs made = request.sent - channels_[request.channel].geometry.frame_ps();
    flow.earliest_made = std::min(flow.earliest_made, made);
    flow.asked += request.bytes;
  }
  if (config_.scheduler.sharing == Sharing::kOldestFirst) {
    put_oldest_first();
  }
}

// A request without an element keeps its age for the new request that its modem makes in its place.
void MapScheduler::put_oldest_first() {
  const auto age = [this](UpstreamFlow index) {
    return std::min(flows_[index].oldest_sent, flows_[index].forgotten_since);
  };
  std::stable_sort(order_.begin(), order_.end(),
                   [&](UpstreamFlow a, UpstreamFlow b) { return age(a) < age(b); });
}

// An OFDMA request is made one frame before it is sent.
TimePs MapScheduler::answerable_from(const Channel& channel, TimePs sent) const {
  const std::uint32_t frames = channel.min_request_grant_frames;
  return frames == 0 ? 0 : sent + (frames - 1) * channel.geometry.frame_ps();
}

// Returns the usable part of `bytes` in so many MAPs.
std::uint64_t MapScheduler::usable_bytes(Flow& flow, std::uint64_t bytes, unsigned maps) {
  const std::uint64_t most =
      flow.config.max_grant_bytes > 0 ? maps * flow.config.max_grant_bytes : UINT64_MAX;
  return std::min({bytes, most, flow.tokens.usable(platform::now_ps())});
}

void MapScheduler::forget_bottlenecks() {
  for (const UpstreamFlow index : backlogged_) {
    flows_[index].is_backlogged = false;
  }
  backlogged_.clear();
  bottlenecks_.begin(channels_.size());
  bound_bytes_.assign(channels_.size(), 0);
}

// For overlapping flows: finds those that have waited longer than another channel needs to answer.
void MapScheduler::find_bottlenecks(const Channel& channel) {
  forget_bottlenecks();
  const TimePs now = platform::now_ps();
  for (const Request& request : requests_) {
    Flow& flow = flows_[request.flow];
    if ((flow.channel_mask & (flow.channel_mask - 1)) == 0) {
      bound_bytes_[static_cast<std::size_t>(__builtin_ctzll(flow.channel_mask))] += request.bytes;
    }
    const bool is_old = now - request.heard > kPatienceMaps * config_.timing.map_interval_ps;
    if (!is_old || flow.is_backlogged) continue;
    flow.is_backlogged = true;
    backlogged_.push_back(request.flow);
    const std::uint64_t bytes = usable_bytes(flow, flow.waiting_bytes, kPatienceMaps);
    if (bytes > 0) {
      bottlenecks_.add(flow.channel_mask,
                       {flow.config.priority, weight_of(flow.config, channel.geometry),
                        share_.recent_octets(request.flow), bytes});
    }
  }
}

// Returns the part of a flow's bytes for this channel. Each of its channels continues where its
// next MAP begins, behind its fixed load.
std::uint64_t MapScheduler::share_here(const Channel& channel, const Flow& flow,
                                       std::uint64_t bytes, unsigned most_maps) {
  constexpr std::uint64_t kLeastBytes = 1522;  // a packet is not worth two segments
  if (bytes == 0) return 0;
  std::size_t own = 0;
  bool goes_first = false;
  answering_.clear();
  for (unsigned index = 0; index < channels_.size(); ++index) {
    if ((flow.channel_mask >> index & 1) == 0) continue;
    const Channel& other = channels_[index];
    if (&other == &channel) {
      own = answering_.size();
      goes_first = bottlenecks_.is_contested(index, flow.channel_mask) &&
                   flow.config.priority > bottlenecks_.priority(index);
    }
    AnsweringChannel answering;
    answering.begin = other.geometry.start(other.next_start);
    if (answering.begin < answerable_from(other, flow.oldest_sent)) {
      answering.begin = other.geometry.start(other.next_start + other.interval);
    }
    answering.rate_bps = other.geometry.rate_bps(iuc_of(other, flow));
    answering.taken_bytes = taken_bytes(index, flow, most_maps);
    answering_.push_back(answering);
  }
  const std::uint64_t share = share_that_ends_first(answering_, own, bytes, kLeastBytes);
  // With a higher priority, it takes no turns once other channels cannot carry all of it at once.
  return share > 0 && goes_first ? bytes : share;
}

// Returns the bytes that wait for this channel only. On a contested channel these are the usable
// bytes of the worse-served flows. The limit is temporary: bytes that other channels cannot carry
// within so many MAPs come here.
std::uint64_t MapScheduler::taken_bytes(unsigned index, const Flow& flow,
                                        unsigned most_maps) const {
  const Channel& channel = channels_[index];
  std::uint64_t bytes = bound_bytes_[index];
  if (bottlenecks_.is_contested(index, flow.channel_mask)) {
    bytes = bottlenecks_.bytes(index);
    most_maps = flow.config.priority > bottlenecks_.priority(index) ? 1 : most_maps;
  }
  return std::min(bytes,
                  most_maps * channel.geometry.bytes_in(channel.interval, iuc_of(channel, flow)));
}

void MapScheduler::decide_grants(unsigned index) {
  Channel& channel = channels_[index];
  const TimePs now = platform::now_ps();
  const std::uint32_t free_minislots = std::min(channel.grantable, layout_.free());
  share_.begin_map(now);
  if (share_.is_overlapping()) {
    find_bottlenecks(channel);
  }
  std::uint64_t wanted = 0;
  claims_.clear();
  for (const UpstreamFlow asking : order_) {
    Flow& flow = flows_[asking];
    FairShare::Claim claim;
    claim.flow = asking;
    claim.priority = flow.config.priority;
    claim.iuc = iuc_of(channel, flow);
    claim.weight = weight_of(flow.config, channel.geometry);
    claim.wanted_bytes = usable_bytes(flow, flow.asked, 1);
    if (flow.mixes_kinds && !flow.is_backlogged) {
      take_share(claim, share_here(channel, flow, claim.wanted_bytes, kPatienceMaps));
    }
    if (flow.config.min_reserved_rate_bps > 0) {
      flow.reserved.fill(now);
      flow.reserved.cap();
      claim.reserved_bytes =
          static_cast<std::uint64_t>(std::max<std::int64_t>(0, flow.reserved.bytes()));
      claim.reserved_rate_bps = flow.config.min_reserved_rate_bps;
    }
    if (claim.wanted_bytes > 0) {
      wanted += channel.geometry.minislots_for(claim.wanted_bytes + docsis::kSegmentHeaderBytes,
                                               claim.iuc);
    }
    claims_.push_back(claim);
  }
  if (wanted <= free_minislots || config_.scheduler.sharing == Sharing::kOldestFirst) {
    serve_in_order(channel, free_minislots);
  } else {
    leave_room(index);
    const auto first_of_set =
        static_cast<unsigned>(__builtin_ctzll(flows_[claims_.front().flow].channel_mask));
    // Each claim may need an element for its grant and one for a pending grant.
    share_.divide(claims_, channel.geometry, free_minislots, elements_left_ / 2, first_of_set);
    take_elements();
  }
  share_.end_map(claims_, channel.geometry);
}

// Leaves room for worse-served flows: bytes that other channels carry soon enough.
void MapScheduler::leave_room(unsigned index) {
  const Channel& channel = channels_[index];
  for (FairShare::Claim& claim : claims_) {
    Flow& flow = flows_[claim.flow];
    if (!bottlenecks_.is_contested(index, flow.channel_mask)) continue;
    if (!flow.mixes_kinds && !flow.is_backlogged) {
      take_share(claim, share_here(channel, flow, claim.wanted_bytes, kPatienceMaps));
    }
    flow.leaves_room = claim.further_bytes > 0;
    claim.reserved_bytes = share_here(channel, flow, claim.reserved_bytes, 1);
  }
}

void MapScheduler::serve_in_order(const Channel& channel, std::uint32_t free_minislots) {
  for (FairShare::Claim& claim : claims_) {
    Flow& flow = flows_[claim.flow];
    if (claim.wanted_bytes > 0) {
      const std::uint32_t minislots = std::min(
          free_minislots, channel.geometry.minislots_for(
                              claim.wanted_bytes + docsis::kSegmentHeaderBytes, claim.iuc));
      const std::uint64_t bytes = payload(channel, flow, minislots);
      const bool rests = bytes < flow.asked;
      const std::uint32_t elements = rests ? 2 : 1;  // one for the pending rest
      if (bytes > 0 && elements_left_ >= elements) {
        elements_left_ -= elements;
        free_minislots -= minislots;
        flow.pending = rests;
        claim.minislots = minislots;
        claim.charged_bytes = std::min(claim.reserved_bytes, bytes);
      }
    }
  }
}

void MapScheduler::take_elements() {
  for (const FairShare::Claim& claim : claims_) {
    elements_left_ -= claim.minislots > 0 ? 1 : 0;
  }
}

// Draws once per MAP, with or without grants. In free minislots.
std::uint32_t MapScheduler::grants_offset(Channel& channel, std::uint32_t total) {
  const std::uint32_t latest = layout_.free() - total;
  const auto drawn = static_cast<std::uint32_t>(channel.random.below(latest + 1));
  if (!config_.grant_offset_ps) return drawn;
  const Minislot fixed = channel.geometry.at_or_after(*config_.grant_offset_ps);
  return std::min(layout_.free_before(static_cast<std::uint32_t>(fixed)), latest);
}

// Places grants one behind the other through the gaps. A grant that does not fit into one gap
// continues in the next, with another segment header.
void MapScheduler::place_grants(Channel& channel) {
  std::uint32_t total = 0;
  for (const FairShare::Claim& claim : claims_) {
    total += claim.minislots;
  }
  const std::vector<Stretch>& gaps = layout_.gaps(grants_offset(channel, total));
  auto gap = gaps.begin();
  std::uint32_t taken = 0;  // in this gap
  for (const FairShare::Claim& claim : claims_) {
    Flow& flow = flows_[claim.flow];
    const std::uint64_t target = claim.minislots > 0 ? payload(channel, flow, claim.minislots) : 0;
    // Rounding of a fully reserved grant is reserved, too.
    std::uint64_t charged = claim.charged_bytes < target ? claim.charged_bytes : UINT64_MAX;
    while (flow.served < target && gap != gaps.end()) {
      const std::uint32_t wanted = channel.geometry.minislots_for(
          target - flow.served + docsis::kSegmentHeaderBytes, claim.iuc);
      const std::uint32_t minislots = std::min(wanted, gap->length - taken);
      const std::uint64_t bytes = payload(channel, flow, minislots);
      if (bytes > 0) {
        const std::uint64_t reserved = std::min(charged, bytes);
        items_.push_back(
            {gap->first + taken, minislots, Reservation::Kind::kGrant, claim.flow, reserved});
        flow.reserved.debit(static_cast<std::int64_t>(reserved));
        flow.served += bytes;
        charged -= reserved;
        taken += minislots;
      }
      if (minislots < wanted) {
        ++gap;
        taken = 0;
      }
    }
    flow.tokens.granted(flow.served);
  }
}

// Adds a grant pending for each flow with a rest. If elements are too few, priority decides first.
// Within a priority, flows without a grant come first, because they cannot ask again in it; then
// the oldest request. The other requests are forgotten: their modems learn it from the ACK time and
// ask again. A later ACK time for them would delay all modems. Returns true if there was room for
// all.
bool MapScheduler::hold_the_rest(unsigned channel) {
  unheld_.clear();
  for (const UpstreamFlow index : order_) {
    Flow& flow = flows_[index];
    const bool rests = flow.served < flow.asked && !is_held_elsewhere(channel, flow);
    if (rests && !flow.pending) unheld_.push_back(index);
    flow.pending = rests;
  }
  if (unheld_.size() <= elements_left_) return true;
  std::stable_sort(unheld_.begin(), unheld_.end(), [this](UpstreamFlow a, UpstreamFlow b) {
    const Flow& one = flows_[a];
    const Flow& other = flows_[b];
    return one.config.priority != other.config.priority
               ? one.config.priority > other.config.priority
               : one.served == 0 && other.served > 0;
  });
  for (std::size_t i = elements_left_; i < unheld_.size(); ++i) {
    flows_[unheld_[i]].pending = false;
    flows_[unheld_[i]].forgotten = true;
  }
  return false;
}

void MapScheduler::compose(unsigned index) {
  Channel& channel = channels_[index];
  const docsis::ChannelGeometry& geometry = channel.geometry;
  const docsis::ChannelParameters& parameters = geometry.parameters();
  map_.version = static_cast<std::uint8_t>(parameters.map_version());
  map_.channel_id = parameters.channel_id;
  map_.ucd_count = parameters.ucd_count;
  map_.data_backoff_start = backoff_start(channel);
  map_.data_backoff_end = static_cast<std::uint8_t>(config_.scheduler.backoff_end);
  map_.allocation_start = geometry.to_wire(channel.next_start);
  Minislot acknowledged = channel.reservations.heard_before(channel.next_start);
  if (answered_before_ != kNever) {
    acknowledged = std::min(acknowledged, geometry.at(answered_before_));
  }
  map_.ack_time = geometry.to_wire(acknowledged);
  channel.acknowledged = geometry.start(acknowledged);
  acknowledged_until_ = channel.acknowledged + geometry.frame_ps();

  map_.elements.clear();
  place_region(channel);
  std::sort(items_.begin(), items_.end(),
            [](const Item& a, const Item& b) { return a.offset < b.offset; });
  std::uint32_t end = channel.region;
  for (const Item& item : items_) {
    if (item.offset > end) {
      add_element(docsis::kSidNone, parameters.data_iuc, end);
    }
    place_item(channel, item);
    end = item.offset + item.minislots;
  }
  if (end < channel.interval) {
    add_element(docsis::kSidNone, parameters.data_iuc, end);
  }
  add_element(docsis::kSidNone, docsis::kIucNull, channel.interval);
  for (const UpstreamFlow flow : order_) {
    if (!flows_[flow].pending) continue;
    add_element(flows_[flow].config.sid, iuc_of(channel, flows_[flow]), channel.interval);
    ++channel.counters.pendings;
    flows_[flow].pended_on = index;
    flows_[flow].pended_map = channel.counters.maps + 1;
  }
}

// If the load sizes the region, the window is not wider than the region. In a narrower window new
// requests meet in the region's first opportunities, in a wider one they wait for the next region.
std::uint8_t MapScheduler::backoff_start(const Channel& channel) const {
  unsigned exponent = config_.scheduler.backoff_start;
  if (config_.scheduler.most_request_opportunities() > config_.scheduler.request_opportunities) {
    const std::uint32_t count = channel.region / channel.geometry.parameters().request_minislots;
    while (exponent < config_.scheduler.backoff_end && 2U << exponent <= count) {
      ++exponent;
    }
  }
  return static_cast<std::uint8_t>(exponent);
}

void MapScheduler::place_region(Channel& channel) {
  if (channel.region == 0) return;
  add_element(docsis::kSidAllModems, docsis::kIucRequest, 0);
  Reservation opportunities;
  opportunities.first = channel.next_start;
  opportunities.minislots = channel.geometry.parameters().request_minislots;
  opportunities.count = channel.region / opportunities.minislots;
  channel.reservations.add(opportunities);
  channel.counters.opportunities += opportunities.count;
}

void MapScheduler::place_item(Channel& channel, const Item& item) {
  Flow& flow = flows_[item.flow];
  const bool poll = item.kind == Reservation::Kind::kPoll;
  const std::uint8_t iuc = poll ? std::uint8_t{docsis::kIucRequest} : iuc_of(channel, flow);
  add_element(flow.config.sid, iuc, item.offset);
  Reservation reservation;
  reservation.kind = item.kind;
  reservation.flow = item.flow;
  reservation.first = channel.next_start + item.offset;
  reservation.minislots = item.minislots;
  if (poll) {
    ++channel.counters.polls;
    ++flow.counters.polls;
  } else {
    const std::uint64_t bytes = channel.geometry.bytes_in(item.minislots, iuc);
    const bool unsolicited = item.kind == Reservation::Kind::kUnsolicited;
    const bool proactive = item.kind == Reservation::Kind::kProactive;
    reservation.payload_bytes = payload(channel, flow, item.minislots);
    reservation.reserved_bytes = item.reserved_bytes;
    reservation.is_extra = item.is_extra;
    ++channel.counters.grants;
    channel.counters.granted_bytes += bytes;
    ++flow.counters.grants;
    flow.counters.granted_bytes += bytes;
    flow.counters.unsolicited_grants += unsolicited ? 1 : 0;
    flow.counters.unsolicited_bytes += unsolicited ? bytes : 0;
    flow.counters.proactive_grants += proactive ? 1 : 0;
    flow.counters.proactive_bytes += proactive ? bytes : 0;
  }
  channel.reservations.add(reservation);
}

void MapScheduler::add_element(std::uint16_t sid, std::uint8_t iuc, std::uint32_t offset) {
  map_.elements.push_back({sid, iuc, static_cast<std::uint16_t>(offset), 0});
}

// MAC-frame bytes of a grant.
std::uint64_t MapScheduler::payload(const Channel& channel, const Flow& flow,
                                    std::uint32_t minislots) {
  const std::uint64_t bytes = channel.geometry.bytes_in(minislots, iuc_of(channel, flow));
  return bytes > docsis::kSegmentHeaderBytes ? bytes - docsis::kSegmentHeaderBytes : 0;
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
    if (bytes > 0) flow.forgotten_since = kNever;
    if (flow.forgotten) {
      flow.waiting_bytes -= request.bytes;
      flow.counters.forgotten_bytes += request.bytes;
      flow.forgotten_since = std::min(flow.forgotten_since, request.sent);
    } else if (request.bytes > 0) {
      *kept++ = request;
    }
  }
  requests_.erase(kept, requests_.end());
  for (const UpstreamFlow index : order_) {
    flows_[index].asked = 0;
    flows_[index].served = 0;
    flows_[index].pending = false;
    flows_[index].forgotten = false;
    flows_[index].leaves_room = false;
  }
}

}  // namespace docsis_vp::cmts
