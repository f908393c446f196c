// What a CMTS is told about its channels, flows and modems.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/docsis/channel.h"
#include "models/docsis/packet_classifier.h"
#include "models/docsis/timing_profile.h"
#include "models/queue/discipline.h"
#include "platform/base/flow.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Order at one instant: what is received counts for the MAP that is built, and both precede what
// arrives from the wide-area side; who looks sees it all.
enum Phase : unsigned { kReceive, kBuildMap, kEnqueue, kServe, kObserve };

// An upstream service flow.
struct UpstreamFlowConfig {
  std::uint16_t sid = 1;                     // 1..0x3DFF, the same on every channel
  unsigned modem = 0;                        // index
  std::uint64_t max_sustained_rate_bps = 0;  // Ethernet bytes; 0: not limited
  std::uint64_t peak_rate_bps = 0;           // 0: not limited
  std::uint32_t max_burst_bytes = 3044;      // bucket depth (MULPIv3.1 C.2.2.7.5)
  unsigned priority = 0;                     // 0..7
  std::uint32_t request_unit_bytes = 4;      // N of a request in N-byte units: 1, 2, 4, 8 or 16
  std::vector<unsigned> channels;            // indices it may be granted on; empty: all
};

// Tail drop at 4 MiB [engineering choice].
inline queue::DisciplineConfig usual_downstream_queue() {
  queue::DisciplineConfig queue;
  queue.law.settings.buffer_bytes = 4U << 20;
  return queue;
}

constexpr std::size_t kMaxClassifiers = 32;  // of a modem, downstream

// A downstream service flow.
struct DownstreamFlowConfig {
  std::uint64_t rate_bps = 0;  // 0: as fast as the channel
  queue::DisciplineConfig queue = usual_downstream_queue();
};

struct DownstreamModemConfig {
  std::vector<DownstreamFlowConfig> flows{1};  // 1..32, the first for what no rule matches
  docsis::ClassifierConfig classifier;
};

struct DownstreamConfig {
  std::uint64_t rate_bps = 1'000'000'000;     // of the channel that all modems share
  std::uint32_t mac_header_bytes = 6;         // around each packet
  std::uint32_t largest_packet_bytes = 1522;  // what a MAP may have to wait for
  std::vector<DownstreamModemConfig> modems;
  // Given: one for the packets of all modems, in place of theirs and of their rates; the channel is
  // then the bottleneck (Clemson 2014, 2015).
  std::optional<queue::DisciplineConfig> shared_queue;
  // What managers of several queues and classifiers tell flows apart by; outlives the CMTS. Others
  // need none.
  const FlowTable* flows = nullptr;
};

struct CmtsConfig {
  docsis::TimingProfile timing;  // plant_delay_ps: of the farthest modem
  std::vector<docsis::ChannelParameters> channels;
  std::vector<UpstreamFlowConfig> flows;
  DownstreamConfig downstream;
  std::uint64_t seed = 1;

  std::uint32_t request_opportunities = 4;  // in each MAP's request region [engineering choice]
  unsigned backoff_start = 2;               // exponents; defaults of the ARRIS C4
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
