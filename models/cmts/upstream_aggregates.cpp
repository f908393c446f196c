#include "models/cmts/upstream_aggregates.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/cmts/config.h"
#include "models/docsis/segment_header.h"
#include "platform/base/errors.h"

namespace docsis_vp::cmts {
namespace {

constexpr unsigned kWeightParts = 256;

void require_aggregate(bool holds, const std::string& what) {
  if (!holds) throw InputError("cmts: " + what);
}

// As that of a single flow: see CmtsConfig::token_rate_percent.
TokenCheckConfig aggregate_tokens(const UpstreamAggregateConfig& aggregate,
                                  const CmtsConfig& cmts) {
  TokenCheckConfig tokens;
  tokens.sustained_bps = aggregate.max_sustained_rate_bps;
  tokens.peak_bps = aggregate.peak_rate_bps;
  tokens.burst_bytes = aggregate.max_burst_bytes;
  tokens.rate_percent = cmts.token_rate_percent;
  tokens.slack_ps = cmts.token_slack_intervals * cmts.timing.map_interval_ps;
  return tokens;
}

std::uint64_t pair_payload(const docsis::ChannelGeometry& channel, std::uint64_t minislots,
                           std::uint8_t iuc) {
  const std::uint64_t bytes = channel.bytes_in(minislots, iuc);
  return bytes > docsis::kSegmentHeaderBytes ? bytes - docsis::kSegmentHeaderBytes : 0;
}

std::uint32_t wanted_minislots(const docsis::ChannelGeometry& channel,
                               const FairShare::Claim& claim) {
  if (claim.wanted_bytes == 0) return 0;
  return channel.minislots_for(claim.wanted_bytes + docsis::kSegmentHeaderBytes, claim.iuc);
}

// Bytes that another channel may carry are given up first.
void reduce(FairShare::Claim* claim, std::uint64_t bytes) {
  if (claim == nullptr) return;
  claim->wanted_bytes = std::min(claim->wanted_bytes, bytes);
  claim->further_bytes = std::min(claim->further_bytes, bytes - claim->wanted_bytes);
}

// One claim in place of two. It wants the minislots of both, each with a segment header.
FairShare::Claim common_claim(const FairShare::Claim& classic, const FairShare::Claim& low_latency,
                              const docsis::ChannelGeometry& channel) {
  FairShare::Claim one = classic;
  const std::uint32_t minislots =
      wanted_minislots(channel, classic) + wanted_minislots(channel, low_latency);
  one.wanted_bytes = pair_payload(channel, minislots, one.iuc);
  one.priority = std::max(classic.priority, low_latency.priority);
  one.weight = std::max(classic.weight, low_latency.weight);
  one.reserved_bytes = classic.reserved_bytes + low_latency.reserved_bytes;
  // A flow without a reservation has the least rate, 1.
  one.reserved_rate_bps = classic.reserved_rate_bps + low_latency.reserved_rate_bps - 1;
  return one;
}

}  // namespace

AggregateGrants split_by_weight(std::uint64_t total, const AggregateGrants& wanted,
                                std::uint64_t proactive, unsigned weight) {
  const std::uint64_t granted = std::min(total, wanted.classic + wanted.low_latency);
  const std::uint64_t weighted = (granted + proactive) * weight / kWeightParts;
  const std::uint64_t low_latency = weighted > proactive ? weighted - proactive : 0;
  if (wanted.low_latency <= low_latency) {
    return {granted - wanted.low_latency, wanted.low_latency};
  }
  if (wanted.classic <= granted - low_latency) {
    return {wanted.classic, granted - wanted.classic};
  }
  return {granted - low_latency, low_latency};
}

UpstreamAggregates::UpstreamAggregates(const CmtsConfig& config) {
  if (config.aggregates.empty()) return;
  of_flow_.assign(config.flows.size(), kNone);
  for (const UpstreamAggregateConfig& aggregate : config.aggregates) {
    require_aggregate(aggregate.classic || aggregate.low_latency,
                      "an aggregate has one flow or two");
    require_aggregate(aggregate.weight >= 1 && aggregate.weight < kWeightParts,
                      "an aggregate's weight must be 1 to 255");
    Aggregate& added =
        aggregates_.emplace_back(Aggregate{TokenCheck(aggregate_tokens(aggregate, config)),
                                           aggregate.weight,
                                           {aggregate.classic, aggregate.low_latency}});
    for (const std::optional<UpstreamFlow>& flow : added.flows) {
      if (!flow) continue;
      require_aggregate(*flow < of_flow_.size() && of_flow_[*flow] == kNone,
                        "an aggregate names flows that exist and belong to no other");
      of_flow_[*flow] = static_cast<std::int32_t>(aggregates_.size() - 1);
    }
  }
}

UpstreamAggregates::Aggregate* UpstreamAggregates::aggregate_of(UpstreamFlow flow) {
  if (of_flow_.empty() || of_flow_[flow] == kNone) return nullptr;
  return &aggregates_[static_cast<std::size_t>(of_flow_[flow])];
}

const UpstreamAggregates::Aggregate* UpstreamAggregates::aggregate_of(UpstreamFlow flow) const {
  if (of_flow_.empty() || of_flow_[flow] == kNone) return nullptr;
  return &aggregates_[static_cast<std::size_t>(of_flow_[flow])];
}

std::optional<UpstreamFlow> UpstreamAggregates::partner(UpstreamFlow flow) const {
  const Aggregate* const aggregate = aggregate_of(flow);
  if (aggregate == nullptr) return std::nullopt;
  return aggregate->flows[aggregate->flows[kClassic] == flow ? kLowLatency : kClassic];
}

void UpstreamAggregates::set_channels(UpstreamFlow flow, std::uint64_t channel_mask) {
  Aggregate* const aggregate = aggregate_of(flow);
  if (aggregate == nullptr) return;
  aggregate->channel_masks[aggregate->flows[kClassic] == flow ? kClassic : kLowLatency] =
      channel_mask;
}

UpstreamFlow UpstreamAggregates::share_of(UpstreamFlow flow) const {
  const Aggregate* const aggregate = aggregate_of(flow);
  const bool is_one = aggregate != nullptr && aggregate->flows[kClassic] &&
                      aggregate->flows[kLowLatency] &&
                      aggregate->channel_masks[kClassic] == aggregate->channel_masks[kLowLatency];
  return is_one ? *aggregate->flows[kClassic] : flow;
}

void UpstreamAggregates::begin_waiting(UpstreamFlow flow, TimePs now) {
  if (Aggregate* const aggregate = aggregate_of(flow)) aggregate->tokens.begin_waiting(now);
}

void UpstreamAggregates::granted(UpstreamFlow flow, std::uint64_t bytes) {
  if (Aggregate* const aggregate = aggregate_of(flow)) aggregate->tokens.granted(bytes);
}

void UpstreamAggregates::unused(UpstreamFlow flow, std::uint64_t bytes) {
  if (Aggregate* const aggregate = aggregate_of(flow)) aggregate->tokens.unused(bytes);
}

void UpstreamAggregates::begin_map() {
  for (const std::size_t index : proactive_) {
    aggregates_[index].proactive_bytes = 0;
    aggregates_[index].proactive_minislots = 0;
  }
  proactive_.clear();
}

void UpstreamAggregates::add_proactive(UpstreamFlow flow, std::uint64_t bytes,
                                       std::uint32_t minislots) {
  Aggregate* const aggregate = aggregate_of(flow);
  if (aggregate == nullptr) return;
  aggregate->tokens.granted(bytes);
  aggregate->proactive_bytes += bytes;
  aggregate->proactive_minislots += minislots;
  proactive_.push_back(static_cast<std::size_t>(of_flow_[flow]));
}

// Notes where the claims of each aggregate are.
void UpstreamAggregates::find_claims(const std::vector<Claim>& claims) {
  asking_.clear();
  ++finds_;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    Aggregate* const aggregate = aggregate_of(claims[i].flow);
    if (aggregate == nullptr) continue;
    const bool is_classic = aggregate->flows[kClassic] == claims[i].flow;
    const std::size_t part = is_classic ? kClassic : kLowLatency;
    const auto index = static_cast<std::size_t>(of_flow_[claims[i].flow]);
    if (std::exchange(aggregate->last_find, finds_) != finds_) {
      asking_.push_back(index);
      aggregate->claims = {kNone, kNone};
    }
    aggregate->claims[part] = static_cast<std::int32_t>(i);
  }
}

