// Moves service flows among upstream channels and changes channel profiles, at modem and CMTS, with
// the delays of the messages.
#pragma once

#include <memory>
#include <vector>

#include "models/cmts/cmts.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/series/timed_actions.h"
#include "system/results/results.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// The messages (DBC-REQ, DBC-RSP, UCD) do not cross the simulated plant. Their effects occur at the
// times that the scenario gives.
class ChannelChanges {
 public:
  // scenario: with every modem listed. All arguments must outlive the object.
  ChannelChanges(const Scenario& scenario, cmts::Cmts& cmts,
                 const std::vector<std::unique_ptr<ModemUnit>>& modems);

  // Changes so far, in order of time.
  const std::vector<EventResult>& events() const { return events_; }

 private:
  struct Flow {
    cmts::UpstreamFlow at_cmts = 0;
    unsigned modem = 0;
    unsigned at_modem = 0;           // index of the flow at the modem
    std::vector<unsigned> channels;  // channels after all scripted changes so far
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
  // Run at the CMTS after the bursts received by then and before the next MAP.
  TimedActions actions_;
  std::vector<Flow> flows_;
  std::vector<EventResult> events_;
};

}  // namespace docsis_vp::system
