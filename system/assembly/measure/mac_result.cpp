#include "system/assembly/measure/mac_result.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "system/scenario/derive/modem_index.h"

namespace docsis_vp::system {

namespace {

ChannelResult channel_result(unsigned index, const RfConfig& rf,
                             const std::vector<std::unique_ptr<ModemUnit>>& modems,
                             const cmts::Cmts& cmts, MacResult& total) {
  ChannelResult result;
  result.name = rf.channels[index].name;
  Histogram slack;
  Histogram excess;
  Histogram request_grant;
  for (const auto& unit : modems) {
    const cm::BurstBuilder::ChannelCounters& counters =
        std::as_const(*unit).modem().builder().channel(index);
    result.grants += counters.grants;
    result.missed += counters.missed;
    total.grants_late += counters.late;
    total.granted_bytes += counters.granted_bytes;
    total.used_bytes += counters.used_bytes;
    result.needed_over_line = std::max(result.needed_over_line, counters.needed_over_line);
    result.built_over_line = std::max(result.built_over_line, counters.built_over_line);
    result.missed_in_stats += counters.missed_in_stats;
    slack.merge(counters.deadline_slack_ps);
    excess.merge(counters.deadline_excess_ps);
    request_grant.merge(counters.request_grant_ps);
  }
  result.deadline_slack_us = spread_about_zero(excess, slack, kPsPerUs);
  result.request_grant_ms = spread(request_grant, kPsPerMs);
  total.grants += result.grants;
  total.grants_missed += result.missed;
  total.maps += cmts.scheduler().counters(index).maps;
  total.collisions += cmts.scheduler().counters(index).collisions;
  return result;
}

void add_downstream(MacResult& mac, const std::vector<std::unique_ptr<ModemUnit>>& modems,
                    const cmts::Cmts& cmts, const ChannelMeter& meter, TimePs now) {
  for (unsigned i = 0; i < meter.downstream_channels().size(); ++i) {
    const auto& counters = cmts.downstream().channel_counters(i);
    mac.downstream_channels.push_back({meter.downstream_channels()[i].name,
                                       counters.packets.packets, counters.packets.bytes,
                                       counters.management_frames, meter.downstream(i, now)});
  }
  if (mac.downstream_channels.size() < 2) {
    return;
  }
  ResequencingResult& sum = mac.resequencing.emplace();
  Histogram skew;
  for (const auto& unit : modems) {
    const auto& counters = std::as_const(*unit).modem().resequencer().counters();
    sum.packets += counters.sequenced;
    sum.out_of_order += counters.out_of_order;
    sum.missing += counters.missing;
    sum.late += counters.late;
    skew.merge(counters.skew_ps);
  }
  sum.skew_ms = spread(skew, kPsPerMs);
}

// By modem, in the order of their indices.
std::vector<std::vector<std::string>> upstream_names(const Scenario& scenario) {
  const ModemIndex index(scenario);
  std::vector<std::vector<std::string>> names(scenario.modems.size());
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (flow.direction == Direction::kUpstream) {
      names[index.of(flow.modem)].push_back(flow.name);
    }
  }
  return names;
}

// Adds the first grants of each fate, over all modems.
void add_missed_grants(MacResult& mac, const Scenario& scenario,
                       const std::vector<std::unique_ptr<ModemUnit>>& modems) {
  const std::vector<std::vector<std::string>> flows = upstream_names(scenario);
  std::vector<MissedGrantResult> all;
  for (const auto& unit : modems) {
    const cm::Modem& modem = std::as_const(*unit).modem();
    const cm::MissedGrantLog& log = modem.builder().missed_grants();
    for (std::size_t i = 0; i < cm::kMissCauses; ++i) {
      mac.missed_by_cause[i] += log.missed_by(static_cast<cm::MissCause>(i));
    }
    mac.grants_cut_short += log.count(cm::GrantFate::kCutShort);
    const unsigned number = modem.config().index;
    for (const cm::MissedGrant& grant : log.kept()) {
      all.push_back({grant, scenario.modems[number].name, flows[number][grant.flow],
                     scenario.rf.channels[grant.channel].name});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.grant.at < b.grant.at; });
  std::array<std::size_t, cm::kGrantFates> listed{};
  for (MissedGrantResult& missed : all) {
    if (listed[static_cast<std::size_t>(missed.grant.fate)]++ < cm::MissedGrantLog::kKept) {
      mac.missed_grants.push_back(std::move(missed));
    }
  }
}

}  // namespace

MacResult mac_result(const Scenario& scenario,
                     const std::vector<std::unique_ptr<ModemUnit>>& modems, const cmts::Cmts& cmts,
                     const ChannelMeter& meter, TimePs now) {
  const RfConfig& rf = scenario.rf;
  MacResult mac;
  add_downstream(mac, modems, cmts, meter, now);
  for (unsigned i = 0; i < rf.channels.size(); ++i) {
    mac.channels.push_back(channel_result(i, rf, modems, cmts, mac));
    mac.channels.back().utilization = meter.upstream(i, now);
  }
  for (cmts::UpstreamFlow flow = 0; flow < cmts.scheduler().flows(); ++flow) {
    mac.requests_forgotten_bytes += cmts.scheduler().flow_counters(flow).forgotten_bytes;
  }
  add_missed_grants(mac, scenario, modems);
  for (const auto& unit : modems) {
    const FaultInjector& port = std::as_const(*unit).port();
    mac.plant.maps_lost += port.lost_maps().affected();
    mac.plant.maps_delayed += port.delayed_maps().affected();
    mac.plant.requests_lost += port.lost_requests().affected();
    mac.plant.bursts_lost += port.lost_bursts().affected();
    mac.plant.packets_lost += port.lost_packets().affected();
    cm::Modem& modem = unit->modem();
    mac.maps_of_other_ucd += modem.parser().counters().ucd_mismatch;
    for (unsigned flow = 0; flow < modem.flows(); ++flow) {
      const auto& counters = modem.requests().counters(flow);
      mac.requests +=
          counters.contention_requests + counters.polled_requests + counters.piggyback_requests;
    }
  }
  return mac;
}

SchedulingResult scheduling_result(const cm::Modem& modem, unsigned flow, const cmts::Cmts& cmts,
                                   cmts::UpstreamFlow upstream) {
  const cm::RequestEngine::FlowCounters& asked = modem.requests().counters(flow);
  const cmts::MapScheduler::FlowCounters& given = cmts.scheduler().flow_counters(upstream);
  SchedulingResult result;
  result.contention_requests = asked.contention_requests;
  result.polled_requests = asked.polled_requests;
  result.piggyback_requests = asked.piggyback_requests;
  result.unanswered_requests = asked.lost_requests + asked.lost_polled_requests;
  result.requested_bytes = asked.requested_bytes;
  result.granted_bytes = given.granted_bytes;
  result.polls = given.polls;
  result.unsolicited_grants = given.unsolicited_grants;
  result.unused_grants = given.unused_grants;
  result.beyond_jitter = given.beyond_jitter;
  result.superseded = given.superseded;
  if (cmts.scheduler().is_proactive(upstream)) {
    result.proactive =
        ProactiveResult{given.proactive_grants, given.proactive_bytes, given.proactive_used_bytes,
                        given.proactive_unused_grants, given.proactive_withheld};
  }
  return result;
}

}  // namespace docsis_vp::system
