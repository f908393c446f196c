#include "system/scenario/complete/complete_mac.h"

#include <algorithm>
#include <string>
#include <vector>

#include "models/cm/classifier/classifier.h"
#include "models/cm/flow_interfaces.h"
#include "models/docsis/ds_header.h"
#include "models/docsis/map.h"
#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "system/json/writer.h"
#include "system/scenario/derive/classifier_rule.h"

namespace docsis_vp::system {

namespace {

constexpr double kLongestPlantDelayUs = 1'000;
constexpr std::size_t kMaxDownstreamChannels = 32;
constexpr double kInstantS = 1e-12;

using Names = std::vector<std::string>;

std::string at(const char* list, std::size_t index) {
  return "/" + std::string(list) + "/" + std::to_string(index);
}

Names channel_names(const Scenario& scenario) {
  Names names;
  for (const ChannelConfig& channel : scenario.rf.channels) {
    names.push_back(channel.name);
  }
  return names;
}

Names downstream_channel_names(const Scenario& scenario) {
  Names names;
  for (const DownstreamChannelConfig& channel : scenario.rf.downstream_channels) {
    names.push_back(channel.name);
  }
  return names;
}

void check_downstream_channels(const RfConfig& rf) {
  if (rf.downstream_channels.size() > kMaxDownstreamChannels) {
    throw ConfigError("/rf/downstream_channels",
                      "expected " + std::to_string(kMaxDownstreamChannels) + " channels at most");
  }
  if (!rf.downstream_channels.empty() && rf.downstream_channels[0].extra_latency_us > 0) {
    throw ConfigError(at("rf/downstream_channels", 0) + "/extra_latency_us",
                      "expected 0 for the primary channel, the first, whose latency is "
                      "rf.downstream_latency_us");
  }
  for (std::size_t i = 0; i < rf.downstream_channels.size(); ++i) {
    for (std::size_t other = 0; other < i; ++other) {
      if (rf.downstream_channels[other].name == rf.downstream_channels[i].name) {
        throw ConfigError(at("rf/downstream_channels", i) + "/name",
                          "there are two channels \"" + rf.downstream_channels[i].name + "\"");
      }
    }
  }
}

void check_channels(const std::optional<Names>& used, const Names& known, const std::string& whose,
                    const std::string& pointer, const std::string& key = "channels") {
  for (std::size_t i = 0; used && i < used->size(); ++i) {
    const auto own = used->begin() + static_cast<std::ptrdiff_t>(i);
    const std::string here =
        std::string(pointer).append("/").append(key).append("/").append(std::to_string(i));
    if (std::find(known.begin(), known.end(), *own) == known.end()) {
      throw ConfigError(here, whose + " has no channel \"" + *own + "\"" +
                                  suggestion(*own, {known.begin(), known.end()}));
    }
    if (std::find(used->begin(), own, *own) != own) {
      throw ConfigError(here, "the channel \"" + *own + "\" is named twice");
    }
  }
}

// Checks that all OFDMA channels of a modem have its assigned data profile.
void check_data_iuc(const RfConfig& rf, const ModemConfig& modem, unsigned iuc,
                    const std::string& pointer) {
  if (iuc == docsis::kIucAdvancedLongData) return;
  bool has_ofdma = false;
  for (const ChannelConfig& channel : rf.channels) {
    const bool uses = !modem.channels ||
                      std::count(modem.channels->begin(), modem.channels->end(), channel.name) > 0;
    if (!uses || channel.kind == docsis::ChannelKind::kTdma) continue;
    has_ofdma = true;
    const std::vector<DataProfileConfig>& profiles = channel.data_profiles;
    if (std::none_of(profiles.begin(), profiles.end(),
                     [iuc](const DataProfileConfig& profile) { return profile.iuc == iuc; })) {
      throw ConfigError(pointer, "the channel \"" + channel.name +
                                     "\" has no data profile of IUC " + std::to_string(iuc));
    }
  }
  if (!has_ofdma) {
    throw ConfigError(pointer, "applies only for a modem with an OFDMA channel");
  }
}

void check_shared_queue(const RfConfig& rf, const ModemConfig& modem, const std::string& pointer) {
  if (rf.downstream_queue && modem.downstream_channels &&
      modem.downstream_channels->size() < rf.downstream_channels.size()) {
    throw ConfigError(pointer, "with rf.downstream_queue each modem listens to all channels");
  }
}

std::size_t flows_of(const Scenario& all, const std::string& modem, Direction direction) {
  return static_cast<std::size_t>(std::count_if(
      all.service_flows.begin(), all.service_flows.end(),
      [&](const auto& flow) { return flow.direction == direction && flow.modem == modem; }));
}

// The first modem of an entry stands for all, except for objects that name one modem.
void check_modem(const Scenario& all, const ModemConfig& modem, const std::string& pointer) {
  const std::size_t up = flows_of(all, modem.name, Direction::kUpstream);
  const bool is_judged = modem.drop == cm::Placement::kFirmware;
  const unsigned most = is_judged ? cm::kMaxJudgedFlows : cm::kMaxUpstreamFlows;
  if (up < 1 || up > most) {
    throw ConfigError(pointer, "the modem \"" + modem.name + "\" has " + std::to_string(up) +
                                   " upstream service flows, expected 1 to " +
                                   std::to_string(most) +
                                   (is_judged ? " with a drop of firmware" : ""));
  }
  const std::size_t down = flows_of(all, modem.name, Direction::kDownstream);
  if (down > docsis::kMaxDownstreamFlows) {
    throw ConfigError(pointer, "the modem \"" + modem.name + "\" has " + std::to_string(down) +
                                   " downstream service flows, expected " +
                                   std::to_string(docsis::kMaxDownstreamFlows) + " at most");
  }
}

void check_modems(const Scenario& written, const Scenario& all) {
  const Names channels = channel_names(written);
  std::size_t instance = 0;
  for (std::size_t i = 0; i < written.modems.size(); ++i) {
    const ModemConfig& modem = written.modems[i];
    const double farthest = *modem.plant_delay_us + (modem.count - 1) * modem.plant_delay_step_us;
    if (farthest > kLongestPlantDelayUs) {
      throw ConfigError(at("modems", i) + "/plant_delay_step_us",
                        "puts the last modem " + json_number(farthest) + " us away, expected " +
                            json_number(kLongestPlantDelayUs) + " at most");
    }
    check_channels(modem.channels, channels, "the link", at("modems", i));
    check_channels(modem.downstream_channels, downstream_channel_names(written), "the downstream",
                   at("modems", i), "downstream_channels");
    check_shared_queue(written.rf, modem, at("modems", i) + "/downstream_channels");
    check_data_iuc(written.rf, modem, modem.data_iuc, at("modems", i) + "/data_iuc");
    for (unsigned number = 0; number < modem.count; ++number) {
      check_modem(all, all.modems[instance++], at("modems", i));
    }
  }
}

void check_service_flows(const Scenario& all) {
  std::size_t sids = 0;
  const auto needed = std::count_if(
      all.service_flows.begin(), all.service_flows.end(),
      [](const ServiceFlowConfig& flow) { return flow.direction == Direction::kUpstream; });
  for (const ServiceFlowConfig& flow : all.service_flows) {
    const std::string pointer = flow.position ? at("service_flows", *flow.position) : "/modems";
    sids += flow.direction == Direction::kUpstream ? 1 : 0;
    if (sids > docsis::kMaxUnicastSid) {
      throw ConfigError(
          pointer, "there are no more than " + std::to_string(docsis::kMaxUnicastSid) +
                       " SIDs for upstream service flows, which need " + std::to_string(needed));
    }
    if (flow.channels && flow.direction == Direction::kDownstream) {
      throw ConfigError(pointer + "/channels", "applies only upstream");
    }
    const auto modem = std::find_if(all.modems.begin(), all.modems.end(),
                                    [&](const auto& m) { return m.name == flow.modem; });
    check_channels(flow.channels, modem->channels.value_or(channel_names(all)),
                   "the modem \"" + flow.modem + "\"", pointer);
  }
}

void check_classifiers(const Scenario& written, const Scenario& all) {
  for (std::size_t i = 0; i < written.classifiers.size(); ++i) {
    rule_of(written.classifiers[i], 0, at("classifiers", i));
  }
  // The classifiers of a modem are adjacent.
  std::size_t rules = 0;
  for (std::size_t i = 0; i < all.classifiers.size(); ++i) {
    const std::string& modem = all.classifiers[i].modem;
    rules = i > 0 && all.classifiers[i - 1].modem == modem ? rules + 1 : 1;
    if (rules > cm::kMaxClassifiers) {
      throw ConfigError("/classifiers", "the modem \"" + modem + "\" has more than " +
                                            std::to_string(cm::kMaxClassifiers) +
                                            " classifiers, those of traffic's `service_flow` "
                                            "included");
    }
  }
}

// Returns the event's modem, or the first of the equal modems of an entry.
const ModemConfig& modem_of(const Scenario& all, const EventConfig& event) {
  return *std::find_if(all.modems.begin(), all.modems.end(), [&](const ModemConfig& m) {
    return m.name == event.modem || m.family == event.modem;
  });
}

void check_move(const Scenario& all, const EventConfig& event, const std::string& pointer) {
  check_channels(event.channels, channel_names(all), "the link", pointer);
  if (!event.service_flow) return;
  const ModemConfig& modem = modem_of(all, event);
  std::vector<std::string_view> own;
  for (const ServiceFlowConfig& flow : all.service_flows) {
    if (flow.modem == modem.name && flow.direction == Direction::kUpstream) {
      own.push_back(flow.name);
    }
  }
  if (std::find(own.begin(), own.end(), *event.service_flow) == own.end()) {
    throw ConfigError(pointer + "/service_flow",
                      "the modem \"" + event.modem + "\" has no upstream service flow \"" +
                          *event.service_flow + "\"" + suggestion(*event.service_flow, own));
  }
}

bool is_moved(const Scenario& all, const ServiceFlowConfig& flow, const EventConfig& event) {
  const ModemConfig& modem =
      *std::find_if(all.modems.begin(), all.modems.end(),
                    [&](const ModemConfig& m) { return m.name == flow.modem; });
  return flow.direction == Direction::kUpstream &&
         (event.modem == modem.name || event.modem == modem.family) &&
         event.service_flow.value_or(flow.name) == flow.name;
}

// Checks that the exchanges of a service flow do not overlap.
void check_moves_apart(const Scenario& written, const Scenario& all) {
  const std::vector<EventConfig>& events = written.events;
  std::vector<std::size_t> moves;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].kind == EventKind::kChangeTransmitChannels) moves.push_back(i);
  }
  std::stable_sort(moves.begin(), moves.end(), [&](std::size_t a, std::size_t b) {
    return events[a].time_s < events[b].time_s;
  });
  const auto is_over_by = [](const EventConfig& move, double time_s) {
    return move.time_s + move.exchange_ms / 1e3 <= time_s + kInstantS;
  };
  for (const ServiceFlowConfig& flow : all.service_flows) {
    const EventConfig* last = nullptr;
    for (const std::size_t i : moves) {
      if (!is_moved(all, flow, events[i])) continue;
      if (last != nullptr && !is_over_by(*last, events[i].time_s)) {
        throw ConfigError(at("events", i) + "/time_s",
                          "the service flow \"" + flow.name + "\" still changes channels, from " +
                              json_number(last->time_s) + " s on for " +
                              json_number(last->exchange_ms) + " ms");
      }
      last = &events[i];
    }
  }
}

