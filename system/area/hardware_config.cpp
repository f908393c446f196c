#include "system/area/hardware_config.h"

#include <algorithm>
#include <string>
#include <vector>

#include "system/assembly/configure/configure.h"
#include "system/scenario/derive/upstream_channel.h"

namespace docsis_vp::system {

namespace {

// True if the event concerns a modem with the same hardware.
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

bool has_sid(const cm::DataPathConfig& config, unsigned channel) {
  return std::any_of(
      config.flows.begin(), config.flows.end(),
      [channel](const cm::DataPathFlowConfig& flow) { return flow.sids[channel] != 0; });
}

// Data profiles in which the modem gets grants.
std::vector<std::uint8_t> profiles_of(const ModemConfig& modem, const Scenario& scenario) {
  std::vector<std::uint8_t> iucs{static_cast<std::uint8_t>(modem.data_iuc)};
  for (const EventConfig& event : scenario.events) {
    if (event.kind == EventKind::kChangeDataProfile && concerns(event, modem, scenario)) {
      iucs.push_back(static_cast<std::uint8_t>(event.data_iuc));
    }
  }
  return iucs;
}

// Returns the initial channel and its forms after each change of its own profile.
std::vector<docsis::ChannelParameters> forms_of(unsigned channel, const Scenario& scenario) {
  std::vector<docsis::ChannelParameters> forms{channel_parameters(scenario.rf, channel)};
  RfConfig rf = scenario.rf;
  for (const EventConfig& event : scenario.events) {
    if (event.kind == EventKind::kChangeProfile && event.channel == forms.front().name) {
      rf.channels[channel].rate_mbps = event.rate_mbps;
      rf.channels[channel].bits_per_s_per_hz = event.bits_per_s_per_hz;
      forms.push_back(channel_parameters(rf, channel));
    }
  }
  return forms;
}

// Returns the form with the profile that carries the most for the modem.
docsis::ChannelParameters fullest(unsigned channel, const ModemConfig& modem,
                                  const Scenario& scenario) {
  const std::vector<docsis::ChannelParameters> forms = forms_of(channel, scenario);
  docsis::ChannelParameters most = forms.front();
  most.profile_bytes = {};
  most.bytes_per_minislot = 0;
  for (const docsis::ChannelParameters& form : forms) {
    most.rate_bps = std::max(most.rate_bps, form.rate_bps);
    for (const std::uint8_t iuc : profiles_of(modem, scenario)) {
      const std::uint32_t further = form.profile_bytes[iuc];
      most.bytes_per_minislot =
          std::max(most.bytes_per_minislot, further != 0 ? further : form.bytes_per_minislot);
    }
  }
  return most;
}

}  // namespace

cm::DataPathConfig hardware_config(const Scenario& scenario, unsigned modem) {
  const cm::DataPathConfig all = modem_config(scenario, modem);
  cm::DataPathConfig made = all;
  made.channels.clear();
  for (cm::DataPathFlowConfig& flow : made.flows) {
    flow.sids.clear();
  }
  for (unsigned channel = 0; channel < all.channels.size(); ++channel) {
    if (!has_sid(all, channel) &&
        !is_moved_to(all.channels[channel].name, scenario.modems[modem], scenario)) {
      continue;
    }
    made.channels.push_back(fullest(channel, scenario.modems[modem], scenario));
    for (std::size_t flow = 0; flow < made.flows.size(); ++flow) {
      made.flows[flow].sids.push_back(all.flows[flow].sids[channel]);
    }
  }
  return made;
}

}  // namespace docsis_vp::system
