// What a CMTS is told about its channels, flows and modems.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/docsis/channel.h"
#include "models/docsis/packet_classifier.h"
#include "models/docsis/scheduling.h"
#include "models/docsis/timing_profile.h"
#include "models/queue/discipline.h"
#include "platform/base/flow.h"
#include "platform/base/time.h"
#include "platform/base/tos.h"

namespace docsis_vp::cmts {

// Order at one instant: what is received counts for the MAP that is built, and both precede what
// arrives from the wide-area side; who looks sees it all.
enum Phase : unsigned { kReceive, kBuildMap, kEnqueue, kServe, kObserve };

constexpr unsigned kMaxUpstreamChannels = 64;  // bits of a flow's channel mask

// Unicast polls: opportunities of one flow (TLV 24.17, 24.18). Poll n begins at t0 + n x interval
// or at most the jitter later.
struct PollingConfig {
  TimePs interval_ps = 20 * kPsPerMs;
  TimePs jitter_ps = 2 * kPsPerMs;
};

// Unsolicited grants (TLV 24.19 to 24.22), in time as polls are.
struct UgsConfig {
  std::uint32_t grant_bytes = 232;  // of MAC frames: a G.711 packet of 20 ms, header included
  TimePs interval_ps = 20 * kPsPerMs;
  TimePs jitter_ps = 2 * kPsPerMs;
  unsigned grants_per_interval = 1;
  // UGS-AD: so many unused grants in a row, and polls take their place [engineering choice].
  unsigned silent_after_grants = 8;
};

// An upstream service flow.
struct UpstreamFlowConfig {
  std::uint16_t sid = 1;                     // 1..0x3DFF, the same on every channel
  unsigned modem = 0;                        // index
  std::uint64_t max_sustained_rate_bps = 0;  // Ethernet bytes; 0: not limited
  std::uint64_t peak_rate_bps = 0;           // 0: not limited
  std::uint32_t max_burst_bytes = 3044;      // bucket depth (MULPIv3.1 C.2.2.7.5)
  unsigned priority = 0;                     // 0..7
  std::uint32_t request_unit_bytes = 4;      // N of a request in N-byte units: 1, 2, 4, 8 or 16
  docsis::SchedulingType scheduling = docsis::SchedulingType::kBestEffort;
  PollingConfig polling;                    // of a polled type, and of UGS-AD while it is silent
  UgsConfig ugs;                            // of UGS and UGS-AD
  std::uint64_t min_reserved_rate_bps = 0;  // served before anything else
  std::uint32_t min_packet_bytes = 64;  // the reserved rate counts no packet shorter (TLV 24.11)
  std::uint64_t weight = 0;  // share of what is left; 0: the sustained rate, if none the channel's
  std::uint32_t max_grant_bytes = 0;  // of MAC frames, in one MAP; 0: not limited
  // Data profile that its modem is assigned, on the channels that have it.
  std::uint8_t data_iuc = docsis::kIucAdvancedLongData;
  TosOverwrite tos;                // of its packets, once they are whole
  std::vector<unsigned> channels;  // indices it may be granted on; empty: all
};

// Tail drop at 4 MiB [engineering choice].
inline queue::DisciplineConfig usual_downstream_queue() {
  queue::DisciplineConfig queue;
  queue.law.settings.buffer_bytes = 4U << 20;
  return queue;
}

constexpr std::size_t kMaxClassifiers = 32;  // of a modem, downstream

// A downstream service flow (MULPIv3.1 C.2.2.7).
struct DownstreamFlowConfig {
  std::uint64_t max_sustained_rate_bps = 0;  // Ethernet bytes; 0: not limited
  queue::DisciplineConfig queue = usual_downstream_queue();
  std::uint64_t max_burst_bytes = 3044;     // bucket depth
  std::uint64_t peak_rate_bps = 0;          // bucket of 1522 bytes; 0: not limited
  unsigned priority = 0;                    // 0..7, 7 goes first
  std::uint64_t min_reserved_rate_bps = 0;  // goes before any priority
  std::uint32_t min_packet_bytes = 64;      // the reserved rate counts no packet shorter
  std::uint64_t weight = 1'000'000;         // share of what is left, 1..10^12
  TosOverwrite tos;                         // of its packets, before they are queued
  bool is_resequenced = true;               // by the modem, if it comes on several channels
};

struct DownstreamModemConfig {
  std::vector<DownstreamFlowConfig> flows{1};  // 1..32, the first for what no rule matches
  docsis::ClassifierConfig classifier;
  std::vector<unsigned> channels;  // indices it listens to; empty: all
};

// A channel that others are bonded with.
struct DownstreamChannelConfig {
  std::uint64_t rate_bps = 0;
  TimePs latency_ps = 0;  // beyond that of the primary channel
};

struct DownstreamConfig {
  // MAC frames, every byte counted: of channel 0, the primary one, which carries the MAPs.
  std::uint64_t rate_bps = 1'000'000'000;
  std::vector<DownstreamChannelConfig> further_channels;  // at most 31
  // Of the longest header: packets that may come on several channels have one of 12.
  std::uint32_t mac_header_bytes = 6;
  std::uint32_t largest_packet_bytes = 1522;  // what a MAP may have to wait for
  std::vector<DownstreamModemConfig> modems;
  // Given: one for the packets of all modems, in place of theirs and their priorities; the channel
  // is then the bottleneck (Clemson 2014, 2015). What is beyond a flow's rate waits before it, as
  // far as the flow's own buffer goes.
  std::optional<queue::DisciplineConfig> shared_queue;
  // What managers of several queues and classifiers tell flows apart by, and whose packets have a
  // TOS octet; outlives the CMTS. Others need none, and have one.
  const FlowTable* flows = nullptr;
};

// What other traffic leaves of the upstream, all channels together, each by its share of the rate.
// It limits grants. Unsolicited ones come out of it first; what a MAP has too little for waits, and
// what is left of the MAP is put by for it. Request regions and polls are not in it.
struct CapacityConfig {
  struct Step {
    TimePs from = 0;
    std::uint64_t rate_bps = 0;
  };
  // In order of time; before the first nothing is taken. period_ps > 0: begun again that often.
  std::vector<Step> steps;
  TimePs period_ps = 0;
  // Or, without steps: taken all the time, whatever the channels carry.
  std::uint64_t phantom_load_bps = 0;
  // Or, drawn for each MAP: uniform in mean x (1 - variation) .. mean x (1 + variation), segment
  // headers included (CableLabs 2012: 1250 bytes, 20 %). 0: not so.
  std::uint32_t mean_grant_bytes = 0;
  unsigned variation_percent = 20;
};

// Who gets what of a MAP that is too small for all.
enum class Sharing : std::uint8_t {
  kWeighted,    // reserved rates, then by priority, then in proportion to weights
  kOldestFirst  // in order of the oldest request
};

struct CmtsConfig {
  docsis::TimingProfile timing;  // plant_delay_ps: of the farthest modem
  std::vector<docsis::ChannelParameters> channels;
  std::vector<UpstreamFlowConfig> flows;
  DownstreamConfig downstream;
  std::uint64_t seed = 1;

  // In each MAP's request region [engineering choice]. A largest number above it: as many as the
  // load asks for, see contention_sizer.h.
  std::uint32_t request_opportunities = 4;
  std::uint32_t max_request_opportunities = 0;
  Sharing sharing = Sharing::kWeighted;
  CapacityConfig capacity;
  unsigned backoff_start = 2;  // exponents; defaults of the ARRIS C4
  unsigned backoff_end = 8;
  std::uint32_t max_elements = 240;  // per MAP; at most what its version allows

  // First allocation start, beyond the earliest possible. None: drawn from the seed, below the MAP
  // interval, per channel.
  std::optional<TimePs> map_phase_ps;
  // Where a MAP's grants begin, counted from its allocation start; moved if they would not fit.
  // None: drawn for each MAP.
  std::optional<TimePs> grant_offset_ps;

  // The check on a flow's rate: never in the way of a modem that shapes. A request covers what was
  // released since the last one, in docsis30 up to 4 MAP intervals ago.
  unsigned token_rate_percent = 105;
  unsigned token_slack_intervals = 4;  // depth beyond the burst, in MAP intervals of each rate
};

}  // namespace docsis_vp::cmts
