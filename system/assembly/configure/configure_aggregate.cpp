#include "system/assembly/configure/configure_aggregate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "models/cmts/config.h"
#include "models/cmts/downstream_aggregate.h"
#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "system/assembly/configure/units.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/derive/timing_profile.h"
#include "system/scenario/derive/upstream_channel.h"

namespace docsis_vp::system {

namespace {

std::uint32_t absent_or(const std::optional<unsigned>& value) {
  return value ? *value : DUAL_QUEUE_ABSENT;
}

// The rate of a service flow; 0, no limit of its own, where the aggregate has the same.
std::uint64_t own_rate(const ServiceFlowConfig& flow, const AggregateConfig& aggregate) {
  const bool is_limited = flow.max_sustained_rate_mbps < aggregate.amsr_mbps;
  return is_limited ? from_mega(flow.max_sustained_rate_mbps) : 0;
}

void set_protection(dual_queue_config& law, const CoupledAqmConfig& aqm) {
  law.protect = aqm.queue_protection ? 1 : 0;
  law.critical_ql_us = absent_or(aqm.protection_threshold_us);
  law.critical_score_us = aqm.protection_score_us;
  law.lg_aging = aqm.protection_drain_exponent;
  law.remark_dscp = absent_or(aqm.redirect_dscp);
  law.remark_ecn = absent_or(aqm.redirect_ecn);
}

// The longest frame of the upstream channels: a grant may be spread over it.
std::uint32_t frame_ns(const RfConfig& rf) {
  TimePs longest = kPsPerNs;
  for (unsigned i = 0; i < rf.channels.size(); ++i) {
    const docsis::ChannelGeometry channel(channel_parameters(rf, i));
    longest = std::max(longest, channel.frame_ps());
  }
  return static_cast<std::uint32_t>(longest / kPsPerNs);
}

dual_queue_config coupled_law(const AggregateConfig& aggregate, const RfConfig& rf) {
  constexpr double kTenths = 10;
  const CoupledAqmConfig& aqm = aggregate.aqm;
  dual_queue_config law = dual_queue_config_absent();
  law.amsr_bits_per_s = from_mega(aggregate.amsr_mbps);
  law.estimate =
      aggregate.direction == Direction::kUpstream ? DUAL_QUEUE_DELAY_V : DUAL_QUEUE_DELAY_L;
  law.maxth_us = aqm.max_threshold_us;
  law.lg_range = aqm.range_exponent;
  law.coupling_tenths = static_cast<std::uint32_t>(std::lround(aqm.coupling_factor * kTenths));
  law.weight = aqm.weight;
  set_protection(law, aqm);
  law.latency_target_us = static_cast<std::uint32_t>(std::lround(aqm.target_ms * 1000));
  law.map_interval_ns = static_cast<std::uint32_t>(from_us(*rf.map_interval_us) / kPsPerNs);
  law.frame_ns = frame_ns(rf);
  law.vq_lg_ewma = aqm.virtual_queue_ewma_exponent;
  law.loop_delay_offset_maps = aqm.loop_delay_offset_maps;
  law.ect0_in_ll = aqm.ect0_in_low_latency == Ect0InLowLatency::kAsEct1 ? DUAL_QUEUE_ECT0_AS_ECT1
                                                                        : DUAL_QUEUE_ECT0_CLASSIC;
  law.ect1_in_classic = aqm.ect1_in_classic == Ect1InClassic::kMark ? 1 : 0;
  law.overload_drops = aqm.overload_drops ? 1 : 0;
  law.classic_buffer_bytes = 1;  // of an aggregate without a Classic service flow
  return law;
}

void add_flow(cm::AggregateQueueConfig& config, const AggregateConfig& aggregate,
              const ServiceFlowConfig& flow, unsigned index) {
  dual_queue_config& law = config.queue.law;
  if (aggregate.low_latency_service_flow == flow.name) {
    config.low_latency = index;
    law.msr_l_bits_per_s = own_rate(flow, aggregate);
    law.ll_buffer_bytes = static_cast<std::uint32_t>(*flow.buffer_bytes);
    if (flow.scheduling && flow.scheduling->is_proactive()) {
      law.ggr_bits_per_s =
          static_cast<std::uint32_t>(from_mega(flow.scheduling->guaranteed_grant_rate_mbps));
      law.ggi_us = flow.scheduling->guaranteed_grant_interval_us;
    }
  } else {
    config.classic = index;
    law.msr_c_bits_per_s = own_rate(flow, aggregate);
    law.classic_buffer_bytes = static_cast<std::uint32_t>(*flow.buffer_bytes);
    law.classic_buffer_packets = flow.buffer_packets.value_or(0);
  }
}

cm::AggregateQueueConfig aggregate_config(const Scenario& scenario,
                                          const AggregateConfig& aggregate,
                                          const std::string& pointer) {
  cm::AggregateQueueConfig config;
  config.name = aggregate.name;
  config.queue.law = coupled_law(aggregate, scenario.rf);
  config.queue.vq_interval_us = aggregate.aqm.virtual_queue_interval_us;
  config.queue.seed = scenario.seed;
  config.queue.pointer = pointer;
  const std::string name = aggregate.modem + "/" + aggregate.name;
  config.queue.random_stream = "aqm/" + name;
  RandomStream phase(scenario.seed, "phase/aqm/" + name);
  constexpr TimePs kInterval = DUAL_QUEUE_UPDATE_INTERVAL_US * kPsPerUs;
  config.queue.update_phase = static_cast<TimePs>(phase.below(kInterval));
  RandomStream salt(scenario.seed, "hash/" + name);
  config.queue.flow_salt = salt.next_u32();
  config.shaper = {from_mega(aggregate.amsr_mbps), aggregate.max_burst_bytes,
                   aggregate.peak_rate_mbps ? from_mega(*aggregate.peak_rate_mbps) : 0};
  unsigned index = 0;
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (flow.modem == aggregate.modem && flow.direction == aggregate.direction) {
      if (aggregate.has(flow.name)) {
        add_flow(config, aggregate, flow, index);
      }
      ++index;
    }
  }
  return config;
}

}  // namespace

