// Keeps what the upstream flows have requested: demand, the first part of the scheduler.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/config.h"
#include "models/cmts/flow_rates.h"
#include "models/cmts/upstream_channel.h"
#include "models/cmts/upstream_counters.h"
#include "models/cmts/upstream_events.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

class UpstreamAggregates;

// Requests of one flow that the present MAP can answer, and the answer.
struct FlowDemand {
  UpstreamFlow flow = 0;
  std::uint64_t bytes = 0;  // MAC-frame bytes
  TimePs oldest_sent = 0;   // send time of the request that was heard first
  // Earliest time at which one of the requests can have been made, a frame before it was sent. It
  // may be another request than that of oldest_sent: channels hear requests in any order.
  TimePs earliest_made = 0;
  // The answer.
  std::uint64_t granted_bytes = 0;
  std::uint64_t reserved_bytes = 0;  // part of granted_bytes: the reserved rate pays for it
  bool is_pending = false;    // the MAP has a grant pending for the rest, or an element for it
  bool is_forgotten = false;  // no element holds the rest: its modem will ask again
  bool leaves_room = false;   // to other flows: another channel carries the rest
};

struct UpstreamRequest {
  unsigned channel = 0;
  UpstreamFlow flow = 0;
  std::uint64_t bytes = 0;
  TimePs sent = 0;
  TimePs heard = 0;
};

// A MAP answers the requests known when it is built: collect() them, answer them, then settle().
// Flows without requests take no computing time.
class UpstreamDemand {
 public:
  // The references must outlive this. Throws InputError.
  UpstreamDemand(const CmtsConfig& config, const std::vector<UpstreamChannel>& channels,
                 UpstreamAggregates& aggregates, std::vector<UpstreamFlowCounters>& counters);

  // The flow gets its grants on these channels from now on; empty: on all. Forgets its requests
  // received on other channels. Throws InputError.
  void assign(UpstreamFlow flow, const std::vector<unsigned>& channels);
  std::uint64_t channel_mask(UpstreamFlow flow) const { return flows_[flow].channel_mask; }
  bool is_on(UpstreamFlow flow, unsigned channel) const {
    return (flows_[flow].channel_mask >> channel & 1) != 0;
  }
  // True if the flow has TDMA and OFDMA channels.
  bool mixes_kinds(UpstreamFlow flow) const { return flows_[flow].mixes_kinds; }
  // True if flows share some of their channels, but not all. Flows with unsolicited grants do not
  // count.
  bool some_overlap() const;

  // Adds a request, or forgets it if the flow has left its channel. Returns true if nothing of the
  // flow was waiting.
  bool add(const UpstreamRequest& request);
  // Bytes requested and not yet granted.
  std::uint64_t waiting_bytes(UpstreamFlow flow) const { return flows_[flow].waiting_bytes; }
  const std::vector<UpstreamRequest>& requests() const { return requests_; }  // first heard first
  FlowRates& rates(UpstreamFlow flow) { return flows_[flow].rates; }
  // Part of `bytes` that the flow's rates and its largest grant allow it to get in `maps` MAPs.
  std::uint64_t usable_bytes(UpstreamFlow flow, std::uint64_t bytes, unsigned maps, TimePs now);

  // Returns what the next MAP of the channel can answer, flow by flow, in the order of their oldest
  // requests. With Sharing::kOldestFirst, the new request that a modem makes in place of a
  // forgotten one inherits its age. Valid until settle().
  std::vector<FlowDemand>& collect(unsigned channel);
  // Send time of the earliest request that this MAP cannot answer; kNever if it can answer all.
  TimePs answered_before() const { return answered_before_; }
  // Removes answered and forgotten requests. A grant answers the oldest bytes first.
  void settle();

  // Charges the answer to the flow and to its aggregate.
  void charge(const FlowDemand& answered);
  // A requested or proactive grant carried `ethernet_bytes` bytes. The flow and its aggregate get
  // the tokens of the other bytes back.
  void return_unused(const Reservation& grant, std::uint64_t ethernet_bytes);
  // Charges a proactive grant of `bytes` bytes in `minislots` minislots. It answers the oldest
  // requests that the next MAP of the channel can answer; the modem counts in the same way. Returns
  // the part that the reserved rate pays for.
  std::uint64_t grant_proactively(unsigned channel, UpstreamFlow flow, std::uint64_t bytes,
                                  std::uint32_t minislots, TimePs now);

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Flow {
    std::uint64_t channel_mask = 0;
    bool mixes_kinds = false;
    std::uint64_t waiting_bytes = 0;
    std::uint32_t place = kNone;  // in demands_
    // Send time of the oldest request forgotten since a grant last answered this flow; kNever:
    // none.
    TimePs forgotten_since = kNever;
    FlowRates rates;
  };

  void set_channels(UpstreamFlow flow, const std::vector<unsigned>& channels);
  void begin_waiting(UpstreamFlow flow, TimePs now);
  void put_oldest_first();

  const CmtsConfig& config_;
  const std::vector<UpstreamChannel>& channels_;
  UpstreamAggregates& aggregates_;
  std::vector<UpstreamFlowCounters>& counters_;
  std::vector<Flow> flows_;
  std::vector<UpstreamRequest> requests_;  // first heard first
  std::vector<FlowDemand> demands_;        // of the MAP under construction
  TimePs answered_before_ = kNever;
};

}  // namespace docsis_vp::cmts
