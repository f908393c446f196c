#include "models/cmts/upstream_demand.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "models/cmts/upstream_aggregates.h"
#include "models/docsis/scheduling.h"
#include "platform/base/errors.h"

namespace docsis_vp::cmts {

UpstreamDemand::UpstreamDemand(const CmtsConfig& config,
                               const std::vector<UpstreamChannel>& channels,
                               UpstreamAggregates& aggregates,
                               std::vector<UpstreamFlowCounters>& counters)
    : config_(config), channels_(channels), aggregates_(aggregates), counters_(counters) {
  for (UpstreamFlow flow = 0; flow < config.flows.size(); ++flow) {
    flows_.push_back({0, false, 0, kNone, kNever, FlowRates(config.flows[flow], config)});
    set_channels(flow, config.flows[flow].channels);
  }
}

void UpstreamDemand::assign(UpstreamFlow index, const std::vector<unsigned>& channels) {
  set_channels(index, channels);
  Flow& flow = flows_[index];
  const auto is_gone = [&](const UpstreamRequest& request) {
    if (request.flow != index || is_on(index, request.channel)) return false;
    flow.waiting_bytes -= request.bytes;
    counters_[index].forgotten_bytes += request.bytes;
    return true;
  };
  requests_.erase(std::remove_if(requests_.begin(), requests_.end(), is_gone), requests_.end());
}

void UpstreamDemand::set_channels(UpstreamFlow flow, const std::vector<unsigned>& channels) {
  std::uint64_t mask =
      channels.empty() ? ~std::uint64_t{0} >> (kMaxUpstreamChannels - channels_.size()) : 0;
  for (const unsigned channel : channels) {
    if (channel >= channels_.size()) {
      throw InputError("cmts: a flow names a channel that is not there");
    }
    mask |= std::uint64_t{1} << channel;
  }
  bool ofdma = false;
  bool tdma = false;
  for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
    if ((mask >> channel & 1) != 0) {
      const docsis::ChannelKind kind = channels_[channel].geometry.parameters().kind;
      (kind == docsis::ChannelKind::kOfdma ? ofdma : tdma) = true;
    }
  }
  flows_[flow].channel_mask = mask;
  flows_[flow].mixes_kinds = ofdma && tdma;
  aggregates_.set_channels(flow, mask);
}

bool UpstreamDemand::some_overlap() const {
  std::set<std::uint64_t> masks;
  for (UpstreamFlow flow = 0; flow < flows_.size(); ++flow) {
    if (!config_.flows[flow].scheduling.is_unsolicited()) {
      masks.insert(flows_[flow].channel_mask);
    }
  }
  for (auto mask = masks.begin(); mask != masks.end(); ++mask) {
    const auto meets = [mask](std::uint64_t other) { return (*mask & other) != 0; };
    if (std::any_of(std::next(mask), masks.end(), meets)) return true;
  }
  return false;
}

bool UpstreamDemand::add(const UpstreamRequest& request) {
  Flow& flow = flows_[request.flow];
  if (!is_on(request.flow, request.channel)) {
    counters_[request.flow].forgotten_bytes += request.bytes;
    return false;
  }
  const bool begins = flow.waiting_bytes == 0;
  if (begins) begin_waiting(request.flow, request.heard);
  flow.waiting_bytes += request.bytes;
  requests_.push_back(request);
  return begins;
}

// Without a request, the buckets of a flow and of its aggregate save no more than they hold.
void UpstreamDemand::begin_waiting(UpstreamFlow flow, TimePs now) {
  flows_[flow].rates.begin_waiting(now);
  if (aggregates_.empty()) return;
  const std::optional<UpstreamFlow> partner = aggregates_.partner(flow);
  if (!partner || flows_[*partner].waiting_bytes == 0) {
    aggregates_.begin_waiting(flow, now);
  }
}

void UpstreamDemand::charge(const FlowDemand& answered) {
  flows_[answered.flow].rates.charge(answered.granted_bytes, answered.reserved_bytes);
  aggregates_.granted(answered.flow, answered.granted_bytes);
}

void UpstreamDemand::return_unused(const Reservation& grant, std::uint64_t ethernet_bytes) {
  flows_[grant.flow].rates.return_unused(grant, ethernet_bytes);
  aggregates_.unused(grant.flow,
                     grant.payload_bytes - std::min(grant.payload_bytes, ethernet_bytes));
}

