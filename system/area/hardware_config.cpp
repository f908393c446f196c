#include "system/area/hardware_config.h"

#include <algorithm>
#include <string>

#include "system/assembly/configure.h"

namespace docsis_vp::system {

namespace {

// Whether the event is one of a modem that is made as this one is.
bool concerns(const EventConfig& event, const ModemConfig& modem, const Scenario& scenario) {
  return event.modem == modem.name ||
         (!modem.family.empty() &&
          std::any_of(scenario.modems.begin(), scenario.modems.end(), [&](const ModemConfig& each) {
            return each.name == event.modem && each.family == modem.family;
          }));
}

bool is_moved_to(const std::string& channel, const ModemConfig& modem, const Scenario& scenario) {
  return std::any_of(scenario.events.begin(), scenario.events.end(), [&](const EventConfig& event) {
    return event.kind == EventKind::kChangeTransmitChannels &&
           std::count(event.channels->begin(), event.channels->end(), channel) > 0 &&
           concerns(event, modem, scenario);
  });
}

bool has_sid(const cm::ModemConfig& config, unsigned channel) {
  return std::any_of(
      config.flows.begin(), config.flows.end(),
      [channel](const cm::UpstreamFlowConfig& flow) { return flow.sids[channel] != 0; });
}

}  // namespace

cm::ModemConfig hardware_config(const Scenario& scenario, unsigned modem) {
  const cm::ModemConfig all = modem_config(scenario, modem);
  cm::ModemConfig made = all;
  made.channels.clear();
  for (cm::UpstreamFlowConfig& flow : made.flows) {
    flow.sids.clear();
  }
  for (unsigned channel = 0; channel < all.channels.size(); ++channel) {
    if (!has_sid(all, channel) &&
        !is_moved_to(all.channels[channel].name, scenario.modems[modem], scenario)) {
      continue;
    }
    made.channels.push_back(all.channels[channel]);
    for (std::size_t flow = 0; flow < made.flows.size(); ++flow) {
      made.flows[flow].sids.push_back(all.flows[flow].sids[channel]);
    }
  }
  return made;
}

}  // namespace docsis_vp::system
