// Declares the configuration of a service flow: a queue with its own quality of service. The modem
// holds the upstream ones, the CMTS the downstream ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/cm/request_engine/request_engine_config.h"
#include "models/cm/transmit_queue/transmit_queue_config.h"
#include "models/queue/drop_tail.h"
#include "platform/base/tos.h"
#include "system/scenario/fields/aqm.h"
#include "system/scenario/fields/direction.h"
#include "system/scenario/fields/latency_histogram.h"
#include "system/scenario/fields/scheduling.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

// Queue size from a configuration file (TLV 24.35, 25.35).
struct BufferControl {
  std::uint64_t minimum_bytes = 0;  // 0: no minimum
  std::uint64_t target_bytes = 0;   // 0: default size
  std::uint64_t maximum_bytes = UINT32_MAX;
};

// Implementation of the token buckets.
enum class Engine { kModel, kRtl };

struct ServiceFlowConfig {
  std::string name;
  std::string modem;
  Direction direction = Direction::kUpstream;
  double max_sustained_rate_mbps = 0;
  std::optional<double> peak_rate_mbps;
  unsigned max_burst_bytes = 3044;
  std::optional<Engine> shaper_engine;  // upstream only
  unsigned traffic_priority = 0;
  std::optional<double> min_reserved_rate_mbps;
  std::optional<unsigned> min_reserved_packet_bytes;
  unsigned tos_and = 0xFF;
  unsigned tos_or = 0;
  std::optional<double> weight;
  std::optional<SchedulingConfig> scheduling;  // upstream only; set in a complete scenario
  cm::RequestOptions request;
  std::optional<double> buffer_ms;
  std::optional<std::uint64_t> buffer_bytes;
  std::optional<unsigned> buffer_packets;
  queue::DropTail drop_tail = queue::DropTail::kFull;
  std::optional<cm::TransmitQueueConfig> transmit_queue;
  std::optional<std::vector<std::string>> channels;
  AqmConfig aqm;
  LatencyHistogramConfig latency_histogram;

  // Index in the list of the scenario as written (instances.h); empty: from a configuration file.
  std::optional<std::size_t> position;
  // Set from a configuration file only.
  std::optional<BufferControl> buffer_control;
  std::optional<double> line_rate_mbps;  // set: only the channels limit the rate
  bool is_resequenced = true;            // downstream, where channels are bonded

  // The queue behind the shaper, which then releases whole packets; null: none.
  const cm::TransmitQueueConfig* second_queue() const {
    return transmit_queue && transmit_queue->packets > 0 ? &*transmit_queue : nullptr;
  }
  static constexpr const char* kSecondQueueKey = "/transmit_queue";
  void forget_second_queue() { transmit_queue.reset(); }
  // Rate from which buffers are computed.
  double nominal_rate_mbps() const { return line_rate_mbps.value_or(max_sustained_rate_mbps); }
  TosOverwrite tos() const {
    return {static_cast<std::uint8_t>(tos_and), static_cast<std::uint8_t>(tos_or)};
  }
};

const Table<ServiceFlowConfig>& service_flow_table();

}  // namespace docsis_vp::system
