// Divides a MAP among the flows that request: sharing, the second part of the scheduler.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/bottlenecks.h"
#include "models/cmts/channel_share.h"
#include "models/cmts/config.h"
#include "models/cmts/fair_share.h"
#include "models/cmts/upstream_channel.h"
#include "models/cmts/upstream_demand.h"
#include "models/cmts/upstream_events.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

class UpstreamAggregates;

// If a flow uses TDMA and OFDMA channels, whose MAPs carry very different amounts, its request is
// split so that all of it is sent as early as possible. Flows may share only some of their
// channels. A flow that also has another channel then does not use a full channel that worse-served
// flows need, as long as its other channels carry its request within two MAPs. The two flows of an
// aggregate have one rate, and share by weight what the MAP gives to both.
class GrantSharing {
 public:
  // The references must outlive this.
  GrantSharing(const CmtsConfig& config, const std::vector<UpstreamChannel>& channels,
               UpstreamDemand& demand, UpstreamAggregates& aggregates);

  // Call it when a flow requests again after a time without requests.
  void begin_waiting(UpstreamFlow flow);
  // Call it when a flow has moved to other channels.
  void move(UpstreamFlow flow);

  // Returns a claim for each demand, in their order, with the minislots of its grant. The claims
  // are valid until the next call. elements: how many elements the MAP has left; reduced by those
  // of the grants. If flows are served in order of requests and a flow gets only a part of its
  // request, an element is also kept for its pending grant, and is_pending is set in its demand.
  const std::vector<FairShare::Claim>& divide(unsigned channel, std::vector<FlowDemand>& demands,
                                              std::uint32_t free_minislots, std::uint32_t& elements,
                                              TimePs now);

 private:
  UpstreamFlow share_of(UpstreamFlow flow) const;
  void split_aggregates(unsigned channel, std::uint32_t& elements);
  FairShare::Claim claim_of(unsigned channel, const FlowDemand& demand, TimePs now);
  void forget_bottlenecks();
  void find_bottlenecks(const UpstreamChannel& channel, TimePs now);
  std::uint64_t share_here(unsigned channel, const FlowDemand& demand, std::uint64_t bytes,
                           unsigned most_maps);
  std::uint64_t taken_bytes(unsigned channel, UpstreamFlow flow, unsigned most_maps) const;
  void serve_in_order(const UpstreamChannel& channel, std::vector<FlowDemand>& demands,
                      std::uint32_t free_minislots, std::uint32_t& elements);
  void leave_room(unsigned channel, std::vector<FlowDemand>& demands);

  const CmtsConfig& config_;
  const std::vector<UpstreamChannel>& channels_;
  UpstreamDemand& demand_;
  UpstreamAggregates& aggregates_;
  FairShare share_;
  std::vector<FairShare::Claim> claims_;
  std::vector<AnsweringChannel> answering_;  // of one flow
  Bottlenecks bottlenecks_;
  std::vector<UpstreamFlow> backlogged_;
  // By flow: a request of the flow has waited for more than two MAP intervals. Set only if flows
  // share some of their channels and not all.
  std::vector<bool> is_backlogged_;
  std::vector<std::uint64_t> bound_bytes_;  // by channel: bytes that wait for it only
};

}  // namespace docsis_vp::cmts
