#include "system/scenario/complete/complete_aggregate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
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
    check_name(aggregate, pointer);
    check_dscps(aggregate.low_latency_packets, pointer + "/low_latency_packets/dscps");
    if (classic) {
      complete_flow(aggregate, *classic, pointer + "/classic_service_flow");
    }
    if (low_latency) {
      complete_flow(aggregate, *low_latency, pointer + "/low_latency_service_flow");
    }
  }

  void check_name(const AggregateConfig& aggregate, const std::string& pointer) {
    const auto& flows = scenario_.service_flows;
    const bool is_flow = std::any_of(flows.begin(), flows.end(), [&](const auto& flow) {
      return flow.modem == aggregate.modem && flow.name == aggregate.name;
    });
    if (is_flow || !names_.emplace(aggregate.modem, aggregate.name).second) {
      throw ConfigError(pointer + "/name", "the modem \"" + aggregate.modem + "\" has " +
                                               (is_flow ? "a" : "an aggregate") +
                                               " service flow \"" + aggregate.name + "\" already");
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
        if (flow.direction == Direction::kUpstream) {
          known.push_back(flow.name);
        }
        continue;
      }
      if (flow.direction != Direction::kUpstream) {
        throw ConfigError(pointer,
                          "expected an upstream service flow, \"" + name + "\" goes downstream");
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
    if (flow.transmit_queue && flow.transmit_queue->packets > 0) {
      throw ConfigError(pointer + "/transmit_queue",
                        "is not for a service flow of the aggregate \"" + owner + "\"");
    }
    if (flow.shaper_engine == Engine::kRtl) {
      throw ConfigError(pointer + "/shaper_engine",
                        "expected model: the aggregate \"" + owner + "\" releases whole packets");
    }
    flow.aqm.algorithm = "none";
    flow.transmit_queue.reset();
    if (flow.max_sustained_rate_mbps == 0) {
      flow.max_sustained_rate_mbps = aggregate.amsr_mbps;
    }
    if (is_low_latency(aggregate, flow) && !flow.buffer_ms && !flow.buffer_bytes &&
        !flow.buffer_packets) {
      flow.buffer_bytes = low_latency_buffer(aggregate.amsr_mbps);
    }
  }

  // MULPI C.2.2.7.11.4 eq. 3.
  static std::uint64_t low_latency_buffer(double amsr_mbps) {
    constexpr std::uint64_t kLeast =
        std::uint64_t{DUAL_QUEUE_LL_BUFFER_FRAMES} * IMMEDIATE_AQM_FRAME_BYTES;
    const double bytes = amsr_mbps * DUAL_QUEUE_LL_BUFFER_US / 8;
    return std::max(kLeast, static_cast<std::uint64_t>(std::llround(bytes)));
  }

  Scenario& scenario_;
  std::set<std::pair<std::string, std::string>> names_;                // modem, aggregate
  std::map<std::pair<std::string, std::string>, std::string> owners_;  // of modem, service flow
};

// The law keeps room for one frame of 2000 bytes.
void check_low_latency_buffers(const Scenario& scenario) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31;
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    const AggregateConfig* aggregate = aggregate_of(scenario, flow);
    if (aggregate != nullptr && is_low_latency(*aggregate, flow) &&
        (*flow.buffer_bytes <= IMMEDIATE_AQM_FRAME_BYTES || *flow.buffer_bytes > kMost)) {
      throw ConfigError(aggregate_place("service_flows", i) + "/buffer_bytes",
                        "expected 2001 to " + std::to_string(kMost) +
                            " bytes for a low-latency service flow, got " +
                            std::to_string(*flow.buffer_bytes));
    }
  }
}

}  // namespace

void complete_aggregates(Scenario& scenario) {
  Aggregates complete(scenario);
}

void check_aggregates(const Scenario& scenario) {
  check_low_latency_buffers(scenario);
  std::map<std::string, std::size_t> of_modem;
  for (std::size_t i = 0; i < scenario.aggregate_service_flows.size(); ++i) {
    const AggregateConfig& aggregate = scenario.aggregate_service_flows[i];
    const std::string pointer = aggregate_place("aggregate_service_flows", i);
    const ModemConfig* modem = modem_entry_of(scenario, aggregate);
    if (++of_modem[aggregate.modem] > cm::kMaxAggregates) {
      throw ConfigError(pointer, "expected at most " + std::to_string(cm::kMaxAggregates) +
                                     " aggregate service flows of the modem \"" + aggregate.modem +
                                     "\"");
    }
    if (modem->control_law == Placement::kFirmware) {
      throw ConfigError(pointer, "its law runs in hardware, but the control_law of modem " +
                                     modem->name + " is firmware");
    }
    if (modem->queue_memory.descriptor_cache != 0) {
      throw ConfigError(pointer, "needs all descriptors on die, but the modem " + modem->name +
                                     " has a queue_memory.descriptor_cache");
    }
  }
}

}  // namespace docsis_vp::system
