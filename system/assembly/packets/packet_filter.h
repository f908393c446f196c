// Selects packets by the values in their records.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/base/flow.h"
#include "platform/base/time.h"
#include "system/assembly/packets/packet_record.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// True if the packet flow belongs to the traffic flow: it has its name, or that name followed by a
// slash and more.
bool is_below(const std::string& name, const std::string& traffic);

// A condition is KEY=VALUE. Keys: modem, service_flow, flow (of traffic), direction (upstream,
// downstream), outcome (delivered, dropped, in_flight), time (FROM:TO in seconds, the time of the
// packet's creation; either bound may be missing). A packet passes if, for each key that occurs, at
// least one of its values matches.
class PacketFilter {
 public:
  // scenario: with modem groups expanded. Throws InputError, one line that begins with `option`.
  PacketFilter(const std::vector<std::string>& conditions, const Scenario& scenario,
               const std::string& option);

  // flows: gives the names of packet flows.
  bool passes(const PacketRecord& record, const FlowTable& flows);
  // For events that belong to no packet: true if the modem, or the time, is selected.
  bool has_modem(unsigned modem) const { return modems_.empty() || modems_[modem]; }
  bool is_in_time(TimePs at) const;

 private:
  using Names = std::vector<std::string>;
  enum class Fit : std::uint8_t { kUnknown, kNo, kYes };

  void add(const std::string& key, const std::string& value, const Scenario& scenario);
  void add_modem(const std::string& value, const Scenario& scenario);
  void add_service_flow(const std::string& value, const Scenario& scenario);
  void add_flow(const std::string& value, const Scenario& scenario);
  void add_window(const std::string& value);
  bool is_of_flow(FlowId flow, const FlowTable& flows);

  std::vector<bool> modems_;  // by index; empty: all
  // By modem and direction, then by number; all empty: every service flow passes.
  std::vector<std::vector<bool>> service_flows_;
  bool has_service_flows_ = false;
  Names flow_names_;              // also matches names that continue with "/"; empty: all
  std::vector<Fit> flows_;        // by FlowId: result of the last check
  std::uint32_t directions_ = 0;  // one bit per direction; 0: all
  std::uint32_t outcomes_ = 0;
  std::vector<std::pair<TimePs, TimePs>> windows_;  // empty: all
};

}  // namespace docsis_vp::system
