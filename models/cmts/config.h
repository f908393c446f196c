// Declares the configuration of a CMTS: channels, flows and modems.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/aqm/dual_queue/latency_histogram.h"
#include "models/cmts/scheduler_config.h"
#include "models/docsis/channel.h"
#include "models/docsis/packet_classifier.h"
#include "models/docsis/scheduling_config.h"
#include "models/docsis/timing_profile.h"
#include "models/queue/discipline.h"
#include "platform/base/flow.h"
#include "platform/base/time.h"
#include "platform/base/tos.h"

namespace docsis_vp::cmts {

struct DownstreamAggregateConfig;  // downstream_aggregate.h

// Order at one instant: bursts are received before a MAP is built, and both precede packets from
// the wide-area side. Observers come last.
enum Phase : unsigned { kReceive, kBuildMap, kEnqueue, kServe, kObserve };

constexpr unsigned kMaxUpstreamChannels = 64;  // bits of a flow's channel mask

// An upstream service flow.
struct UpstreamFlowConfig {
  std::uint16_t sid = 1;                     // 1..0x3DFF, the same on every channel
  unsigned modem = 0;                        // index
  std::uint64_t max_sustained_rate_bps = 0;  // Ethernet bytes; 0: not limited
  std::uint64_t peak_rate_bps = 0;           // 0: not limited
  std::uint32_t max_burst_bytes = 3044;      // bucket depth (MULPIv3.1 C.2.2.7.5)
  unsigned priority = 0;                     // 0..7
  std::uint32_t request_unit_bytes = 4;      // N of a request in N-byte units: 1, 2, 4, 8 or 16
  docsis::SchedulingConfig scheduling;
  // Time between two unicast polls where no contention exists; 0: as `scheduling` says.
  TimePs poll_interval_ps = 0;
  // Interval of proactive grants that the CMTS chose so that they avoid request regions and the
  // ends of MAPs; 0: the guaranteed one. The size of grants always follows from the latter.
  TimePs chosen_interval_ps = 0;
  std::uint64_t min_reserved_rate_bps = 0;  // served before anything else
  // Shorter packets count as this length for the reserved rate (TLV 24.11).
  std::uint32_t min_packet_bytes = 64;
  // Share of the remaining capacity; 0: the sustained rate, or if that is 0 the channel's rate.
  std::uint64_t weight = 0;
  // IUC of the data profile assigned to its modem, used on the channels that have this profile.
  std::uint8_t data_iuc = docsis::kIucAdvancedLongData;
  TosOverwrite tos;                // applied to its packets after reassembly
  std::vector<unsigned> channels;  // indices of its channels; empty: all
};

// An upstream aggregate service flow: one rate for one flow or two of a modem.
struct UpstreamAggregateConfig {
  std::optional<unsigned> classic;  // indices of its flows
  std::optional<unsigned> low_latency;
  std::uint64_t max_sustained_rate_bps = 0;  // Ethernet bytes; 0: not limited
  std::uint64_t peak_rate_bps = 0;           // 0: not limited
  std::uint32_t max_burst_bytes = 3044;      // bucket depth
  unsigned weight = 230;                     // of the low-latency flow, 1..255 of 256
};

// Tail drop at 4 MiB [engineering choice].
inline queue::DisciplineConfig default_downstream_queue() {
  queue::DisciplineConfig queue;
  queue.law.settings.buffer_bytes = 4U << 20;
  return queue;
}

constexpr std::size_t kMaxClassifiers = 32;  // per modem, downstream

// A downstream service flow (MULPIv3.1 C.2.2.7).
struct DownstreamFlowConfig {
  std::uint64_t max_sustained_rate_bps = 0;  // Ethernet bytes; 0: not limited
  queue::DisciplineConfig queue = default_downstream_queue();
  std::uint64_t max_burst_bytes = 3044;     // bucket depth
  std::uint64_t peak_rate_bps = 0;          // bucket of 1522 bytes; 0: not limited
  unsigned priority = 0;                    // 0..7, 7 is served first
  std::uint64_t min_reserved_rate_bps = 0;  // served before any priority
  // Shorter packets count as this length for the reserved rate.
  std::uint32_t min_packet_bytes = 64;
  std::uint64_t weight = 1'000'000;  // share of the remaining capacity, 1..10^12
  TosOverwrite tos;                  // applied to its packets, before the queue
  bool is_resequenced = true;        // by the modem, if it may use several channels
  latency_histogram_config latency_edges = latency_histogram_usual();
};

struct DownstreamModemConfig {
  std::vector<DownstreamFlowConfig> flows{1};  // 1..48; packets that no rule matches use the first
  // Flows of an aggregate have no queue of their own. Their rates limit them in addition to the
  // aggregate's rate. An aggregate has the higher priority and weight of its flows, and the sum of
  // their reserved rates. With a shared queue there must be no aggregates.
  std::vector<std::shared_ptr<const DownstreamAggregateConfig>> aggregates;
  docsis::PacketClassifierConfig classifier;
  std::vector<unsigned> channels;  // indices of its channels; empty: all
};

// One of several bonded channels.
struct BondedChannelConfig {
  std::uint64_t rate_bps = 0;
  TimePs latency_ps = 0;  // beyond that of the primary channel
};

struct DownstreamConfig {
  // Rate of MAC frames, including all headers, on channel 0: the primary channel, which carries
  // MAPs.
  std::uint64_t rate_bps = 1'000'000'000;
  std::vector<BondedChannelConfig> further_channels;  // at most 31
  // Length of the longest header: 12 bytes for packets that may use several channels.
  std::uint32_t mac_header_bytes = 6;
  std::uint32_t largest_packet_bytes = 1522;  // a packet of this size may delay a MAP
  std::vector<DownstreamModemConfig> modems;
  // If present: one queue for the packets of all modems, instead of their queues and priorities.
  // The channel is then the bottleneck (Clemson 2014, 2015). Packets beyond a flow's rate wait in
  // front of it, within the flow's own buffer.
  std::optional<queue::DisciplineConfig> shared_queue;
  // Headers of the flows, for managers of several queues, classifiers and the TOS overwrite. It
  // must outlive the CMTS. Null without these: then all packets have a TOS octet.
  const FlowTable* flows = nullptr;
};

// Capacity that other traffic leaves on all upstream channels together. Each channel gets its share
// by rate. It limits grants, but neither request regions nor polls. Unsolicited grants use it
// first. A grant that exceeds the rest of a MAP waits, and that rest is saved for it.
struct CapacityConfig {
  struct Step {
    TimePs from = 0;
    std::uint64_t rate_bps = 0;
  };
  // In order of time. Before the first step, all capacity is available. period_ps > 0: repeated.
  std::vector<Step> steps;
  TimePs period_ps = 0;
  // Alternative to steps: a constant load, independent of the channels' rate.
  std::uint64_t phantom_load_bps = 0;
  // Alternative to both: drawn for each MAP, uniform in mean x (1 - variation) .. mean x (1 +
  // variation), including segment headers (CableLabs 2012: 1250 bytes, 20 %). 0: not drawn.
  std::uint32_t mean_grant_bytes = 0;
  unsigned variation_percent = 20;
};

struct CmtsConfig {
  docsis::TimingProfile timing;  // plant_delay_ps: of the farthest modem
  std::vector<docsis::ChannelParameters> channels;
  std::vector<UpstreamFlowConfig> flows;
  std::vector<UpstreamAggregateConfig> aggregates;  // a flow belongs to one at most
  DownstreamConfig downstream;
  std::uint64_t seed = 1;

  SchedulerConfig scheduler;
  CapacityConfig capacity;
  std::uint32_t max_elements = 240;  // per MAP; at most what its version allows

  // Time of the first allocation start, after the earliest possible one. Empty: drawn from the seed
  // per channel, below the MAP interval.
  std::optional<TimePs> map_phase_ps;
  // Start of a MAP's grants, relative to its allocation start; moved if the grants would not fit.
  // Empty: drawn for each MAP.
  std::optional<TimePs> grant_offset_ps;

  // With these values the CMTS's rate check never limits a modem that shapes. A request covers the
  // bytes released since the previous one; in docsis30 these two may be 4 MAP intervals apart.
  unsigned token_rate_percent = 105;
  unsigned token_slack_intervals = 4;  // depth above the burst, in MAP intervals of each rate
};

}  // namespace docsis_vp::cmts
