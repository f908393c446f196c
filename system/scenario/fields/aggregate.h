// Declares the configuration of an aggregate service flow: two service flows under one rate and one
// law.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "system/scenario/fields/direction.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

// Treatment of ECN-capable packets in the queue of the other kind.
enum class Ect0InLowLatency { kClassic, kAsEct1 };
enum class Ect1InClassic { kDrop, kMark };

// The coupled law of both queues (models/aqm/dual_queue).
struct CoupledAqmConfig {
  double target_ms = 10;
  unsigned max_threshold_us = 1000;
  unsigned range_exponent = 19;
  double coupling_factor = 2;
  unsigned weight = 230;
  bool queue_protection = true;
  std::optional<unsigned> protection_threshold_us;
  unsigned protection_score_us = 4000;
  unsigned protection_drain_exponent = 19;
  std::optional<unsigned> redirect_dscp;
  std::optional<unsigned> redirect_ecn;
  unsigned virtual_queue_interval_us = 500;
  unsigned virtual_queue_ewma_exponent = 7;
  unsigned loop_delay_offset_maps = 0;
  Ect0InLowLatency ect0_in_low_latency = Ect0InLowLatency::kClassic;
  Ect1InClassic ect1_in_classic = Ect1InClassic::kDrop;
  bool overload_drops = true;
};

// Packets that the low-latency service flow takes.
struct LowLatencyPackets {
  bool l4s = true;
  bool ect0 = false;
  bool by_dscp = true;
  std::vector<double> dscps = {45, 46};
};

struct AggregateConfig {
  std::string name;
  std::string modem;
  Direction direction = Direction::kUpstream;
  std::optional<std::string> classic_service_flow;
  std::optional<std::string> low_latency_service_flow;
  double amsr_mbps = 0;
  std::optional<double> peak_rate_mbps;
  unsigned max_burst_bytes = 3044;
  LowLatencyPackets low_latency_packets;
  CoupledAqmConfig aqm;

  bool has(const std::string& service_flow) const {
    return classic_service_flow == service_flow || low_latency_service_flow == service_flow;
  }
};

const Table<CoupledAqmConfig>& coupled_aqm_table();
const Table<AggregateConfig>& aggregate_table();

}  // namespace docsis_vp::system
