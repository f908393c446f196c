#include "models/cmts/map_composer.h"

#include <algorithm>
#include <utility>

#include "models/docsis/segment_header.h"

namespace docsis_vp::cmts {

using docsis::Minislot;

MapComposer::MapComposer(const CmtsConfig& config, const std::vector<UpstreamChannel>& channels,
                         const UpstreamDemand& demand, UpstreamCounters& counters)
    : config_(config),
      channels_(channels),
      demand_(demand),
      counters_(counters),
      pendings_(config.flows.size()),
      acknowledged_(channels.size()) {}

void MapComposer::place_grants(MapDraft& draft, std::uint32_t offset,
                               const std::vector<FairShare::Claim>& claims,
                               std::vector<FlowDemand>& demands) const {
  const UpstreamChannel& channel = channels_[draft.channel];
  const std::vector<Stretch>& gaps = draft.layout.gaps(offset);
  auto gap = gaps.begin();
  std::uint32_t taken = 0;  // in this gap
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const FairShare::Claim& claim = claims[i];
    FlowDemand& demand = demands[i];
    const std::uint64_t target =
        claim.minislots > 0 ? channel.payload_bytes(claim.minislots, claim.iuc) : 0;
    // Rounding of a fully reserved grant is reserved, too.
    std::uint64_t charged = claim.charged_bytes < target ? claim.charged_bytes : UINT64_MAX;
    while (demand.granted_bytes < target && gap != gaps.end()) {
      const std::uint32_t wanted = channel.geometry.minislots_for(
          target - demand.granted_bytes + docsis::kSegmentHeaderBytes, claim.iuc);
      const std::uint32_t minislots = std::min(wanted, gap->length - taken);
      const std::uint64_t bytes = channel.payload_bytes(minislots, claim.iuc);
      if (bytes > 0) {
        const std::uint64_t reserved = std::min(charged, bytes);
        draft.items.push_back(
            {gap->first + taken, minislots, Reservation::Kind::kGrant, claim.flow, reserved});
        demand.granted_bytes += bytes;
        demand.reserved_bytes += reserved;
        charged -= reserved;
        taken += minislots;
      }
      if (minislots < wanted) {
        ++gap;
        taken = 0;
      }
    }
  }
}

// A request that another channel answers needs no pending here if that channel's last MAP has one,
// or has not acknowledged it yet. A pending in each MAP would forever keep the modem from repeating
// a lost request.
bool MapComposer::is_held_elsewhere(unsigned channel, const FlowDemand& demand) const {
  if (!demand.leaves_room) return false;
  const LastPending& last = pendings_[demand.flow];
  for (unsigned other = 0; other < channels_.size(); ++other) {
    if (other == channel || !demand_.is_on(demand.flow, other)) continue;
    const bool is_pending = last.channel == other && last.map == counters_.channels[other].maps;
    if (is_pending || demand.earliest_made >= acknowledged_[other]) return true;
  }
  return false;
}

bool MapComposer::hold_rests(const MapDraft& draft, std::vector<FlowDemand>& demands) {
  unheld_.clear();
  for (FlowDemand& demand : demands) {
    const bool rests =
        demand.granted_bytes < demand.bytes && !is_held_elsewhere(draft.channel, demand);
    if (rests && !demand.is_pending) unheld_.push_back(&demand);
    demand.is_pending = rests;
  }
  if (unheld_.size() <= draft.elements_left) return true;
  std::stable_sort(
      unheld_.begin(), unheld_.end(), [this](const FlowDemand* one, const FlowDemand* other) {
        const unsigned priority = config_.flows[one->flow].priority;
        const unsigned other_priority = config_.flows[other->flow].priority;
        return priority != other_priority ? priority > other_priority
                                          : one->granted_bytes == 0 && other->granted_bytes > 0;
      });
  for (std::size_t i = draft.elements_left; i < unheld_.size(); ++i) {
    unheld_[i]->is_pending = false;
    unheld_[i]->is_forgotten = true;
  }
  return false;
}

docsis::ManagementOctets MapComposer::compose(MapDraft& draft,
                                              const std::vector<FlowDemand>& demands,
                                              TimePs answered_before, Reservations& reservations) {
  const UpstreamChannel& channel = channels_[draft.channel];
  const docsis::ChannelParameters& parameters = channel.geometry.parameters();
  map_.version = static_cast<std::uint8_t>(parameters.map_version());
  map_.channel_id = parameters.channel_id;
  map_.ucd_count = parameters.ucd_count;
  map_.data_backoff_start = backoff_start(draft);
  map_.data_backoff_end = static_cast<std::uint8_t>(config_.scheduler.backoff_end);
  map_.allocation_start = channel.geometry.to_wire(channel.next_start);
  set_ack_time(draft.channel, answered_before, reservations);
  map_.elements.clear();
  place_region(draft, reservations);
  add_elements(draft, reservations);
  for (const FlowDemand& demand : demands) {
    if (demand.is_pending) add_pending(draft.channel, demand.flow);
  }
  return framed();
}

void MapComposer::set_ack_time(unsigned index, TimePs answered_before,
                               const Reservations& reservations) {
  const UpstreamChannel& channel = channels_[index];
  Minislot acknowledged = reservations.heard_before(channel.next_start);
  if (answered_before != kNever) {
    acknowledged = std::min(acknowledged, channel.geometry.at(answered_before));
  }
  map_.ack_time = channel.geometry.to_wire(acknowledged);
  acknowledged_[index] = channel.geometry.start(acknowledged);
  acknowledged_until_ = acknowledged_[index] + channel.geometry.frame_ps();
}

