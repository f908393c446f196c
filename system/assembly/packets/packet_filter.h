// Chooses packets by what their records say.
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

// True if the flow of packets belongs to that traffic: its name, or with more behind a slash.
bool is_below(const std::string& name, const std::string& traffic);

// KEY=VALUE with these keys: modem, service_flow, flow (of traffic), direction (upstream,
// downstream), outcome (delivered, dropped, in_flight), time (FROM:TO in seconds, of when the
// packet was created; either may be missing). A packet passes if of each key that is given one
// value fits.
class PacketFilter {
 public:
  // scenario: modem by modem. Throws InputError, one line that begins with `option`.
  PacketFilter(const std::vector<std::string>& conditions, const Scenario& scenario,
               const std::string& option);

  // flows: has the names of the flows of packets.
  bool passes(const PacketRecord& record, const FlowTable& flows);
  // For events that belong to no packet: whether the modem, or a time, is selected.
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
  // By modem and direction, then by number; all empty: all.
  std::vector<std::vector<bool>> service_flows_;
  bool has_service_flows_ = false;
  Names flow_names_;              // with what has "/" behind them; empty: all
  std::vector<Fit> flows_;        // by FlowId, as it was found
  std::uint32_t directions_ = 0;  // a bit for each; 0: all
  std::uint32_t outcomes_ = 0;
  std::vector<std::pair<TimePs, TimePs>> windows_;  // empty: all
};

}  // namespace docsis_vp::system
