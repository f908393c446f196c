#include "system/scenario/check/check_upstream.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "models/docsis/map.h"
#include "models/docsis/map_reach.h"
#include "models/docsis/segment_header.h"
#include "models/docsis/timing_profile.h"
#include "platform/base/errors.h"
#include "platform/base/time.h"
#include "system/json/writer.h"
#include "system/scenario/complete/map_lead.h"
#include "system/scenario/derive/map_interval.h"
#include "system/scenario/derive/timing_profile.h"
#include "system/scenario/derive/upstream_channel.h"

namespace docsis_vp::system {

namespace {

using docsis::ChannelGeometry;

std::string quoted(const ChannelGeometry& channel) {
  return "the channel \"" + channel.parameters().name + "\"";
}

bool has_contention(const RfConfig& rf) {
  return timing_profile_of(rf).contention;
}

std::vector<ChannelGeometry> geometries(const RfConfig& rf) {
  std::vector<ChannelGeometry> channels;
  for (unsigned i = 0; i < rf.channels.size(); ++i) {
    channels.emplace_back(channel_parameters(rf, i));
  }
  return channels;
}

void check_reach(const RfConfig& rf, const ChannelGeometry& channel) {
  const TimePs reach = from_us(*rf.map_lead_us) + from_us(*rf.map_interval_us);
  if (docsis::is_beyond_reach(channel, reach, 0)) {
    const TimePs most = channel.parameters().kind == docsis::ChannelKind::kOfdma
                            ? docsis::kMaxOfdmaReach
                            : channel.start(docsis::kMaxTdmaReach);
    throw ConfigError("/rf/map_lead_us",
                      "reaches with the MAP interval " + json_number(to_us(reach)) +
                          " us beyond the present, expected at most " + json_number(to_us(most)) +
                          " us together, of " + quoted(channel));
  }
}

// Checks that a MAP has room for its request region and a grant of one byte. `where`: the event
// that causes the channel's profile, or empty.
void check_region(const RfConfig& rf, const ChannelGeometry& channel, const std::string& where) {
  const std::uint32_t interval = channel.minislots_in(from_us(*rf.map_interval_us));
  const std::uint32_t each = channel.parameters().request_minislots;
  const std::uint32_t grant = channel.most_minislots_for(docsis::kSegmentHeaderBytes + 1);
  const unsigned wanted = rf.scheduler.most_request_opportunities();
  const bool grows = wanted > rf.scheduler.request_opportunities;
  const std::uint32_t most = (interval - std::min(interval, grant)) / each;
  const std::string unfit = "a MAP of " + std::to_string(interval) + " minislots of " +
                            quoted(channel) + " has room for ";
  if (interval < grant || (has_contention(rf) && most == 0)) {
    throw ConfigError(where.empty() ? "/rf/map_interval_us" : where,
                      unfit + "no request and grant, which take " + std::to_string(each) + " and " +
                          std::to_string(grant) + " at least");
  }
  if (has_contention(rf) && wanted > most) {
    const char* const key = grows ? "/rf/max_request_opportunities" : "/rf/request_opportunities";
    throw ConfigError(where.empty() ? key : where,
                      "expected at most " + std::to_string(most) + ", got " +
                          std::to_string(wanted) + ": " + unfit + std::to_string(most) +
                          " request opportunities of " + std::to_string(each) + " beside a grant");
  }
}

// Checks that the channel with the MAPs has time for those of all channels, each with the request
// region, an interval without a grant and the Null element.
void check_map_rate(const RfConfig& rf) {
  const std::uint32_t bytes = docsis::map_frame_bytes(has_contention(rf) ? 3 : 2);
  const double bits = 8.0 * bytes * static_cast<double>(rf.channels.size());
  const double least_us = bits / map_channel_mbps(rf);
  if (*rf.map_interval_us < least_us) {
    throw ConfigError("/rf/map_interval_us",
                      "expected at least " + json_number(std::ceil(least_us)) + ", got " +
                          json_number(*rf.map_interval_us) + ": MAPs of " + std::to_string(bytes) +
                          " bytes at least, one for each upstream channel, go down at " +
                          json_number(map_channel_mbps(rf)) + " Mbit/s");
  }
}

void check_grant_offset(const RfConfig& rf) {
  if (rf.grant_offset_us && *rf.grant_offset_us >= *rf.map_interval_us) {
    throw ConfigError("/rf/grant_offset_us", "expected less than the MAP interval of " +
                                                 json_number(*rf.map_interval_us) + " us, got " +
                                                 json_number(*rf.grant_offset_us));
  }
}

void check_lead(const Scenario& written) {
  const docsis::TimingProfile profile = timing_profile_of(written.rf);
  const double least_us = least_map_lead_us(written, profile);
  if (from_us(*written.rf.map_lead_us) < from_us(least_us)) {
    throw ConfigError("/rf/map_lead_us", "expected at least " + json_number(std::ceil(least_us)) +
                                             " for the farthest modem, got " +
                                             json_number(*written.rf.map_lead_us));
  }
}

[[noreturn]] void refuse_grant(const Scenario& written, const ModemConfig& modem,
                               const ServiceFlowConfig& flow, const std::string& key,
                               const std::string& unfit) {
  if (flow.position) {
    throw ConfigError("/service_flows/" + std::to_string(*flow.position) + "/scheduling/" + key,
                      unfit);
  }
  const auto entry =
      std::find_if(written.modems.begin(), written.modems.end(), [&](const ModemConfig& m) {
        return m.name == (modem.family.empty() ? modem.name : modem.family);
      });
  throw ConfigError("/modems/" + std::to_string(entry - written.modems.begin()) + "/config_file",
                    *modem.config_file + ": " +
                        (flow.scheduling->is_unsolicited() ? "unsolicited" : "proactive") +
                        " grants of the service flow \"" + flow.name + "\": " + unfit);
}

// Checks the opportunities of each profile that an event sets.
void check_new_profiles(const Scenario& written) {
  for (std::size_t i = 0; i < written.events.size(); ++i) {
    const EventConfig& event = written.events[i];
    if (event.kind != EventKind::kChangeProfile) {
      continue;
    }
    RfConfig rf = written.rf;
    for (unsigned channel = 0; channel < rf.channels.size(); ++channel) {
      if (rf.channels[channel].name == event.channel) {
        rf.channels[channel].rate_mbps = event.rate_mbps;
        rf.channels[channel].bits_per_s_per_hz = event.bits_per_s_per_hz;
        check_region(rf, ChannelGeometry(channel_parameters(rf, channel)),
                     "/events/" + std::to_string(i));
      }
    }
  }
}

// Data profiles that a modem is ever assigned.
std::vector<std::uint8_t> data_iucs(const Scenario& written, const ModemConfig& modem) {
  std::vector<std::uint8_t> iucs{static_cast<std::uint8_t>(modem.data_iuc)};
  for (const EventConfig& event : written.events) {
    if (event.kind == EventKind::kChangeDataProfile &&
        (event.modem == modem.name || event.modem == modem.family)) {
      iucs.push_back(static_cast<std::uint8_t>(event.data_iuc));
    }
  }
  return iucs;
}

// Returns the MAC-frame bytes of the largest grant beside the largest request region of a MAP.
std::uint64_t largest_grant(const RfConfig& rf, const ChannelGeometry& channel,
                            const std::vector<std::uint8_t>& iucs) {
  const std::uint32_t opportunities = rf.scheduler.most_request_opportunities();
  const std::uint32_t region =
      has_contention(rf) ? opportunities * channel.parameters().request_minislots : 0;
  const std::uint32_t interval = channel.minislots_in(from_us(*rf.map_interval_us));
  std::uint64_t least = UINT64_MAX;
  for (const std::uint8_t iuc : iucs) {
    least = std::min(least, channel.bytes_in(interval - region, channel.data_iuc(iuc)));
  }
  return least - docsis::kSegmentHeaderBytes;
}

// Checks that unsolicited grants fit into a MAP of one of the flow's channels.
void check_unsolicited(const Scenario& written, const Scenario& all,
                       const std::vector<ChannelGeometry>& channels) {
  std::size_t modem = 0;
  for (const ServiceFlowConfig& flow : all.service_flows) {
    while (all.modems[modem].name != flow.modem) {
      ++modem;  // flows come in the order of the modems
    }
    if (flow.direction != Direction::kUpstream || !flow.scheduling->is_unsolicited()) {
      continue;
    }
    std::uint64_t most = 0;
    const std::vector<std::uint8_t> iucs = data_iucs(written, all.modems[modem]);
    for (const ChannelGeometry& channel : channels) {
      const std::string& name = channel.parameters().name;
      if (is_listed(all.modems[modem].channels, name) && is_listed(flow.channels, name)) {
        most = std::max(most, largest_grant(all.rf, channel, iucs));
      }
    }
    if (flow.scheduling->unsolicited_grant_bytes > most) {
      refuse_grant(written, all.modems[modem], flow, "unsolicited_grant_bytes",
                   "expected at most " + std::to_string(most) +
                       ", the room in a MAP of its channels, got " +
                       std::to_string(flow.scheduling->unsolicited_grant_bytes));
    }
  }
}

// Checks that one of the flow's channels has minislots, or frames, short enough for the guaranteed
// grant interval.
void check_proactive_interval(const Scenario& written, const Scenario& all,
                              const std::vector<ChannelGeometry>& channels) {
  auto modem = all.modems.begin();
  for (const ServiceFlowConfig& flow : all.service_flows) {
    while (modem->name != flow.modem) {
      ++modem;  // flows come in the order of the modems
    }
    if (flow.direction != Direction::kUpstream || !flow.scheduling->is_proactive()) continue;
    const unsigned interval_us = flow.scheduling->guaranteed_grant_interval_us;
    const ChannelGeometry* shortest = nullptr;
    for (const ChannelGeometry& channel : channels) {
      const std::string& name = channel.parameters().name;
      if (!is_listed(modem->channels, name) || !is_listed(flow.channels, name)) continue;
      if (shortest == nullptr || channel.frame_ps() < shortest->frame_ps()) shortest = &channel;
    }
    if (shortest == nullptr || interval_us == 0 || interval_us * kPsPerUs >= shortest->frame_ps()) {
      continue;
    }
    refuse_grant(written, *modem, flow, "guaranteed_grant_interval_us",
                 "expected 0, or at least one of the " + grid_of(*shortest) + " of " +
                     quoted(*shortest) + ", got " + std::to_string(interval_us));
  }
}

}  // namespace

void check_upstream(const Scenario& written, const Scenario& all) {
  const RfConfig& rf = written.rf;
  const std::vector<ChannelGeometry> channels = geometries(rf);
  check_map_interval(rf, channels);
  for (const ChannelGeometry& channel : channels) {
    check_reach(rf, channel);
    check_region(rf, channel, "");
  }
  check_new_profiles(written);
  check_map_rate(rf);
  check_grant_offset(rf);
  check_lead(written);
  check_unsolicited(written, all, channels);
  check_proactive_interval(written, all, channels);
}

}  // namespace docsis_vp::system
