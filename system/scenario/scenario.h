// What a scenario says, as typed structures in the units users write. The tables of
// fields.h describe every member; docs/scenario-reference.md is made from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/burst_builder/grant_plan.h"
#include "models/cm/map_parser/map_parser.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/request_engine/request_engine.h"

namespace docsis_vp::system {

struct StatsConfig {
  double warmup_s = 0;
};

enum class RfProfile { kDocsis30, kDocsis31 };

// TDMA has a rate and minislots of so many ticks, OFDMA the rest.
struct ChannelConfig {
  std::string name;
  std::optional<double> rate_mbps;
  std::optional<unsigned> ticks_per_minislot;
  std::optional<unsigned> subcarriers;
  std::optional<unsigned> spacing_khz;
  std::optional<unsigned> cyclic_prefix_samples;
  std::optional<unsigned> symbols_per_frame;
  std::optional<unsigned> bits_per_s_per_hz;
};

// Values that are absent come from the profile.
struct RfConfig {
  RfProfile profile = RfProfile::kDocsis30;
  std::vector<ChannelConfig> channels;
  std::optional<double> map_interval_us;
  std::optional<double> map_lead_us;
  std::optional<double> map_build_us;
  std::optional<double> decode_us;
  std::optional<double> downstream_latency_us;
  std::optional<double> cm_map_proc_us;
  std::optional<double> map_phase_us;
  std::optional<double> grant_offset_us;
  unsigned request_opportunities = 4;
  unsigned backoff_start = 2;
  unsigned backoff_end = 8;
  double downstream_mbps = 1000;
};

struct MapParserConfig {
  unsigned cycles_per_map = cm::MapParserConfig{}.cycles_per_map;
  unsigned cycles_per_element = cm::MapParserConfig{}.cycles_per_element;
  unsigned parsers = cm::MapParserConfig{}.parsers;
};

enum class BuildUnit { kGrant, kFrame };

struct BurstBuilderConfig {
  unsigned cycles_per_segment = cm::BuildCosts{}.cycles_per_segment;
  unsigned cycles_per_packet = cm::BuildCosts{}.cycles_per_packet;
  std::optional<BuildUnit> build_unit;
};

struct QueueMemoryConfig {
  std::uint64_t capacity_bytes = cm::QueueMemoryConfig{}.capacity_bytes;
  unsigned descriptors_per_flow = 8192;
  unsigned port_bytes_per_cycle = cm::PortConfig{}.bytes_per_cycle;
  double port_efficiency_percent = cm::PortConfig{}.efficiency_permille / 10.0;
  bool writes_alternate_with_reads = cm::PortConfig{}.writes_alternate_with_reads;
};

enum class DelayBytes { kAll, kUngranted, kUnreleased };

struct AqmEngineConfig {
  DelayBytes delay_bytes = DelayBytes::kAll;
  unsigned law_cycles_per_flow = cm::AqmEngineConfig{}.law_cycles_per_flow;
};

enum class Placement { kHardware, kFirmware };
enum class CpuProfile { kIbexSmall, kIbexMaxperf, kIdeal, kZero };

struct CpuConfig {
  CpuProfile profile = CpuProfile::kIbexSmall;
  double clock_mhz = 200;
  double quantum_us = 10;
  unsigned memory_wait_states = 0;
  unsigned register_wait_states = 1;
};

struct ModemConfig {
  std::string name;
  double plant_delay_us = 40;
  double mac_clock_mhz = 250;
  Placement control_law = Placement::kHardware;
  Placement drop = Placement::kHardware;
  std::string firmware = "docsis_pie";
  CpuConfig cpu;
  MapParserConfig map_parser;
  BurstBuilderConfig burst_builder;
  QueueMemoryConfig queue_memory;
  AqmEngineConfig aqm_engine;

  bool has_cpu() const { return control_law == Placement::kFirmware; }
};

enum class Direction { kUpstream, kDownstream };
enum class AqmAlgorithm { kNone, kDocsisPie };

struct AqmConfig {
  AqmAlgorithm algorithm = AqmAlgorithm::kDocsisPie;
  unsigned target_ms = 10;
};

struct ServiceFlowConfig {
  std::string name;
  std::string modem;
  Direction direction = Direction::kUpstream;
  double max_sustained_rate_mbps = 0;
  std::optional<double> peak_rate_mbps;
  unsigned max_burst_bytes = 3044;
  unsigned traffic_priority = 0;
  unsigned request_unit_bytes = cm::RequestFlowConfig{}.bytes_per_unit;
  unsigned contention_window_eighths = cm::RequestFlowConfig{}.window_eighths;
  std::optional<double> buffer_ms;
  std::optional<std::uint64_t> buffer_bytes;
  AqmConfig aqm;
};

enum class FlowKind { kUdp, kTrace };

// Packets from one host to another.
struct FlowConfig {
  std::string name;
  FlowKind kind = FlowKind::kUdp;
  std::string modem;
  Direction direction = Direction::kUpstream;
  double start_s = 0;
  std::optional<double> stop_s;
  unsigned packet_bytes = 1500;
  double interval_us = 0;
  double jitter_percent = 0;
  std::optional<double> phase_us;
  std::optional<std::uint64_t> packets;
  std::string file;
  std::string ip_source;
  double speed = 1;
  bool loop = false;
};

enum class EventKind { kLoseMap, kLoseRequest, kLoseBurst, kMissGrant };

// Something that goes wrong at a given time.
struct EventConfig {
  double time_s = 0;
  EventKind kind = EventKind::kLoseMap;
  std::string modem;
  unsigned count = 1;
};

struct Scenario {
  std::string name;
  std::string description;
  double duration_s = 10;
  std::uint64_t seed = 1;
  StatsConfig stats;
  RfConfig rf;
  std::vector<ModemConfig> modems;
  std::vector<ServiceFlowConfig> service_flows;
  std::vector<FlowConfig> flows;
  std::vector<EventConfig> events;
};

}  // namespace docsis_vp::system
