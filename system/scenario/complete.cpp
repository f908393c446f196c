#include <algorithm>
#include <cmath>
#include <filesystem>

#include "platform/base/errors.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {

namespace {

struct ProfileValues {
  double channel_mbps;
  double map_interval_us;
  double map_lead_us;
  double decode_us;
  double cm_map_proc_us;
  BuildUnit build_unit;
};

ProfileValues values_of(RfProfile profile) {
  if (profile == RfProfile::kDocsis31) {
    return {668.4, 2025, 1110, 270, 757.5, BuildUnit::kFrame};
  }
  return {30.72, 2000, 2000, 100, 650, BuildUnit::kGrant};
}

template <class T>
void fill(std::optional<T>& value, T preset) {
  if (!value) {
    value = preset;
  }
}

std::string at(std::string_view list, std::size_t index, std::string_view key) {
  return "/" + std::string(list) + "/" + std::to_string(index) + "/" + std::string(key);
}

void check_modem_name(const Scenario& scenario, const std::string& name,
                      const std::string& pointer) {
  const bool known = std::any_of(scenario.modems.begin(), scenario.modems.end(),
                                 [&](const ModemConfig& modem) { return modem.name == name; });
  if (!known) {
    std::vector<std::string_view> names;
    for (const ModemConfig& modem : scenario.modems) {
      names.push_back(modem.name);
    }
    throw ConfigError(pointer, "there is no modem \"" + name + "\"" + suggestion(name, names));
  }
}

void fill_rf(RfConfig& rf) {
  const ProfileValues preset = values_of(rf.profile);
  if (rf.channels.empty()) {
    rf.channels.push_back({"us0", preset.channel_mbps});
  }
  fill(rf.map_interval_us, preset.map_interval_us);
  fill(rf.map_lead_us, preset.map_lead_us);
  fill(rf.decode_us, preset.decode_us);
  fill(rf.cm_map_proc_us, preset.cm_map_proc_us);
}

void complete_modem(const Scenario& scenario, ModemConfig& modem, const std::string& pointer) {
  fill(modem.burst_builder.build_unit, values_of(scenario.rf.profile).build_unit);
  const auto upstream_flows =
      std::count_if(scenario.service_flows.begin(), scenario.service_flows.end(),
                    [&](const ServiceFlowConfig& flow) {
                      return flow.modem == modem.name && flow.direction == Direction::kUpstream;
                    });
  if (upstream_flows != 1) {
    throw ConfigError(pointer, "the modem \"" + modem.name + "\" has " +
                                   std::to_string(upstream_flows) +
                                   " upstream service flows, expected 1");
  }
}

void complete_service_flow(const Scenario& scenario, ServiceFlowConfig& flow, std::size_t index) {
  check_modem_name(scenario, flow.modem, at("service_flows", index, "modem"));
  if (flow.buffer_ms && flow.buffer_bytes) {
    throw ConfigError(at("service_flows", index, "buffer_bytes"),
                      "excludes buffer_ms, give one of them");
  }
  if (!flow.buffer_bytes) {
    constexpr double kDefaultMs = 250;
    constexpr double kLargestFrame = 1522;
    const double bytes =
        std::round(flow.buffer_ms.value_or(kDefaultMs) * flow.max_sustained_rate_mbps * 125);
    if (bytes < kLargestFrame || bytes > UINT32_MAX) {
      throw ConfigError(
          at("service_flows", index, "buffer_ms"),
          "makes a buffer of " + json_number(bytes) + " bytes, expected 1522 to 4294967295 bytes");
    }
    flow.buffer_bytes = static_cast<std::uint64_t>(bytes);
    flow.buffer_ms.reset();
  }
  for (std::size_t other = 0; other < index; ++other) {
    const ServiceFlowConfig& twin = scenario.service_flows[other];
    if (flow.direction == Direction::kDownstream && twin.direction == flow.direction &&
        twin.modem == flow.modem) {
      throw ConfigError(at("service_flows", index, "direction"),
                        "the modem \"" + flow.modem +
                            "\" has two downstream service flows, expected one at most");
    }
  }
}

void check_flow(const Scenario& scenario, const FlowConfig& flow, std::size_t index) {
  check_modem_name(scenario, flow.modem, at("flows", index, "modem"));
  if (flow.stop_s && *flow.stop_s <= flow.start_s) {
    throw ConfigError(at("flows", index, "stop_s"),
                      "expected a time after start_s, got " + json_number(*flow.stop_s) + " s");
  }
  if (flow.kind == FlowKind::kTrace && !std::filesystem::is_regular_file(flow.file)) {
    throw ConfigError(at("flows", index, "file"), "there is no file " + flow.file);
  }
}

}  // namespace

void complete(Scenario& scenario) {
  fill_rf(scenario.rf);
  if (scenario.stats.warmup_s >= scenario.duration_s) {
    throw ConfigError("/stats/warmup_s", "expected less than the duration of " +
                                             json_number(scenario.duration_s) + " s, got " +
                                             json_number(scenario.stats.warmup_s));
  }
  if (scenario.modems.size() != 1) {
    throw ConfigError("/modems",
                      "expected one modem, got " + std::to_string(scenario.modems.size()));
  }
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    complete_service_flow(scenario, scenario.service_flows[i], i);
  }
  for (std::size_t i = 0; i < scenario.modems.size(); ++i) {
    complete_modem(scenario, scenario.modems[i], "/modems/" + std::to_string(i));
  }
  for (std::size_t i = 0; i < scenario.flows.size(); ++i) {
    check_flow(scenario, scenario.flows[i], i);
  }
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    check_modem_name(scenario, scenario.events[i].modem, at("events", i, "modem"));
  }
}

}  // namespace docsis_vp::system