std::uint64_t UpstreamDemand::usable_bytes(UpstreamFlow flow, std::uint64_t bytes, unsigned maps,
                                           TimePs now) {
  const std::uint32_t largest = config_.flows[flow].scheduling.max_grant_bytes.value_or(0);
  const std::uint64_t most = largest > 0 ? maps * largest : UINT64_MAX;
  return std::min({bytes, most, flows_[flow].rates.usable_bytes(now)});
}

std::vector<FlowDemand>& UpstreamDemand::collect(unsigned index) {
  const UpstreamChannel& channel = channels_[index];
  demands_.clear();
  answered_before_ = kNever;
  for (const UpstreamRequest& request : requests_) {
    Flow& flow = flows_[request.flow];
    if ((flow.channel_mask >> index & 1) == 0) continue;
    if (!channel.can_answer(request.sent)) {
      answered_before_ = std::min(answered_before_, request.sent);
      continue;
    }
    if (flow.place == kNone) {
      flow.place = static_cast<std::uint32_t>(demands_.size());
      FlowDemand& demand = demands_.emplace_back();
      demand.flow = request.flow;
      demand.oldest_sent = request.sent;
      demand.earliest_made = request.sent;
    }
    FlowDemand& demand = demands_[flow.place];
    const TimePs made = request.sent - channels_[request.channel].geometry.frame_ps();
    demand.earliest_made = std::min(demand.earliest_made, made);
    demand.bytes += request.bytes;
  }
  if (config_.scheduler.sharing == Sharing::kOldestFirst) {
    put_oldest_first();
  }
  return demands_;
}

void UpstreamDemand::put_oldest_first() {
  const auto age = [this](const FlowDemand& demand) {
    return std::min(demand.oldest_sent, flows_[demand.flow].forgotten_since);
  };
  std::stable_sort(demands_.begin(), demands_.end(),
                   [&](const FlowDemand& a, const FlowDemand& b) { return age(a) < age(b); });
  for (std::uint32_t place = 0; place < demands_.size(); ++place) {
    flows_[demands_[place].flow].place = place;
  }
}

void UpstreamDemand::settle() {
  if (demands_.empty()) return;
  auto kept = requests_.begin();
  for (UpstreamRequest& request : requests_) {
    Flow& flow = flows_[request.flow];
    if (flow.place == kNone) {
      *kept++ = request;
      continue;
    }
    FlowDemand& demand = demands_[flow.place];
    const std::uint64_t bytes = std::min(request.bytes, demand.granted_bytes);
    request.bytes -= bytes;
    demand.granted_bytes -= bytes;
    flow.waiting_bytes -= bytes;
    if (bytes > 0) flow.forgotten_since = kNever;
    if (demand.is_forgotten) {
      flow.waiting_bytes -= request.bytes;
      counters_[request.flow].forgotten_bytes += request.bytes;
      flow.forgotten_since = std::min(flow.forgotten_since, request.sent);
    } else if (request.bytes > 0) {
      *kept++ = request;
    }
  }
  requests_.erase(kept, requests_.end());
  for (const FlowDemand& demand : demands_) {
    flows_[demand.flow].place = kNone;
  }
}

std::uint64_t UpstreamDemand::grant_proactively(unsigned channel, UpstreamFlow index,
                                                std::uint64_t bytes, std::uint32_t minislots,
                                                TimePs now) {
  Flow& flow = flows_[index];
  if (flow.waiting_bytes == 0) begin_waiting(index, now);
  const std::uint64_t reserved = flow.rates.charge_proactive(bytes, now);
  aggregates_.add_proactive(index, bytes, minislots);
  if (flow.waiting_bytes == 0) return reserved;
  for (UpstreamRequest& request : requests_) {
    if (request.flow != index || !channels_[channel].can_answer(request.sent)) continue;
    const std::uint64_t answered = std::min(bytes, request.bytes);
    bytes -= answered;
    request.bytes -= answered;
    flow.waiting_bytes -= answered;
    flow.forgotten_since = answered > 0 ? kNever : flow.forgotten_since;
  }
  const auto is_answered = [](const UpstreamRequest& request) { return request.bytes == 0; };
  requests_.erase(std::remove_if(requests_.begin(), requests_.end(), is_answered), requests_.end());
  return reserved;
}

}  // namespace docsis_vp::cmts
