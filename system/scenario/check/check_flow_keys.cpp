#include "system/scenario/check/check_flow_keys.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "platform/base/errors.h"
#include "system/scenario/derive/flow_key.h"
#include "system/scenario/derive/modem_index.h"

namespace docsis_vp::system {

namespace {

bool has_several_at_once(const FlowConfig& flow) {
  const TrafficKind& kind = row_of(flow.kind);
  return flow.count > 1 ||
         (kind.has_several_connections != nullptr && kind.has_several_connections(flow));
}

[[noreturn]] void refuse(const FlowConfig& flow, const std::string& why) {
  throw ConfigError("/flows/" + std::to_string(flow.position) + "/wan_port", why);
}

}  // namespace

void check_flow_keys(const Scenario& all) {
  const ModemIndex modems(all);
  std::map<std::tuple<unsigned, bool, std::array<std::uint8_t, 16>, std::array<std::uint8_t, 16>,
                      unsigned, unsigned>,
           std::string>
      names;
  for (const FlowConfig& flow : all.flows) {
    if (!flow.lan_port || !flow.wan_port) {
      continue;  // the other one is distinct by itself
    }
    if (has_several_at_once(flow)) {
      refuse(flow,
             "cannot be combined with lan_port: all connections of the flow would have the same "
             "ports");
    }
    const unsigned modem = modems.of(flow.modem);
    const FlowKey key = key_of(flow, modem, Direction::kUpstream, 0);
    const auto [first, is_new] =
        names.try_emplace({modem, row_of(flow.kind).uses_tcp, key.source, key.destination,
                           *flow.lan_port, *flow.wan_port},
                          flow.name);
    if (!is_new) {
      refuse(flow, "with lan_port gives the flow the addresses and ports that \"" + first->second +
                       "\" has");
    }
  }
}

}  // namespace docsis_vp::system