std::vector<std::shared_ptr<const cm::AggregateQueueConfig>> aggregates_of(
    const Scenario& scenario, const ModemConfig& modem) {
  std::vector<std::shared_ptr<const cm::AggregateQueueConfig>> aggregates;
  for (const AggregateConfig& aggregate : scenario.aggregate_service_flows) {
    if (aggregate.modem == modem.name && aggregate.direction == Direction::kUpstream) {
      auto config = std::make_shared<cm::AggregateQueueConfig>(
          aggregate_config(scenario, aggregate, "/aggregate_service_flows"));
      config->queue.law_apart = modem.control_law == cm::Placement::kFirmware;
      aggregates.push_back(std::move(config));
    }
  }
  return aggregates;
}

void add_upstream_aggregates(const Scenario& scenario, cmts::CmtsConfig& to) {
  std::map<std::pair<std::string, std::string>, unsigned> upstream;  // by modem and name
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (flow.direction == Direction::kUpstream) {
      upstream.emplace(std::pair(flow.modem, flow.name), static_cast<unsigned>(upstream.size()));
    }
  }
  for (const AggregateConfig& aggregate : scenario.aggregate_service_flows) {
    if (aggregate.direction != Direction::kUpstream) {
      continue;
    }
    const auto index = [&](const std::optional<std::string>& flow) -> std::optional<unsigned> {
      return flow ? std::optional(upstream.at({aggregate.modem, *flow})) : std::nullopt;
    };
    cmts::UpstreamAggregateConfig& added = to.aggregates.emplace_back();
    added.classic = index(aggregate.classic_service_flow);
    added.low_latency = index(aggregate.low_latency_service_flow);
    added.max_sustained_rate_bps = from_mega(aggregate.amsr_mbps);
    added.peak_rate_bps = aggregate.peak_rate_mbps ? from_mega(*aggregate.peak_rate_mbps) : 0;
    added.max_burst_bytes = aggregate.max_burst_bytes;
    added.weight = aggregate.aqm.weight;
  }
}

void add_downstream_aggregates(const Scenario& scenario, const ModemConfig& modem,
                               cmts::DownstreamModemConfig& to) {
  for (const AggregateConfig& aggregate : scenario.aggregate_service_flows) {
    if (aggregate.modem != modem.name || aggregate.direction != Direction::kDownstream) {
      continue;
    }
    const cm::AggregateQueueConfig config =
        aggregate_config(scenario, aggregate, "/aggregate_service_flows");
    to.aggregates.push_back(
        std::make_shared<cmts::DownstreamAggregateConfig>(cmts::DownstreamAggregateConfig{
            config.name, config.classic, config.low_latency, config.queue, config.shaper}));
  }
}

namespace {

void check_law(const Scenario& scenario, const AggregateConfig& aggregate,
               const std::string& pointer) {
  const cm::AggregateQueueConfig config = aggregate_config(scenario, aggregate, pointer);
  dual_queue_params params;
  const char* refused = dual_queue_params_init(&params, &config.queue.law);
  if (refused != nullptr) {
    throw ConfigError(pointer, refused);
  }
}

}  // namespace

void check_aggregates(const LoadedScenario& loaded) {
  const Scenario& written = loaded.scenario;
  const auto& aggregates = written.aggregate_service_flows;
  const auto has_provisioned = [](const ModemConfig& modem) {
    return !modem.provisioned.aggregates.empty();
  };
  try {
    for (std::size_t i = 0; i < aggregates.size(); ++i) {
      check_law(written, aggregates[i], "/aggregate_service_flows/" + std::to_string(i));
    }
    if (std::none_of(written.modems.begin(), written.modems.end(), has_provisioned)) {
      return;
    }
    // Those of configuration files have their service flows only in the scenario modem by modem.
    const Scenario all = modem_by_modem(written);
    for (std::size_t i = 0; i < written.modems.size(); ++i) {
      const ModemConfig& modem = written.modems[i];
      for (AggregateConfig aggregate : modem.provisioned.aggregates) {
        aggregate.modem = modem_instance_name(modem, 0);
        check_law(all, aggregate, "/modems/" + std::to_string(i) + "/config_file");
      }
    }
  } catch (const ConfigError& error) {
    throw loaded.explain(error);
  }
}

}  // namespace docsis_vp::system
