#include "system/assembly/configure/configure.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "models/docsis/ds_header.h"
#include "platform/base/random.h"
#include "system/assembly/configure/admission.h"
#include "system/assembly/configure/configure_aggregate.h"
#include "system/assembly/configure/configure_aqm.h"
#include "system/assembly/configure/configure_capacity.h"
#include "system/assembly/configure/units.h"
#include "system/scenario/complete/largest_frame.h"
#include "system/scenario/complete/map_lead.h"
#include "system/scenario/derive/classifier_rule.h"
#include "system/scenario/derive/modem_index.h"
#include "system/scenario/derive/timing_profile.h"
#include "system/scenario/derive/upstream_channel.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

namespace {

// One SID per flow, from 1 on, the same on every channel.
constexpr std::uint16_t kFirstSid = 1;

docsis::TimingProfile timing_of(const Scenario& scenario) {
  const RfConfig& rf = scenario.rf;
  docsis::TimingProfile timing = timing_profile_of(rf);
  timing.map_interval_ps = from_us(*rf.map_interval_us);
  timing.map_lead_ps = from_us(*rf.map_lead_us);
  timing.map_build_ps = from_us(*rf.map_build_us);
  timing.decode_ps = from_us(*rf.decode_us);
  timing.downstream_latency_ps = from_us(*rf.downstream_latency_us);
  timing.plant_delay_ps = 0;
  for (const ModemConfig& modem : scenario.modems) {
    timing.plant_delay_ps = std::max(timing.plant_delay_ps, from_us(*modem.plant_delay_us));
  }
  return timing;
}

std::vector<docsis::ChannelParameters> channels_of(const Scenario& scenario) {
  std::vector<docsis::ChannelParameters> channels;
  for (unsigned index = 0; index < scenario.rf.channels.size(); ++index) {
    channels.push_back(channel_parameters(scenario.rf, index));
  }
  return channels;
}

bool is_upstream(const ServiceFlowConfig& flow) {
  return flow.direction == Direction::kUpstream;
}

std::string pointer_of(const ServiceFlowConfig& flow) {
  return flow.position ? "/service_flows/" + std::to_string(*flow.position) : "/modems";
}

// Indices of the channels that the modem receives.
std::vector<unsigned> downstream_channels_of(const Scenario& scenario, const ModemConfig& modem) {
  std::vector<unsigned> indices;
  const std::vector<DownstreamChannelConfig>& channels = scenario.rf.downstream_channels;
  for (unsigned i = 0; i < std::max<std::size_t>(1, channels.size()); ++i) {
    if (!modem.downstream_channels ||
        std::count(modem.downstream_channels->begin(), modem.downstream_channels->end(),
                   channels[i].name) > 0) {
      indices.push_back(i);
    }
  }
  return indices;
}

std::uint64_t peak_bps(const ServiceFlowConfig& flow) {
  return flow.peak_rate_mbps ? from_mega(*flow.peak_rate_mbps) : 0;
}

bool uses(const ServiceFlowConfig& flow, const ModemConfig& modem, const ChannelConfig& channel) {
  return is_listed(modem.channels, channel.name) && is_listed(flow.channels, channel.name);
}

bool has_contention(const Scenario& scenario) {
  return timing_profile_of(scenario.rf).contention;
}

cm::DataPathFlowConfig upstream_flow(const ServiceFlowConfig& flow, std::uint16_t sid,
                                     const Scenario& scenario, const ModemConfig& modem) {
  cm::DataPathFlowConfig config;
  config.name = flow.name;
  config.law = law_of(flow);
  if (flow.aqm.manager() != nullptr) {
    config.manager = managed_queue(flow, scenario, pointer_of(flow) + "/aqm");
  }
  if (const auto* const second = flow.second_queue()) config.second_queue = *second;
  config.shaper = {from_mega(flow.max_sustained_rate_mbps), flow.max_burst_bytes, peak_bps(flow)};
  config.shaper.in_gates = flow.shaper_engine == Engine::kRtl;
  config.queue = {*flow.buffer_bytes, *modem.queue_memory.descriptors_per_flow};
  for (const ChannelConfig& channel : scenario.rf.channels) {
    config.sids.push_back(uses(flow, modem, channel) ? sid : std::uint16_t{0});
  }
  config.priority = flow.traffic_priority;
  config.request = flow.request;
  config.latency_edges = flow.latency_histogram.edges(pointer_of(flow) + "/latency_histogram");
  config.scheduling = *flow.scheduling;
  if (!has_contention(scenario)) {
    config.scheduling.request_policy = flow.scheduling->policy() | docsis::kNoBroadcastRequests;
  }
  return config;
}

// The law's tick has its own random phase in every run and every modem.
TimePs tick_phase(const Scenario& scenario, const ModemConfig& modem) {
  RandomStream random(scenario.seed, "phase/aqm/" + modem.name);
  return static_cast<TimePs>(random.below(static_cast<std::uint64_t>(cm::kDefaultTickInterval)));
}

// Gives the flow a request opportunity of its own in every MAP, unless it has other polls or needs
// none. With best effort it comes at the start of the MAP.
void poll_in_each_map(cmts::UpstreamFlowConfig& flow, TimePs map_interval) {
  docsis::SchedulingConfig& scheduling = flow.scheduling;
  if (scheduling.type == docsis::SchedulingType::kBestEffort) {
    scheduling.type = docsis::SchedulingType::kNonRealTimePolling;
    scheduling.tolerated_poll_jitter_us = 0;
    flow.poll_interval_ps = map_interval;
  } else if (scheduling.is_proactive() && scheduling.guaranteed_request_interval_us == 0) {
    flow.poll_interval_ps = map_interval;
  }
}

cmts::UpstreamFlowConfig upstream_flow(const ServiceFlowConfig& flow, std::uint16_t sid,
                                       const Scenario& scenario, unsigned modem) {
  cmts::UpstreamFlowConfig upstream;
  upstream.sid = sid;
  upstream.modem = modem;
  upstream.max_sustained_rate_bps = from_mega(flow.max_sustained_rate_mbps);
  upstream.peak_rate_bps = peak_bps(flow);
  upstream.max_burst_bytes = flow.max_burst_bytes;
  upstream.priority = flow.traffic_priority;
  upstream.request_unit_bytes = flow.request.request_unit_bytes;
  upstream.tos = flow.tos();
  upstream.data_iuc = static_cast<std::uint8_t>(scenario.modems[modem].data_iuc);
  upstream.min_reserved_rate_bps = from_mega(flow.min_reserved_rate_mbps.value_or(0));
  upstream.min_packet_bytes = flow.min_reserved_packet_bytes.value_or(upstream.min_packet_bytes);
  upstream.weight = from_mega(flow.weight.value_or(0));
  upstream.scheduling = *flow.scheduling;
  if (!has_contention(scenario)) {
    poll_in_each_map(upstream, from_us(*scenario.rf.map_interval_us));
  }
  for (unsigned channel = 0; channel < scenario.rf.channels.size(); ++channel) {
    if (uses(flow, scenario.modems[modem], scenario.rf.channels[channel])) {
      upstream.channels.push_back(channel);
    }
  }
  return upstream;
}

cmts::DownstreamConfig downstream_config(const Scenario& scenario) {
  cmts::DownstreamConfig config;
  const std::vector<DownstreamChannelConfig>& channels = scenario.rf.downstream_channels;
  config.rate_bps =
      from_mega(channels.empty() ? scenario.rf.downstream_mbps : channels[0].net_mbps());
  for (std::size_t i = 1; i < channels.size(); ++i) {
    config.further_channels.push_back(
        {from_mega(channels[i].net_mbps()), from_us(channels[i].extra_latency_us)});
    config.mac_header_bytes = docsis::kSequencedHeaderBytes;
  }
  config.largest_packet_bytes = largest_frame_bytes(scenario, Direction::kDownstream);
  const ModemIndex modems(scenario);
  std::vector<std::vector<cmts::DownstreamFlowConfig>> flows(scenario.modems.size());
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (!is_upstream(flow)) {
      cmts::DownstreamFlowConfig& downstream = flows[modems.of(flow.modem)].emplace_back();
      downstream.max_sustained_rate_bps = from_mega(flow.max_sustained_rate_mbps);
      downstream.queue = downstream_queue(flow, scenario, pointer_of(flow) + "/aqm");
      downstream.max_burst_bytes = flow.max_burst_bytes;
      downstream.peak_rate_bps = peak_bps(flow);
      downstream.priority = flow.traffic_priority;
      downstream.tos = flow.tos();
      downstream.is_resequenced = flow.is_resequenced;
      downstream.latency_edges =
          flow.latency_histogram.edges(pointer_of(flow) + "/latency_histogram");
      downstream.min_reserved_rate_bps = from_mega(flow.min_reserved_rate_mbps.value_or(0));
      downstream.min_packet_bytes =
          flow.min_reserved_packet_bytes.value_or(downstream.min_packet_bytes);
      downstream.weight = from_mega(flow.weight.value_or(1));
    }
  }
  for (std::size_t i = 0; i < flows.size(); ++i) {
    cmts::DownstreamModemConfig& modem = config.modems.emplace_back();
    if (!flows[i].empty()) {
      modem.flows = std::move(flows[i]);
      modem.classifier = classifier_config(scenario, scenario.modems[i], Direction::kDownstream);
      add_downstream_aggregates(scenario, scenario.modems[i], modem);
    }
    modem.channels = downstream_channels_of(scenario, scenario.modems[i]);
  }
  if (scenario.rf.downstream_queue) {
    config.shared_queue = shared_downstream_queue(scenario);
  }
  return config;
}

}  // namespace

