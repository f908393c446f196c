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

// Splits what an aggregate may have beyond its proactive grants between its flows. The low-latency
// flow has weight/256 of all that the MAP grants to the aggregate, proactive grants included, and
// Classic the rest. What one of them does not want is the other's (CableLabs docsis-ns3,
// best-effort split).
AggregateGrants split_by_weight(std::uint64_t total, const AggregateGrants& wanted,
                                std::uint64_t proactive, unsigned weight);

// Token buckets of every aggregate, and the split of its grants in each MAP. Flows without an
// aggregate pass unchanged.
// Each aggregate has the check of a single flow's rate (TokenCheck), which never limits a modem
// that shapes to the same rate. All grants are debited, proactive ones and the rounding to
// minislots included. Unused bytes come back.
// FairShare knows the two flows as one, under share_of(), if both use the same channels. That one
// has the higher priority and weight of the two, and both reservations.
class UpstreamAggregates {
 public:
  // Throws InputError.
  explicit UpstreamAggregates(const CmtsConfig& config);

  bool empty() const { return aggregates_.empty(); }
  // The other flow of the same aggregate.
  std::optional<UpstreamFlow> partner(UpstreamFlow flow) const;
  void set_channels(UpstreamFlow flow, std::uint64_t channel_mask);
  // The flow that FairShare knows in place of this one.
  UpstreamFlow share_of(UpstreamFlow flow) const;

  // A flow of the aggregate begins to wait for grants, and no flow of it did before.
  void begin_waiting(UpstreamFlow flow, TimePs now);
  void granted(UpstreamFlow flow, std::uint64_t bytes);
  void unused(UpstreamFlow flow, std::uint64_t bytes);

  // The rest is about one MAP, in this order.
  void begin_map();
  // The MAP grants this to the flow without a request.
  void add_proactive(UpstreamFlow flow, std::uint64_t bytes, std::uint32_t minislots);
  // Reduces the wanted bytes to what the tokens of each aggregate allow.
  void limit(std::vector<FairShare::Claim>& claims, TimePs now);
  // Returns claims for FairShare, with one of share_of() in place of those of two flows.
  std::vector<FairShare::Claim>& pool(const std::vector<FairShare::Claim>& claims,
                                      const docsis::ChannelGeometry& channel);
  // Takes over what the claims of pool() were given, and splits the minislots of common ones.
  void unpool(std::vector<FairShare::Claim>& claims, const docsis::ChannelGeometry& channel);
  // Splits the sum of the minislots that the two flows got. A flow that had none takes one of the
  // elements.
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
    std::uint64_t found = 0;                           // number of the last find()
    std::array<std::int32_t, 2> claims{kNone, kNone};  // positions then
  };

  Aggregate* aggregate_of(UpstreamFlow flow);
  const Aggregate* aggregate_of(UpstreamFlow flow) const;
  void find(const std::vector<Claim>& claims);
  bool is_pooled(const Aggregate& aggregate, const std::vector<Claim>& claims) const;
  static std::size_t first_of(const Aggregate& aggregate);
  static std::size_t last_of(const Aggregate& aggregate);
  static void share_out(const Aggregate& aggregate, const docsis::ChannelGeometry& channel,
                        std::uint32_t minislots, std::uint64_t charged, std::vector<Claim>& claims);

  std::vector<Aggregate> aggregates_;
  std::vector<std::int32_t> of_flow_;  // kNone: without an aggregate
  std::vector<std::size_t> asking_;    // aggregates with claims at the last find()
  std::uint64_t finds_ = 0;
  std::vector<Claim> pooled_;
  std::vector<std::size_t> places_;     // of claims in pooled_
  std::vector<std::size_t> proactive_;  // aggregates with proactive grants in this MAP
};

}  // namespace docsis_vp::cmts
