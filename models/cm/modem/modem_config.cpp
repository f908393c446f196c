#include "models/cm/modem/modem_config.h"

#include <algorithm>

#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/docsis/ds_header.h"
#include "platform/base/clock.h"

namespace docsis_vp::cm {

std::vector<docsis::ChannelGeometry> geometries(const DataPathConfig& config) {
  return {config.channels.begin(), config.channels.end()};
}

const AggregateQueueConfig* aggregate_of(const DataPathConfig& config, unsigned flow) {
  const auto found = std::find_if(
      config.aggregates.begin(), config.aggregates.end(), [flow](const auto& aggregate) {
        return aggregate->classic == flow || aggregate->low_latency == flow;
      });
  return found == config.aggregates.end() ? nullptr : found->get();
}

QueueMemoryConfig queue_memory_config(const DataPathConfig& config) {
  QueueMemoryConfig memory = config.queue_memory;
  memory.clock_hz = config.mac_clock_hz;
  for (unsigned i = 0; i < config.flows.size(); ++i) {
    const DataPathFlowConfig& flow = config.flows[i];
    memory.flows.push_back(flow.queue);
    if (flow.manager || flow.second_queue || aggregate_of(config, i) != nullptr) {
      memory.flows.back().bytes = UINT64_MAX;
    }
  }
  return memory;
}

std::vector<ShaperConfig> shaper_config(const DataPathConfig& config) {
  std::vector<ShaperConfig> flows;
  for (unsigned i = 0; i < config.flows.size(); ++i) {
    flows.push_back(config.flows[i].shaper);
    flows.back().whole_packets = config.flows[i].second_queue || aggregate_of(config, i) != nullptr;
  }
  return flows;
}

RequestEngineConfig request_engine_config(const DataPathConfig& config) {
  RequestEngineConfig engine;
  engine.modem = config.index;
  engine.seed = config.seed;
  engine.channels = static_cast<unsigned>(config.channels.size());
  engine.max_tries = config.max_request_tries;
  for (const DataPathFlowConfig& flow : config.flows) {
    engine.flows.push_back({flow.request, "request/" + config.name + "/" + flow.name, flow.sids,
                            flow.priority, flow.scheduling.policy()});
  }
  return engine;
}

BurstBuilderConfig burst_builder_config(const DataPathConfig& config) {
  BurstBuilderConfig builder = config.burst_builder;
  builder.modem = config.index;
  const DescriptorRingConfig& descriptors = config.queue_memory.descriptors;
  if (descriptors.cached != 0) {
    builder.costs.descriptor_latency_cycles = static_cast<std::uint32_t>(
        Clock(config.mac_clock_hz).cycle_at_or_after(descriptors.latency_ns * kPsPerNs));
  }
  builder.stats_from = config.stats_from;
  builder.sojourn = config.aqm_engine.sojourn;
  for (const docsis::ChannelParameters& channel : config.channels) {
    const bool tdma = channel.kind == docsis::ChannelKind::kTdma;
    builder.build_units.push_back(
        builder.build_unit.value_or(tdma ? BuildUnitKind::kGrant : BuildUnitKind::kFrame));
  }
  for (const DataPathFlowConfig& flow : config.flows) {
    builder.latency_edges.push_back(flow.latency_edges);
  }
  const auto is_unsolicited = [](const DataPathFlowConfig& flow) {
    return flow.scheduling.is_unsolicited();
  };
  if (std::any_of(config.flows.begin(), config.flows.end(), is_unsolicited)) {
    for (const DataPathFlowConfig& flow : config.flows) {
      builder.scheduling.push_back(flow.scheduling);
    }
  }
  return builder;
}

std::vector<std::uint32_t> largest_frames(const DataPathConfig& config) {
  std::vector<std::uint32_t> largest;
  for (const DataPathFlowConfig& flow : config.flows) {
    const bool is_limited = (flow.scheduling.policy() & docsis::kDropOversized) != 0;
    largest.push_back(is_limited ? flow.scheduling.unsolicited_grant_bytes : 0);
  }
  return largest;
}

MapParserConfig map_parser_config(const DataPathConfig& config) {
  MapParserConfig parser = config.map_parser;
  parser.clock_hz = config.mac_clock_hz;
  for (const DataPathFlowConfig& flow : config.flows) {
    parser.sids.push_back(flow.sids);
  }
  return parser;
}

AqmEngineConfig aqm_engine_config(const DataPathConfig& config) {
  AqmEngineConfig engine;
  engine.options = config.aqm_engine;
  engine.control_law = config.control_law;
  engine.seed = config.seed;
  engine.tick_phase = config.tick_phase;
  engine.clock_hz = config.mac_clock_hz;
  for (unsigned i = 0; i < config.flows.size(); ++i) {
    const DataPathFlowConfig& flow = config.flows[i];
    const std::string stream = "aqm/" + config.name + "/" + flow.name + "/0";
    engine.flows.push_back({flow.law.algorithm, flow.law.settings, stream, flow.law.options,
                            flow.law.custom, flow.law.in_gates});
    if (flow.manager || aggregate_of(config, i) != nullptr) {
      engine.flows.back() = {"none", flow.law.settings, stream};
    }
  }
  return engine;
}

ResequencerConfig resequencer_config(const DataPathConfig& config) {
  ResequencerConfig resequencer;
  resequencer.modem = config.index;
  resequencer.flows = config.downstream_flows;
  resequencer.channels = config.downstream_channels;
  resequencer.wait = config.resequencing_wait;
  resequencer.stats_from = config.stats_from;
  return resequencer;
}

}  // namespace docsis_vp::cm