cm::DataPathConfig modem_config(const Scenario& scenario, unsigned index) {
  const ModemConfig& modem = scenario.modems[index];
  cm::DataPathConfig config;
  config.name = modem.name;
  config.index = index;
  config.seed = scenario.seed;
  config.stats_from = from_seconds(scenario.stats.warmup_s);
  config.mac_clock_hz = from_mega(modem.mac_clock_mhz);
  config.lan_bps.clear();
  for (const LanPortConfig& port : modem.lan.ports) {
    config.lan_bps.push_back(from_mega(*port.rate_mbps));
  }
  config.channels = channels_of(scenario);
  config.map_interval = from_us(*scenario.rf.map_interval_us);
  std::uint16_t sid = kFirstSid;
  unsigned downstream_flows = 0;
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (!is_upstream(flow)) {
      downstream_flows += flow.modem == modem.name ? 1 : 0;
      continue;
    }
    if (flow.modem == modem.name) {
      config.flows.push_back(upstream_flow(flow, sid, scenario, modem));
    }
    ++sid;
  }
  config.aggregates = aggregates_of(scenario, modem);
  config.classifier = classifier_config(scenario, modem, Direction::kUpstream);
  config.downstream_channels = downstream_channels_of(scenario, modem);
  config.downstream_flows = std::max(1U, downstream_flows);
  config.resequencing_wait = from_ms(modem.resequencing_wait_ms);
  config.queue_memory = modem.queue_memory;
  config.map_parser = modem.map_parser;
  config.burst_builder = modem.burst_builder;
  config.control_law = modem.control_law;
  if (modem.drop == cm::Placement::kFirmware) {
    config.ingress_hold = modem.ingress_hold;
    config.ingress_hold->stats_from = config.stats_from;
  }
  config.aqm_engine = modem.aqm_engine;
  config.tick_phase = tick_phase(scenario, modem);
  return config;
}

cmts::CmtsConfig cmts_config(const Scenario& scenario) {
  cmts::CmtsConfig config;
  config.timing = timing_of(scenario);
  config.channels = channels_of(scenario);
  config.seed = scenario.seed;
  config.scheduler = scenario.rf.scheduler;
  if (scenario.rf.capacity) {
    config.capacity = capacity_config(*scenario.rf.capacity);
  }
  if (scenario.rf.map_phase_us) {
    config.map_phase_ps = from_us(*scenario.rf.map_phase_us);
  }
  if (scenario.rf.grant_offset_us) {
    config.grant_offset_ps = from_us(*scenario.rf.grant_offset_us);
  }
  config.downstream = downstream_config(scenario);
  const ModemIndex modems(scenario);
  std::uint16_t sid = kFirstSid;
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (is_upstream(flow)) {
      config.flows.push_back(upstream_flow(flow, sid++, scenario, modems.of(flow.modem)));
    }
  }
  add_upstream_aggregates(scenario, config);
  check_admission(scenario, config);
  return config;
}

}  // namespace docsis_vp::system
