// Registry of traffic kinds: the values of a flow's `kind`. A row carries all that the platform
// knows of a kind; nothing else tells kinds apart. Rows are in system/traffic, a folder per kind.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system/scenario/fields/flow/tcp.h"

namespace docsis_vp::system {

class Extensions;
class FlowUnit;
struct FlowConfig;
struct FlowPlan;
struct Scenario;
struct Site;

// Defaults of the keys of kinds that send UDP packets at intervals, as texts for the reference.
struct PeriodicDefaults {
  std::string_view packet_bytes;
  std::string_view size_jitter_bytes;
  std::string_view interval_us;
  std::string_view jitter_percent;
  std::string_view source;
};

// A row of the registry. Unset functions: the kind has nothing of this.
struct TrafficKind {
  std::string_view name;  // in scenarios and results

  // Transport. Without both, the hosts send frames of any size.
  bool uses_tcp = false;
  bool is_periodic = false;  // UDP packets at intervals, with the common keys of these kinds

  // Common keys that it has.
  bool has_one_server = true;  // `rtt_ms`; else its own keys give round-trip times
  bool has_headers = true;     // `dscp`, addresses, ports; else its packets bring headers
  bool sizes_vary = false;     // is_periodic: `size_jitter_bytes`
  bool has_rate = false;       // is_periodic: `rate_mbps`, `on_ms`, `off_ms`
  PeriodicDefaults periodic;

  // Its default of `demand_mbps`, for the reference.
  std::string_view demand;
  // Default of `congestion_control`; empty: the preset's.
  std::optional<CongestionChoice> congestion_control;

  // Declares its own keys.
  void (*add_fields)(Table<FlowConfig>& table) = nullptr;
  // Fills in keys that depend on others and checks combinations, after the keys of the transport.
  // pointer: of the flow. Throws ConfigError.
  void (*complete)(FlowConfig& flow, const Extensions& extensions,
                   const std::string& pointer) = nullptr;
  // Fills in keys of all flows of the kind that depend on other parts of the scenario. written: the
  // scenario as its author lists it, complete but for these; all: the same with every modem listed.
  void (*complete_in)(Scenario& written, const Scenario& all) = nullptr;
  // True if an instance has several connections at a time.
  bool (*has_several_connections)(const FlowConfig& flow) = nullptr;
  // The file that it reads, and a title for it.
  std::string* (*file)(FlowConfig& flow) = nullptr;
  std::string_view file_title;
  // Adds notes on a complete flow that a user should read before the run.
  void (*add_notes)(const FlowConfig& flow, std::vector<std::string>& notes) = nullptr;
  // Builds the hosts. Throws InputError and ConfigError.
  std::unique_ptr<FlowUnit> (*make)(const FlowPlan& plan, const Site& site) = nullptr;
};

// Number of a row in the registry. The first row is the default of `kind`.
enum class FlowKind : std::uint8_t {};

// All kinds, in the order of the reference.
const std::vector<const TrafficKind*>& traffic_kinds();

const TrafficKind& row_of(FlowKind kind);
// Throws std::invalid_argument for an unknown name.
FlowKind flow_kind(std::string_view name);

}  // namespace docsis_vp::system