void MapComposer::add_elements(MapDraft& draft, Reservations& reservations) {
  const UpstreamChannel& channel = channels_[draft.channel];
  const std::uint8_t idle_iuc = channel.geometry.parameters().data_iuc;
  const auto is_earlier = [](const MapItem& a, const MapItem& b) { return a.offset < b.offset; };
  if (!std::is_sorted(draft.items.begin(), draft.items.end(), is_earlier)) {
    std::sort(draft.items.begin(), draft.items.end(), is_earlier);
  }
  std::uint32_t end = draft.region;
  for (const MapItem& item : draft.items) {
    if (item.offset > end) {
      add_element(docsis::kSidNone, idle_iuc, end);
    }
    place_item(draft.channel, item, reservations);
    end = item.offset + item.minislots;
  }
  if (end < channel.interval) {
    add_element(docsis::kSidNone, idle_iuc, end);
  }
  add_element(docsis::kSidNone, docsis::kIucNull, channel.interval);
}

void MapComposer::add_pending(unsigned index, UpstreamFlow asking) {
  const UpstreamChannel& channel = channels_[index];
  const UpstreamFlowConfig& flow = config_.flows[asking];
  UpstreamChannelCounters& counters = counters_.channels[index];
  add_element(flow.sid, channel.iuc_of(flow), channel.interval);
  ++counters.pendings;
  pendings_[asking] = {index, counters.maps + 1};
}

// If the load sizes the region, the window is not wider than the region. In a narrower window new
// requests meet in the region's first opportunities, in a wider one they wait for the next region.
std::uint8_t MapComposer::backoff_start(const MapDraft& draft) const {
  const docsis::ChannelGeometry& geometry = channels_[draft.channel].geometry;
  unsigned exponent = config_.scheduler.backoff_start;
  if (config_.scheduler.most_request_opportunities() > config_.scheduler.request_opportunities) {
    const std::uint32_t count = draft.region / geometry.parameters().request_minislots;
    while (exponent < config_.scheduler.backoff_end && 2U << exponent <= count) {
      ++exponent;
    }
  }
  return static_cast<std::uint8_t>(exponent);
}

void MapComposer::place_region(const MapDraft& draft, Reservations& reservations) {
  if (draft.region == 0) return;
  const UpstreamChannel& channel = channels_[draft.channel];
  add_element(docsis::kSidAllModems, docsis::kIucRequest, 0);
  Reservation opportunities;
  opportunities.first = channel.next_start;
  opportunities.minislots = channel.geometry.parameters().request_minislots;
  opportunities.count = draft.region / opportunities.minislots;
  reservations.add(opportunities);
  counters_.channels[draft.channel].opportunities += opportunities.count;
}

void MapComposer::place_item(unsigned index, const MapItem& item, Reservations& reservations) {
  const UpstreamChannel& channel = channels_[index];
  const UpstreamFlowConfig& flow = config_.flows[item.flow];
  const bool poll = item.kind == Reservation::Kind::kPoll;
  const std::uint8_t iuc = poll ? std::uint8_t{docsis::kIucRequest} : channel.iuc_of(flow);
  add_element(flow.sid, iuc, item.offset);
  Reservation reservation;
  reservation.kind = item.kind;
  reservation.flow = item.flow;
  reservation.first = channel.next_start + item.offset;
  reservation.minislots = item.minislots;
  if (poll) {
    ++counters_.channels[index].polls;
    ++counters_.flows[item.flow].polls;
  } else {
    reservation.payload_bytes = channel.payload_bytes(item.minislots, iuc);
    reservation.reserved_bytes = item.reserved_bytes;
    reservation.is_extra = item.is_extra;
    count_grant(index, item, channel.geometry.bytes_in(item.minislots, iuc));
  }
  reservations.add(reservation);
}

void MapComposer::count_grant(unsigned channel, const MapItem& item, std::uint64_t bytes) {
  const bool unsolicited = item.kind == Reservation::Kind::kUnsolicited;
  const bool proactive = item.kind == Reservation::Kind::kProactive;
  UpstreamFlowCounters& flow = counters_.flows[item.flow];
  ++counters_.channels[channel].grants;
  counters_.channels[channel].granted_bytes += bytes;
  ++flow.grants;
  flow.granted_bytes += bytes;
  flow.unsolicited_grants += unsolicited ? 1 : 0;
  flow.unsolicited_bytes += unsolicited ? bytes : 0;
  flow.proactive_grants += proactive ? 1 : 0;
  flow.proactive_bytes += proactive ? bytes : 0;
}

void MapComposer::add_element(std::uint16_t sid, std::uint8_t iuc, std::uint32_t offset) {
  map_.elements.push_back({sid, iuc, static_cast<std::uint16_t>(offset), 0});
}

// Returns the oldest frame that is no longer in use, or a new one.
docsis::ManagementOctets MapComposer::framed() {
  if (frames_.empty() || frames_.front().use_count() > 1) {
    frames_.push_front(std::make_shared<docsis::ManagementFrame>());
  }
  frames_.push_back(std::move(frames_.front()));
  frames_.pop_front();
  frames_.back()->exchange(map_, acknowledged_until_);
  return frames_.back();
}

}  // namespace docsis_vp::cmts
