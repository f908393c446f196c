// Declares the configuration of a modem's data path. It is independent of any file format.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/aqm/dual_queue/latency_histogram.h"
#include "models/cm/aqm_engine/aqm_engine_options.h"
#include "models/cm/burst_builder/burst_builder_config.h"
#include "models/cm/ingress_hold/ingress_hold_config.h"
#include "models/cm/managed_queue/managed_queue_config.h"
#include "models/cm/map_parser/map_parser_config.h"
#include "models/cm/queue_memory/queue_memory_config.h"
#include "models/cm/request_engine/request_engine_config.h"
#include "models/cm/resequencer/resequencer_config.h"
#include "models/cm/shaper/release_process.h"
#include "models/cm/transmit_queue/transmit_queue_config.h"
#include "models/docsis/channel.h"
#include "models/docsis/packet_classifier.h"
#include "models/docsis/scheduling_config.h"
#include "models/queue/fifo_limits.h"
#include "models/queue/law.h"

namespace docsis_vp::cm {

struct AggregateQueueConfig;
struct AqmEngineConfig;

struct DataPathFlowConfig {
  std::string name = "us0";
  queue::LawConfig law;  // including rates and buffer; 0 = no limit
  // Several queues under a manager, instead of one queue under the law. The law's buffer limits the
  // sum of their bytes.
  std::optional<ManagedQueueConfig> manager;
  // A second queue behind the shaper. Bursts are built only from this queue. Not with a manager.
  std::optional<TransmitQueueConfig> second_queue;
  ShaperConfig shaper;              // bit/s, bytes
  queue::FifoLimits queue;          // limits in queue memory: bytes, descriptors
  std::vector<std::uint16_t> sids;  // one per channel, 1..0x3DFF; 0: not on it
  unsigned priority = 0;            // 0..7, 7 high
  RequestOptions request;
  docsis::SchedulingConfig scheduling;  // as registration gave it to the modem
  latency_histogram_config latency_edges = latency_histogram_usual();
};

// Costs and sizes without a source are engineering choices and can be changed.
struct DataPathConfig {
  std::string name = "cm0";  // part of the names of its random streams
  unsigned index = 0;        // copied into its bursts
  std::uint64_t seed = 1;
  std::uint64_t mac_clock_hz = 250'000'000;

  // Line rates of the LAN ports. They determine the area of blocks that process frames on arrival.
  std::vector<std::uint64_t> lan_bps{1'000'000'000};

  std::vector<docsis::ChannelParameters> channels;  // 1..32, the transmit channel set
  TimePs map_interval = 2 * kPsPerMs;               // no grant is longer; sizes buffers

  std::vector<DataPathFlowConfig> flows;  // 1..48; 1..32 with an ingress hold
  // Aggregate service flows: up to 16. Their flows have neither manager nor second queue.
  std::vector<std::shared_ptr<const AggregateQueueConfig>> aggregates;
  docsis::PacketClassifierConfig classifier;

  std::vector<unsigned> downstream_channels{0};  // indices of the receive channel set
  unsigned downstream_flows = 1;                 // service flows, at most 48
  TimePs resequencing_wait = ResequencerConfig{}.wait;

  QueueMemoryConfig queue_memory;

  MapParserConfig map_parser;
  BurstBuilderConfig burst_builder;
  unsigned max_request_tries = 16;

  Placement control_law = Placement::kHardware;
  std::optional<IngressHoldConfig> ingress_hold;  // present: firmware decides on each packet
  AqmEngineOptions aqm_engine;
  TimePs tick_phase = 0;  // phase of the 16 ms latch

  TimePs stats_from = 0;  // distributions exclude earlier events
};

// Returns the aggregate of a flow; null if it has none.
const AggregateQueueConfig* aggregate_of(const DataPathConfig& config, unsigned flow);
// Derive the configuration of each block.
std::vector<docsis::ChannelGeometry> geometries(const DataPathConfig& config);
QueueMemoryConfig queue_memory_config(const DataPathConfig& config);
std::vector<ShaperConfig> shaper_config(const DataPathConfig& config);
RequestEngineConfig request_engine_config(const DataPathConfig& config);
BurstBuilderConfig burst_builder_config(const DataPathConfig& config);
std::vector<std::uint32_t> largest_frames(const DataPathConfig& config);
MapParserConfig map_parser_config(const DataPathConfig& config);
AqmEngineConfig aqm_engine_config(const DataPathConfig& config);
ResequencerConfig resequencer_config(const DataPathConfig& config);

}  // namespace docsis_vp::cm
