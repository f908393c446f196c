// Declares the registry of traffic kinds: the values of a flow's `kind`. A row holds everything
// that is specific to a kind; no other code depends on the kind. Rows are in system/traffic, a
// folder per kind.
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

// Defaults of the keys of kinds that send UDP packets at intervals, as text for the reference.
struct PeriodicDefaults {
  std::string_view packet_bytes;
  std::string_view size_jitter_bytes;
  std::string_view interval_us;
  std::string_view jitter_percent;
  std::string_view source;
};

// A row of the registry. A null function means that the kind does not have this feature.
struct TrafficKind {
  std::string_view name;  // in scenarios and results

  // Transport. If neither is set, the hosts send frames of any kind.
  bool uses_tcp = false;
  bool is_periodic = false;  // UDP packets at intervals, with the common keys of these kinds
  // One TCP connection at a time, of which goodput and round trips say all, as tests of Flent
  // measure it.
  bool is_stream = false;

  // Which of the common keys the kind has.
  bool has_one_server = true;  // `rtt_ms`; false: keys of the kind give the round-trip times
  // `dscp`, addresses, ports; false: its packets have their own headers.
  bool has_headers = true;
  bool sizes_vary = false;  // is_periodic: `size_jitter_bytes`
  bool has_rate = false;    // is_periodic: `rate_mbps`, `on_ms`, `off_ms`
  PeriodicDefaults periodic;

  // Default of `demand_mbps`, as text for the reference.
  std::string_view demand;
  // Default of `congestion_control`; empty: that of the flow's TCP `preset`.
  std::optional<CongestionChoice> congestion_control;

  // Declares the keys that only this kind has.
  void (*add_fields)(Table<FlowConfig>& table) = nullptr;
  // Fills in keys that depend on others and checks combinations. Called after the keys of the
  // transport are complete. pointer: JSON pointer of the flow. Throws ConfigError.
  void (*complete)(FlowConfig& flow, const Extensions& extensions,
                   const std::string& pointer) = nullptr;
  // Fills in keys of all flows of the kind that depend on other parts of the scenario. written: the
  // scenario as in the file, with all other keys filled in. all: the same, with modem groups
  // expanded.
  void (*complete_in)(Scenario& written, const Scenario& all) = nullptr;
  // True if an instance of the flow has several connections at a time.
  bool (*has_several_connections)(const FlowConfig& flow) = nullptr;
  // Returns the name of the file that the flow reads; file_title says what the file is.
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
