#include "system/scenario/complete/complete_aggregate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/aqm/dual_queue/dual_queue_params.h"
#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "system/json/writer.h"
#include "system/scenario/derive/aggregate_of.h"
#include "system/scenario/derive/instances.h"

namespace docsis_vp::system {

namespace {

std::string aggregate_place(const char* list, std::size_t index) {
  return "/" + std::string(list) + "/" + std::to_string(index);
}

const ModemConfig* modem_entry_of(const Scenario& scenario, const AggregateConfig& aggregate) {
  for (const ModemConfig& modem : scenario.modems) {
    if (is_named(modem, aggregate.modem)) {
      return &modem;
    }
  }
  return nullptr;
}

class Aggregates {
 public:
  explicit Aggregates(Scenario& scenario) : scenario_(scenario) {
    for (std::size_t i = 0; i < scenario.aggregate_service_flows.size(); ++i) {
      complete(scenario.aggregate_service_flows[i], aggregate_place("aggregate_service_flows", i));
    }
  }

 private:
  void complete(AggregateConfig& aggregate, const std::string& pointer) {
    const auto& classic = aggregate.classic_service_flow;
    const auto& low_latency = aggregate.low_latency_service_flow;
    if (!classic && !low_latency) {
      throw ConfigError(
          pointer, "the key \"classic_service_flow\" or \"low_latency_service_flow\" is missing");
    }
    if (classic == low_latency) {
      throw ConfigError(pointer + "/low_latency_service_flow",
                        "expected another service flow than classic_service_flow");
    }
    if (modem_entry_of(scenario_, aggregate) == nullptr) {
      std::vector<std::string_view> known;
      for (const ModemConfig& modem : scenario_.modems) {
        known.push_back(modem.name);
      }
      throw ConfigError(pointer + "/modem", "there is no modem \"" + aggregate.modem + "\"" +
                                                suggestion(aggregate.modem, known));
    }
    check_dscps(aggregate.low_latency_packets, pointer + "/low_latency_packets/dscps");
    if (classic) {
      complete_flow(aggregate, *classic, pointer + "/classic_service_flow");
    }
    if (low_latency) {
      complete_flow(aggregate, *low_latency, pointer + "/low_latency_service_flow");
    }
  }

  static void check_dscps(const LowLatencyPackets& packets, const std::string& pointer) {
    for (std::size_t i = 0; i < packets.dscps.size(); ++i) {
      if (packets.dscps[i] != std::floor(packets.dscps[i])) {
        throw ConfigError(pointer + "/" + std::to_string(i),
                          "expected a whole number, got " + json_number(packets.dscps[i]));
      }
    }
  }

  void complete_flow(const AggregateConfig& aggregate, const std::string& name,
                     const std::string& pointer) {
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < scenario_.service_flows.size(); ++i) {
      ServiceFlowConfig& flow = scenario_.service_flows[i];
      if (flow.modem != aggregate.modem) {
        continue;
      }
      if (flow.name != name) {
        if (flow.direction == aggregate.direction) {
          known.push_back(flow.name);
        }
        continue;
      }
      if (flow.direction != aggregate.direction) {
        const bool up = flow.direction == Direction::kUpstream;
        throw ConfigError(pointer, std::string("expected ") +
                                       (up ? "a downstream" : "an upstream") + " service flow, \"" +
                                       name + "\" goes " + (up ? "upstream" : "downstream"));
      }
      const auto [owner, is_free] = owners_.emplace(std::pair(flow.modem, name), aggregate.name);
      if (!is_free) {
        throw ConfigError(pointer, "the service flow \"" + name + "\" belongs to \"" +
                                       owner->second + "\" already");
      }
      fill_flow(aggregate, flow, aggregate_place("service_flows", i));
      return;
    }
    throw ConfigError(pointer, "the modem \"" + aggregate.modem + "\" has no service flow \"" +
                                   name + "\"" + suggestion(name, known));
  }

  static void fill_flow(const AggregateConfig& aggregate, ServiceFlowConfig& flow,
                        const std::string& pointer) {
    const std::string& owner = aggregate.name;
    if (flow.aqm.algorithm.value_or("none") != "none" || flow.aqm.target_ms ||
        (!flow.aqm.algorithm && !flow.aqm.options.empty())) {
      throw ConfigError(pointer + "/aqm",
                        "expected none: the aggregate service flow \"" + owner + "\" has the law");
    }
    if (flow.second_queue() != nullptr) {
      throw ConfigError(pointer + ServiceFlowConfig::kSecondQueueKey,
                        "is not for a service flow of the aggregate \"" + owner + "\"");
    }
    if (flow.shaper_engine == Engine::kRtl) {
      throw ConfigError(pointer + "/shaper_engine",
                        "expected model: the aggregate \"" + owner + "\" releases whole packets");
    }
    flow.aqm.algorithm = "none";
    flow.forget_second_queue();
    if (flow.max_sustained_rate_mbps == 0) {
      flow.max_sustained_rate_mbps = aggregate.amsr_mbps;
    }
    if (is_low_latency(aggregate, flow) && !flow.buffer_ms && !flow.buffer_bytes &&
        !flow.buffer_packets) {
      flow.buffer_bytes = low_latency_buffer_bytes(aggregate.amsr_mbps);
    }
  }

