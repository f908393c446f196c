#include "system/assembly/modem/channel_changes.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "models/cmts/config.h"
#include "system/assembly/configure/configure.h"
#include "system/assembly/configure/units.h"
#include "system/scenario/derive/modem_index.h"
#include "system/scenario/derive/upstream_channel.h"

namespace docsis_vp::system {

namespace {

unsigned index_of(const RfConfig& rf, const std::string& channel) {
  const auto found = std::find_if(rf.channels.begin(), rf.channels.end(),
                                  [&](const ChannelConfig& c) { return c.name == channel; });
  return static_cast<unsigned>(found - rf.channels.begin());
}

// Returns the channels used during a change: those that stay, or the new ones if none stays. The
// CMTS grants nothing on the new ones before the modem has changed.
std::vector<unsigned> while_changing(const std::vector<unsigned>& from,
                                     const std::vector<unsigned>& to) {
  std::vector<unsigned> both;
  std::copy_if(to.begin(), to.end(), std::back_inserter(both), [&](unsigned channel) {
    return std::find(from.begin(), from.end(), channel) != from.end();
  });
  return both.empty() ? to : both;
}

}  // namespace

ChannelChanges::ChannelChanges(const Scenario& scenario, cmts::Cmts& cmts,
                               const std::vector<std::unique_ptr<ModemUnit>>& modems)
    : scenario_(scenario),
      cmts_(cmts),
      modems_(modems),
      actions_("channel_changes", cmts.sequencer(), cmts::kReceive) {
  std::vector<EventConfig> events;
  std::copy_if(scenario.events.begin(), scenario.events.end(), std::back_inserter(events),
               [](const EventConfig& event) { return event.changes_channels(); });
  if (events.empty()) return;
  std::stable_sort(events.begin(), events.end(),
                   [](const EventConfig& a, const EventConfig& b) { return a.time_s < b.time_s; });
  list_flows();
  RfConfig rf = scenario.rf;
  std::vector<std::uint8_t> ucd_counts(rf.channels.size(), docsis::ChannelParameters{}.ucd_count);
  for (const EventConfig& event : events) {
    if (event.kind == EventKind::kChangeTransmitChannels) {
      script_move(event);
    } else if (event.kind == EventKind::kChangeProfile) {
      script_profile(event, rf, ucd_counts);
    } else if (event.kind == EventKind::kChangeDataProfile) {
      script_data_profile(event);
    }
  }
}

void ChannelChanges::list_flows() {
  const std::vector<cmts::UpstreamFlowConfig> flows = cmts_config(scenario_).flows;
  std::vector<unsigned> next(modems_.size());
  for (const cmts::UpstreamFlowConfig& flow : flows) {
    Flow& entry = flows_.emplace_back();
    entry.at_cmts = static_cast<cmts::UpstreamFlow>(flows_.size() - 1);
    entry.modem = flow.modem;
    entry.at_modem = next[flow.modem]++;
    entry.channels = flow.channels;
  }
}

void ChannelChanges::script_move(const EventConfig& event) {
  std::vector<unsigned> channels;
  for (const std::string& name : *event.channels) {
    channels.push_back(index_of(scenario_.rf, name));
  }
  std::sort(channels.begin(), channels.end());
  const unsigned modem = ModemIndex(scenario_).of(event.modem);
  const std::vector<cm::DataPathFlowConfig>& own = modems_[modem]->modem().config().flows;
  for (Flow& flow : flows_) {
    if (flow.modem == modem &&
        (!event.service_flow || *event.service_flow == own[flow.at_modem].name)) {
      move(flow, channels, event);
    }
  }
  actions_.add(from_seconds(event.time_s), [this, event] {
    events_.push_back({event.time_s, "change_transmit_channels", event.modem, {}});
  });
}

void ChannelChanges::move(Flow& flow, const std::vector<unsigned>& channels,
                          const EventConfig& event) {
  const TimePs begin = from_seconds(event.time_s);
  const TimePs exchange = from_ms(event.exchange_ms);
  const cmts::UpstreamFlow at_cmts = flow.at_cmts;
  actions_.add(begin, [this, at_cmts, meanwhile = while_changing(flow.channels, channels)] {
    cmts_.assign(at_cmts, meanwhile);
  });
  actions_.add(begin + exchange, [this, at_cmts, channels] { cmts_.assign(at_cmts, channels); });
  ModemUnit& unit = *modems_[flow.modem];
  std::vector<std::uint16_t> sids(scenario_.rf.channels.size());
  for (const unsigned channel : channels) {
    sids[channel] = unit.sid_of(flow.at_modem);
  }
  unit.act_at(begin + exchange / 2,
              [&unit, number = flow.at_modem, sids] { unit.modem().use_channels(number, sids); });
  flow.channels = channels;
}

void ChannelChanges::script_data_profile(const EventConfig& event) {
  const unsigned modem = ModemIndex(scenario_).of(event.modem);
  actions_.add(from_seconds(event.time_s), [this, event, modem] {
    for (const Flow& flow : flows_) {
      if (flow.modem == modem) {
        cmts_.change_data_profile(flow.at_cmts, static_cast<std::uint8_t>(event.data_iuc));
      }
    }
    events_.push_back({event.time_s, "change_data_profile", event.modem, {}});
  });
}

void ChannelChanges::script_profile(const EventConfig& event, RfConfig& rf,
                                    std::vector<std::uint8_t>& ucd_counts) {
  const unsigned channel = index_of(rf, event.channel);
  rf.channels[channel].rate_mbps = event.rate_mbps;
  rf.channels[channel].bits_per_s_per_hz = event.bits_per_s_per_hz;
  docsis::ChannelParameters parameters = channel_parameters(rf, channel);
  parameters.ucd_count = ++ucd_counts[channel];
  const TimePs at = from_seconds(event.time_s);
  actions_.add(at, [this, event, channel, parameters] {
    cmts_.change_channel(channel, parameters);
    events_.push_back({event.time_s, "change_profile", "", event.channel});
  });
  const TimePs known = std::max<TimePs>(0, at - from_ms(event.ucd_lead_ms));
  for (const auto& unit : modems_) {
    unit->act_at(known, [&modem = unit->modem(), channel, parameters] {
      modem.learn_ucd(channel, parameters);
    });
  }
}

}  // namespace docsis_vp::system
