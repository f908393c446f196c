// Grants to the two service flows of an upstream aggregate: one rate, and a share by weight.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/cmts/fair_share.h"
#include "models/cmts/token_check.h"
#include "models/cmts/upstream_events.h"
#include "models/docsis/channel.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

struct CmtsConfig;
struct UpstreamAggregateConfig;

// Amounts of the two flows, all in bytes or all in minislots.
struct AggregateGrants {
  std::uint64_t classic = 0;
  std::uint64_t low_latency = 0;
};

// Splits, between the two flows, what an aggregate may still get after its proactive grants. The
// low-latency flow has weight/256 of all that the MAP grants to the aggregate, proactive grants
// included, and Classic the rest. What one of them does not want, the other gets (CableLabs
// docsis-ns3, best-effort split).
AggregateGrants split_by_weight(std::uint64_t total, const AggregateGrants& wanted,
                                std::uint64_t proactive, unsigned weight);

// Token buckets of every aggregate, and the split of its grants in each MAP. Flows without an
// aggregate pass unchanged.
//
// Each aggregate uses TokenCheck, like a single flow. It never limits a modem that itself shapes to
// the same rate. All grants are debited, proactive ones and the rounding to minislots included.
// Unused bytes come back.
//
// If both flows use the same channels, FairShare treats them as one flow, share_of(). It has the
// higher priority and the higher weight of the two, and the sum of their reservations.
class UpstreamAggregates {
 public:
  // Throws InputError.
  explicit UpstreamAggregates(const CmtsConfig& config);

  bool empty() const { return aggregates_.empty(); }
  // The other flow of the same aggregate.
  std::optional<UpstreamFlow> partner(UpstreamFlow flow) const;
  void set_channels(UpstreamFlow flow, std::uint64_t channel_mask);
  // The flow that stands for this one in FairShare.
  UpstreamFlow share_of(UpstreamFlow flow) const;

  // Call it when a flow begins to wait for grants while no flow of its aggregate was waiting.
  void begin_waiting(UpstreamFlow flow, TimePs now);
  void granted(UpstreamFlow flow, std::uint64_t bytes);
  void unused(UpstreamFlow flow, std::uint64_t bytes);

  // Call the functions below for each MAP, in this order: either pool() and unpool(), or split().
  void begin_map();
  // The MAP has a proactive grant of this size for the flow.
  void add_proactive(UpstreamFlow flow, std::uint64_t bytes, std::uint32_t minislots);
  // Reduces the wanted bytes to what the tokens of each aggregate allow.
  void limit(std::vector<FairShare::Claim>& claims, TimePs now);
  // Returns claims for FairShare: one claim, of the flow share_of(), replaces the claims of two
  // flows.
  std::vector<FairShare::Claim>& pool(const std::vector<FairShare::Claim>& claims,
                                      const docsis::ChannelGeometry& channel);
  // Copies the results of pool()'s claims back, and splits the minislots of a common claim between
  // its two flows.
  void unpool(std::vector<FairShare::Claim>& claims, const docsis::ChannelGeometry& channel);
  // Splits the sum of the minislots that the two flows got. If a flow had none and now gets some,
  // it uses up one of `elements`.
  void split(std::vector<FairShare::Claim>& claims, const docsis::ChannelGeometry& channel,
             std::uint32_t& elements);

 private:
  using Claim = FairShare::Claim;
  static constexpr std::size_t kClassic = 0;
  static constexpr std::size_t kLowLatency = 1;
  static constexpr std::int32_t kNone = -1;

  struct Aggregate {
    TokenCheck tokens;
    unsigned weight = 0;
    std::array<std::optional<UpstreamFlow>, 2> flows;
    std::array<std::uint64_t, 2> channel_masks{};
    // State of one MAP
    std::uint64_t proactive_bytes = 0;
    std::uint32_t proactive_minislots = 0;
    std::uint64_t last_find = 0;                       // number of the last find_claims()
    std::array<std::int32_t, 2> claims{kNone, kNone};  // positions that it found
  };

  Aggregate* aggregate_of(UpstreamFlow flow);
  const Aggregate* aggregate_of(UpstreamFlow flow) const;
  void find_claims(const std::vector<Claim>& claims);
  bool is_pooled(const Aggregate& aggregate, const std::vector<Claim>& claims) const;
  static std::size_t first_of(const Aggregate& aggregate);
  static std::size_t last_of(const Aggregate& aggregate);
  static void share_out(const Aggregate& aggregate, const docsis::ChannelGeometry& channel,
                        std::uint32_t minislots, std::uint64_t charged, std::vector<Claim>& claims);

  std::vector<Aggregate> aggregates_;
  std::vector<std::int32_t> of_flow_;  // kNone: without an aggregate
  std::vector<std::size_t> asking_;    // aggregates with claims at the last find_claims()
  std::uint64_t finds_ = 0;            // calls of find_claims()
  std::vector<Claim> pooled_;
  std::vector<std::size_t> places_;     // in pooled_, by claim
  std::vector<std::size_t> proactive_;  // aggregates with proactive grants in this MAP
};

}  // namespace docsis_vp::cmts