  Scenario& scenario_;
  std::map<std::pair<std::string, std::string>, std::string> owners_;  // of modem, service flow
};

// The law keeps room for one frame of 2000 bytes.
void check_low_latency_buffers(const Scenario& scenario) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31;
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    const AggregateConfig* aggregate = aggregate_of(scenario, flow);
    if (aggregate != nullptr && is_low_latency(*aggregate, flow) &&
        (*flow.buffer_bytes < kLeastLowLatencyBufferBytes || *flow.buffer_bytes > kMost)) {
      throw ConfigError(aggregate_place("service_flows", i) + "/buffer_bytes",
                        "expected 2001 to " + std::to_string(kMost) +
                            " bytes for a low-latency service flow, got " +
                            std::to_string(*flow.buffer_bytes));
    }
  }
}

// Aggregates of each entry of `modems`, from its file and from the scenario.
class ModemLimits {
 public:
  explicit ModemLimits(const Scenario& scenario)
      : one_downstream_queue_(scenario.rf.downstream_queue.has_value()) {}
  void check(const AggregateConfig& aggregate, const ModemConfig& modem,
             const std::string& pointer) {
    if (++counts_[{modem.name, aggregate.direction}] > cm::kMaxAggregates) {
      throw ConfigError(pointer, "expected at most " + std::to_string(cm::kMaxAggregates) +
                                     " aggregate service flows of the modem \"" + modem.name +
                                     "\" in a direction");
    }
    if (aggregate.direction == Direction::kDownstream) {
      if (one_downstream_queue_) {
        throw ConfigError(pointer, "the aggregate \"" + aggregate.name +
                                       "\" goes downstream, which rf.downstream_queue excludes");
      }
      return;
    }
    if (modem.drop == cm::Placement::kFirmware) {
      throw ConfigError(pointer, "the aggregate \"" + aggregate.name +
                                     "\" judges packets in hardware, but the drop of modem \"" +
                                     modem.name + "\" is firmware");
    }
    if (modem.queue_memory.descriptors.cached != 0) {
      throw ConfigError(pointer, "the aggregate \"" + aggregate.name +
                                     "\" needs all descriptors on die, but the modem \"" +
                                     modem.name + "\" has a queue_memory.descriptor_cache");
    }
  }

 private:
  bool one_downstream_queue_;
  std::map<std::pair<std::string, Direction>, std::size_t> counts_;
};

}  // namespace

std::uint64_t low_latency_buffer_bytes(double amsr_mbps) {
  constexpr std::uint64_t kLeast =
      std::uint64_t{DUAL_QUEUE_LL_BUFFER_FRAMES} * IMMEDIATE_AQM_FRAME_BYTES;
  const double bytes = amsr_mbps * DUAL_QUEUE_LL_BUFFER_US / 8;
  return std::max(kLeast, static_cast<std::uint64_t>(std::llround(bytes)));
}

const AggregateConfig* upstream_aggregate_of(const Scenario& scenario, const ModemConfig& modem) {
  const auto goes_up = [](const AggregateConfig& aggregate) {
    return aggregate.direction == Direction::kUpstream;
  };
  const auto& own = modem.provisioned.aggregates;
  const auto of_file = std::find_if(own.begin(), own.end(), goes_up);
  if (of_file != own.end()) {
    return &*of_file;
  }
  const auto& written = scenario.aggregate_service_flows;
  const auto found =
      std::find_if(written.begin(), written.end(), [&](const AggregateConfig& aggregate) {
        return goes_up(aggregate) && is_named(modem, aggregate.modem);
      });
  return found != written.end() ? &*found : nullptr;
}

void complete_aggregates(Scenario& scenario) {
  Aggregates complete(scenario);
}

void check_aggregates(const Scenario& scenario) {
  check_low_latency_buffers(scenario);
  ModemLimits limits(scenario);
  for (std::size_t i = 0; i < scenario.modems.size(); ++i) {
    const ModemConfig& modem = scenario.modems[i];
    for (const AggregateConfig& aggregate : modem.provisioned.aggregates) {
      limits.check(aggregate, modem, aggregate_place("modems", i) + "/config_file");
    }
  }
  for (std::size_t i = 0; i < scenario.aggregate_service_flows.size(); ++i) {
    const AggregateConfig& aggregate = scenario.aggregate_service_flows[i];
    limits.check(aggregate, *modem_entry_of(scenario, aggregate),
                 aggregate_place("aggregate_service_flows", i));
  }
}

}  // namespace docsis_vp::system