void UpstreamAggregates::limit(std::vector<Claim>& claims, TimePs now) {
  find_claims(claims);
  for (const std::size_t index : asking_) {
    Aggregate& aggregate = aggregates_[index];
    std::array<Claim*, 2> claim{};
    std::array<std::uint64_t, 2> wanted{};
    for (const std::size_t part : {kClassic, kLowLatency}) {
      if (aggregate.claims[part] == kNone) continue;
      claim[part] = &claims[static_cast<std::size_t>(aggregate.claims[part])];
      wanted[part] = claim[part]->wanted_bytes + claim[part]->further_bytes;
    }
    const AggregateGrants allowed =
        split_by_weight(aggregate.tokens.usable(now), {wanted[kClassic], wanted[kLowLatency]},
                        aggregate.proactive_bytes, aggregate.weight);
    reduce(claim[kClassic], allowed.classic);
    reduce(claim[kLowLatency], allowed.low_latency);
  }
}

std::vector<FairShare::Claim>& UpstreamAggregates::pool(const std::vector<Claim>& claims,
                                                        const docsis::ChannelGeometry& channel) {
  find_claims(claims);
  pooled_.clear();
  places_.clear();
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const Aggregate* const aggregate = aggregate_of(claims[i].flow);
    if (aggregate != nullptr && is_pooled(*aggregate, claims) && i == last_of(*aggregate)) {
      const std::size_t first = places_[first_of(*aggregate)];
      places_.push_back(first);
      pooled_[first] =
          common_claim(claims[static_cast<std::size_t>(aggregate->claims[kClassic])],
                       claims[static_cast<std::size_t>(aggregate->claims[kLowLatency])], channel);
      continue;
    }
    places_.push_back(pooled_.size());
    pooled_.push_back(claims[i]);
    pooled_.back().flow = share_of(claims[i].flow);
  }
  return pooled_;
}