void check_profile(const Scenario& all, const EventConfig& event, const std::string& pointer) {
  const Names channels = channel_names(all);
  const auto channel = std::find(channels.begin(), channels.end(), event.channel);
  if (channel == channels.end()) {
    throw ConfigError(pointer + "/channel",
                      "the link has no channel \"" + event.channel + "\"" +
                          suggestion(event.channel, {channels.begin(), channels.end()}));
  }
  const auto index = static_cast<std::size_t>(channel - channels.begin());
  const bool is_tdma = all.rf.channels[index].kind == docsis::ChannelKind::kTdma;
  if (event.rate_mbps.has_value() != is_tdma || event.bits_per_s_per_hz.has_value() == is_tdma) {
    throw ConfigError(pointer, std::string("expected the new profile of the channel, ") +
                                   (is_tdma ? "its rate_mbps" : "its bits_per_s_per_hz") +
                                   ", and nothing else");
  }
}

void check_cpu_fault(const Scenario& all, const EventConfig& event, const std::string& pointer) {
  if (!modem_of(all, event).has_cpu()) {
    throw ConfigError(pointer + "/modem", "the modem \"" + event.modem +
                                              "\" has no control CPU: its control_law is hardware");
  }
}

void check_events(const Scenario& written, const Scenario& all) {
  for (std::size_t i = 0; i < written.events.size(); ++i) {
    const EventConfig& event = written.events[i];
    if (event.kind == EventKind::kChangeTransmitChannels) {
      check_move(all, event, at("events", i));
    } else if (event.kind == EventKind::kChangeProfile) {
      check_profile(all, event, at("events", i));
    } else if (event.kind == EventKind::kChangeDataProfile) {
      check_data_iuc(all.rf, modem_of(all, event), event.data_iuc, at("events", i) + "/data_iuc");
    } else if (event.affects_cpu()) {
      check_cpu_fault(all, event, at("events", i));
    }
  }
  check_moves_apart(written, all);
}

}  // namespace

void check_mac(const Scenario& written, const Scenario& all) {
  check_downstream_channels(written.rf);
  check_modems(written, all);
  check_service_flows(all);
  check_classifiers(written, all);
  check_events(written, all);
}

}  // namespace docsis_vp::system
