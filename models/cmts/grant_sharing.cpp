#include "models/cmts/grant_sharing.h"

#include <algorithm>
#include <optional>

#include "models/cmts/upstream_aggregates.h"
#include "models/docsis/segment_header.h"

namespace docsis_vp::cmts {
namespace {

// A flow without a rate limit counts with the channel's rate.
std::uint64_t weight_of(const UpstreamFlowConfig& flow, const docsis::ChannelGeometry& channel) {
  if (flow.weight > 0) return flow.weight;
  return flow.max_sustained_rate_bps > 0 ? flow.max_sustained_rate_bps : channel.rate_bps();
}

// After so many MAPs the demand for other channels may use any channel [engineering choice].
constexpr unsigned kDeferralMaps = 2;

void take_share(FairShare::Claim& claim, std::uint64_t bytes) {
  claim.further_bytes = claim.wanted_bytes - bytes;
  claim.wanted_bytes = bytes;
}

}  // namespace

GrantSharing::GrantSharing(const CmtsConfig& config, const std::vector<UpstreamChannel>& channels,
                           UpstreamDemand& demand, UpstreamAggregates& aggregates)
    : config_(config),
      channels_(channels),
      demand_(demand),
      aggregates_(aggregates),
      share_(config.flows.size()),
      is_backlogged_(config.flows.size()) {
  share_.set_overlapping(demand.some_overlap());
  forget_bottlenecks();
}

void GrantSharing::begin_waiting(UpstreamFlow flow) {
  if (aggregates_.empty()) {
    share_.begin_waiting(flow);
    return;
  }
  const UpstreamFlow shared = share_of(flow);
  const std::optional<UpstreamFlow> partner = aggregates_.partner(flow);
  const bool joins_it =
      partner && demand_.waiting_bytes(*partner) > 0 && share_of(*partner) == shared;
  if (!joins_it) {
    share_.begin_waiting(shared);
  }
}

// Returns the flow that shares channels in place of this one. Flows that share only some of their
// channels do so one by one.
UpstreamFlow GrantSharing::share_of(UpstreamFlow flow) const {
  return share_.is_overlapping() ? flow : aggregates_.share_of(flow);
}

void GrantSharing::move(UpstreamFlow flow) {
  share_.move(flow);
  // Its partner may now share channels as a flow of its own.
  if (const auto partner = aggregates_.partner(flow)) share_.move(*partner);
  share_.set_overlapping(demand_.some_overlap());
  forget_bottlenecks();
}

void GrantSharing::forget_bottlenecks() {
  for (const UpstreamFlow flow : backlogged_) {
    is_backlogged_[flow] = false;
  }
  backlogged_.clear();
  bottlenecks_.begin(channels_.size());
  bound_bytes_.assign(channels_.size(), 0);
}

// For overlapping flows: finds those that have waited longer than another channel needs to answer.
void GrantSharing::find_bottlenecks(const UpstreamChannel& channel, TimePs now) {
  forget_bottlenecks();
  for (const UpstreamRequest& request : demand_.requests()) {
    const std::uint64_t mask = demand_.channel_mask(request.flow);
    if ((mask & (mask - 1)) == 0) {
      bound_bytes_[static_cast<std::size_t>(__builtin_ctzll(mask))] += request.bytes;
    }
    const bool is_old = now - request.heard > kDeferralMaps * config_.timing.map_interval_ps;
    if (!is_old || is_backlogged_[request.flow]) continue;
    is_backlogged_[request.flow] = true;
    backlogged_.push_back(request.flow);
    const std::uint64_t bytes =
        demand_.usable_bytes(request.flow, demand_.waiting_bytes(request.flow), kDeferralMaps, now);
    if (bytes > 0) {
      const UpstreamFlowConfig& flow = config_.flows[request.flow];
      bottlenecks_.add(mask, {flow.priority, weight_of(flow, channel.geometry),
                              share_.recent_octets(request.flow), bytes});
    }
  }
}

// Returns the part of a flow's bytes for this channel. Each of its channels continues where its
// next MAP begins, behind its fixed load.
std::uint64_t GrantSharing::share_here(unsigned channel, const FlowDemand& demand,
                                       std::uint64_t bytes, unsigned most_maps) {
  constexpr std::uint64_t kLeastBytes = 1522;  // a packet is not worth two segments
  if (bytes == 0) return 0;
  const UpstreamFlowConfig& flow = config_.flows[demand.flow];
  const std::uint64_t mask = demand_.channel_mask(demand.flow);
  std::size_t own = 0;
  bool goes_first = false;
  answering_.clear();
  for (unsigned index = 0; index < channels_.size(); ++index) {
    if ((mask >> index & 1) == 0) continue;
    const UpstreamChannel& other = channels_[index];
    if (index == channel) {
      own = answering_.size();
      goes_first =
          bottlenecks_.is_contested(index, mask) && flow.priority > bottlenecks_.priority(index);
    }
    AnsweringChannel answering;
    answering.begin = other.can_answer(demand.oldest_sent) ? other.start_time() : other.end_time();
    answering.rate_bps = other.geometry.rate_bps(other.iuc_of(flow));
    answering.taken_bytes = taken_bytes(index, demand.flow, most_maps);
    answering_.push_back(answering);
  }
  const std::uint64_t share = share_that_ends_first(answering_, own, bytes, kLeastBytes);
  // With a higher priority, it takes no turns once other channels cannot carry all of it at once.
  return share > 0 && goes_first ? bytes : share;
}

// Returns the bytes that wait for this channel only. On a contested channel these are the usable
// bytes of the worse-served flows. The limit is temporary: bytes that other channels cannot carry
// within so many MAPs come here.
std::uint64_t GrantSharing::taken_bytes(unsigned index, UpstreamFlow asking,
                                        unsigned most_maps) const {
  const UpstreamChannel& channel = channels_[index];
  const UpstreamFlowConfig& flow = config_.flows[asking];
  std::uint64_t bytes = bound_bytes_[index];
  if (bottlenecks_.is_contested(index, demand_.channel_mask(asking))) {
    bytes = bottlenecks_.bytes(index);
    most_maps = flow.priority > bottlenecks_.priority(index) ? 1 : most_maps;
  }
  return std::min(bytes,
                  most_maps * channel.geometry.bytes_in(channel.interval, channel.iuc_of(flow)));
}

FairShare::Claim GrantSharing::claim_of(unsigned index, const FlowDemand& demand, TimePs now) {
  const UpstreamChannel& channel = channels_[index];
  const UpstreamFlowConfig& flow = config_.flows[demand.flow];
  FairShare::Claim claim;
  claim.flow = demand.flow;
  claim.priority = flow.priority;
  claim.iuc = channel.iuc_of(flow);
  claim.weight = weight_of(flow, channel.geometry);
  claim.wanted_bytes = demand_.usable_bytes(demand.flow, demand.bytes, 1, now);
  if (demand_.mixes_kinds(demand.flow) && !is_backlogged_[demand.flow]) {
    take_share(claim, share_here(index, demand, claim.wanted_bytes, kDeferralMaps));
  }
  if (flow.min_reserved_rate_bps > 0) {
    claim.reserved_bytes = demand_.rates(demand.flow).reserved_bytes(now);
    claim.reserved_rate_bps = flow.min_reserved_rate_bps;
  }
  return claim;
}

const std::vector<FairShare::Claim>& GrantSharing::divide(unsigned index,
                                                          std::vector<FlowDemand>& demands,
                                                          std::uint32_t free_minislots,
                                                          std::uint32_t& elements, TimePs now) {
  share_.begin_map(now);
  claims_.clear();
  if (demands.empty()) return claims_;
  const UpstreamChannel& channel = channels_[index];
  if (share_.is_overlapping()) {
    find_bottlenecks(channel, now);
  }
  std::uint64_t wanted = 0;
  for (const FlowDemand& demand : demands) {
    claims_.push_back(claim_of(index, demand, now));
  }
  if (!aggregates_.empty()) aggregates_.limit(claims_, now);
  for (const FairShare::Claim& claim : claims_) {
    if (claim.wanted_bytes > 0) {
      wanted += channel.geometry.minislots_for(claim.wanted_bytes + docsis::kSegmentHeaderBytes,
                                               claim.iuc);
    }
  }
  if (wanted <= free_minislots) {
    serve_in_order(channel, demands, free_minislots, elements);
  } else if (config_.scheduler.sharing == Sharing::kOldestFirst) {
    serve_in_order(channel, demands, free_minislots, elements);
    split_aggregates(index, elements);
  } else {
    leave_room(index, demands);
    const bool is_pooled = !aggregates_.empty() && !share_.is_overlapping();
    std::vector<FairShare::Claim>& claims =
        is_pooled ? aggregates_.pool(claims_, channel.geometry) : claims_;
    const auto first_of_set =
        static_cast<unsigned>(__builtin_ctzll(demand_.channel_mask(claims_.front().flow)));
    // Each claim may need an element for its grant and one for a pending grant, a common claim
    // twice as many.
    const auto common = static_cast<std::uint32_t>(claims_.size() - claims.size());
    const std::uint32_t most = elements / 2;
    share_.divide(claims, channel.geometry, free_minislots,
                  most > common ? most - common : std::min(most, 1U), first_of_set);
    if (is_pooled) aggregates_.unpool(claims_, channel.geometry);
    for (const FairShare::Claim& claim : claims_) {
      elements -= claim.minislots > 0 ? 1 : 0;
    }
    if (!is_pooled) split_aggregates(index, elements);
  }
  share_.end_map(claims_, channel.geometry);
  return claims_;
}

// The flows of an aggregate that were served one by one share by weight what both got.
void GrantSharing::split_aggregates(unsigned channel, std::uint32_t& elements) {
  if (aggregates_.empty()) return;
  aggregates_.split(claims_, channels_[channel].geometry, elements);
}

// Leaves room for worse-served flows: bytes that other channels carry soon enough.
void GrantSharing::leave_room(unsigned channel, std::vector<FlowDemand>& demands) {
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    FairShare::Claim& claim = claims_[i];
    FlowDemand& demand = demands[i];
    if (!bottlenecks_.is_contested(channel, demand_.channel_mask(claim.flow))) continue;
    if (!demand_.mixes_kinds(claim.flow) && !is_backlogged_[claim.flow]) {
      take_share(claim, share_here(channel, demand, claim.wanted_bytes, kDeferralMaps));
    }
    demand.leaves_room = claim.further_bytes > 0;
    claim.reserved_bytes = share_here(channel, demand, claim.reserved_bytes, 1);
  }
}

void GrantSharing::serve_in_order(const UpstreamChannel& channel, std::vector<FlowDemand>& demands,
                                  std::uint32_t free_minislots, std::uint32_t& elements) {
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    FairShare::Claim& claim = claims_[i];
    if (claim.wanted_bytes == 0) continue;
    const std::uint32_t minislots =
        std::min(free_minislots, channel.geometry.minislots_for(
                                     claim.wanted_bytes + docsis::kSegmentHeaderBytes, claim.iuc));
    const std::uint64_t bytes = channel.payload_bytes(minislots, claim.iuc);
    const bool rests = bytes < demands[i].bytes;
    const std::uint32_t needed = rests ? 2 : 1;  // one for the pending rest
    if (bytes == 0 || elements < needed) continue;
    elements -= needed;
    free_minislots -= minislots;
    demands[i].is_pending = rests;
    claim.minislots = minislots;
    claim.charged_bytes = std::min(claim.reserved_bytes, bytes);
  }
}

}  // namespace docsis_vp::cmts
