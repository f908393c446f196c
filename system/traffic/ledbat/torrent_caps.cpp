#include "system/traffic/ledbat/torrent_caps.h"

#include "system/scenario/complete/complete_lan.h"
#include "system/scenario/derive/flow_key.h"
#include "system/scenario/derive/modem_index.h"
#include "system/scenario/derive/service_flow_map.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/ledbat/ledbat_settings.h"

namespace docsis_vp::system {

extern const TrafficKind kLedbatKind;

void fill_torrent_caps(Scenario& written, const Scenario& all) {
  constexpr double kShare = 0.5;  // cablelabs-2014, load 9
  constexpr std::uint8_t kProtocolTcp = 6;
  const ModemIndex modems(all);
  FlowTable table;
  ServiceFlowMap service_flows(all, table);
  for (const FlowConfig& flow : all.flows) {
    if (!is_of_kind<kLedbatKind>(flow)) {
      continue;
    }
    FlowConfig& listed = written.flows[flow.position];
    std::optional<double>& cap_mbps = settings_of<LedbatSettings>(listed).cap_mbps;
    if (cap_mbps) {
      continue;
    }
    const unsigned modem = modems.of(flow.modem);
    FlowKey key = key_of(flow, modem, flow.direction, 0);
    key.protocol = kProtocolTcp;
    if (flow.direction == Direction::kUpstream) {
      key.lan_port = static_cast<std::uint16_t>(lan_port_of(flow, all.modems[modem]));
    }
    const auto taken = service_flows.of(table.add(flow.name, key), modem, flow.direction);
    cap_mbps =
        kShare * (taken ? all.service_flows[*taken].nominal_rate_mbps() : all.rf.downstream_mbps);
  }
}

}  // namespace docsis_vp::system