void UpstreamAggregates::unpool(std::vector<Claim>& claims,
                                const docsis::ChannelGeometry& channel) {
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const Claim& pooled = pooled_[places_[i]];
    const Aggregate* const aggregate = aggregate_of(claims[i].flow);
    if (aggregate == nullptr || !is_pooled(*aggregate, claims)) {
      claims[i].minislots = pooled.minislots;
      claims[i].charged_bytes = pooled.charged_bytes;
    } else if (i == last_of(*aggregate)) {
      share_out(*aggregate, channel, pooled.minislots, pooled.charged_bytes, claims);
    }
  }
}

// Both flows ask, and FairShare knows them as one.
bool UpstreamAggregates::is_pooled(const Aggregate& aggregate,
                                   const std::vector<Claim>& claims) const {
  if (aggregate.claims[kClassic] == kNone || aggregate.claims[kLowLatency] == kNone) return false;
  const Claim& classic = claims[static_cast<std::size_t>(aggregate.claims[kClassic])];
  const Claim& low_latency = claims[static_cast<std::size_t>(aggregate.claims[kLowLatency])];
  return share_of(low_latency.flow) == classic.flow && classic.iuc == low_latency.iuc;
}

std::size_t UpstreamAggregates::first_of(const Aggregate& aggregate) {
  return static_cast<std::size_t>(std::min(aggregate.claims[0], aggregate.claims[1]));
}

std::size_t UpstreamAggregates::last_of(const Aggregate& aggregate) {
  return static_cast<std::size_t>(std::max(aggregate.claims[0], aggregate.claims[1]));
}

void UpstreamAggregates::split(std::vector<Claim>& claims, const docsis::ChannelGeometry& channel,
                               std::uint32_t& elements) {
  find_claims(claims);
  for (const std::size_t index : asking_) {
    const Aggregate& aggregate = aggregates_[index];
    if (aggregate.claims[kClassic] == kNone || aggregate.claims[kLowLatency] == kNone) continue;
    const Claim& classic = claims[static_cast<std::size_t>(aggregate.claims[kClassic])];
    const Claim& low_latency = claims[static_cast<std::size_t>(aggregate.claims[kLowLatency])];
    const bool lacks_one = (classic.minislots == 0) != (low_latency.minislots == 0);
    if (lacks_one && elements == 0) continue;
    share_out(aggregate, channel, classic.minislots + low_latency.minislots,
              classic.charged_bytes + low_latency.charged_bytes, claims);
    const bool has_both = classic.minislots > 0 && low_latency.minislots > 0;
    elements -= lacks_one && has_both ? 1 : 0;
  }
}

// Neither flow gets a grant that holds a segment header only.
void UpstreamAggregates::share_out(const Aggregate& aggregate,
                                   const docsis::ChannelGeometry& channel, std::uint32_t minislots,
                                   std::uint64_t charged, std::vector<Claim>& claims) {
  Claim& classic = claims[static_cast<std::size_t>(aggregate.claims[kClassic])];
  Claim& low_latency = claims[static_cast<std::size_t>(aggregate.claims[kLowLatency])];
  const AggregateGrants wanted{wanted_minislots(channel, classic),
                               wanted_minislots(channel, low_latency)};
  AggregateGrants granted =
      split_by_weight(minislots, wanted, aggregate.proactive_minislots, aggregate.weight);
  if (pair_payload(channel, granted.low_latency, low_latency.iuc) == 0) {
    granted = {std::min<std::uint64_t>(minislots, wanted.classic), 0};
  } else if (pair_payload(channel, granted.classic, classic.iuc) == 0) {
    granted = {0, std::min<std::uint64_t>(minislots, wanted.low_latency)};
  }
  classic.minislots = static_cast<std::uint32_t>(granted.classic);
  low_latency.minislots = static_cast<std::uint32_t>(granted.low_latency);
  for (Claim* const claim : {&low_latency, &classic}) {
    claim->charged_bytes = std::min(
        {charged, claim->reserved_bytes, pair_payload(channel, claim->minislots, claim->iuc)});
    charged -= claim->charged_bytes;
  }
}

}  // namespace docsis_vp::cmts
