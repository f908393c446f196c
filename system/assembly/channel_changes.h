// Service flows that move among upstream channels and channels that get another profile, at both
// ends of the plant and with the time that telling takes.
#pragma once

#include <memory>
#include <vector>

#include "models/cmts/cmts.h"
#include "system/assembly/modem_unit.h"
#include "system/assembly/timed_actions.h"
#include "system/results/results.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// The messages themselves (DBC-REQ, DBC-RSP, UCD) do not cross the plant: what they bring about
// takes place at the times that the scenario gives.
class ChannelChanges {
 public:
  // scenario: modem by modem; both are to outlive the changes, as is the CMTS.
  ChannelChanges(const Scenario& scenario, cmts::Cmts& cmts,
                 const std::vector<std::unique_ptr<ModemUnit>>& modems);

  // What was changed, in order of time.
  const std::vector<EventResult>& events() const { return events_; }

 private:
  struct Flow {
    cmts::UpstreamFlow at_cmts = 0;
    unsigned modem = 0;
    unsigned at_modem = 0;           // its number there
    std::vector<unsigned> channels;  // as the script leaves them
  };

  void list_flows();
  void script_move(const EventConfig& event);
  void script_data_profile(const EventConfig& event);
  void script_profile(const EventConfig& event, RfConfig& rf,
                      std::vector<std::uint8_t>& ucd_counts);
  void move(Flow& flow, const std::vector<unsigned>& channels, const EventConfig& event);

  const Scenario& scenario_;
  cmts::Cmts& cmts_;
  const std::vector<std::unique_ptr<ModemUnit>>& modems_;
  TimedActions actions_;  // of the CMTS: what it has heard by then counts, the next MAP obeys
  std::vector<Flow> flows_;
  std::vector<EventResult> events_;
};

}  // namespace docsis_vp::system
