#include "models/hosts/torrent/torrent.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/tcp_bundle.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/ledbat/ledbat_settings.h"
#include "system/traffic/ledbat/torrent_caps.h"

namespace docsis_vp::system {

extern const TrafficKind kLedbatKind;

namespace {

class LedbatFlow : public TcpFlowUnit {
 public:
  LedbatFlow(const FlowPlan& plan, const Site& site)
      : TcpFlowUnit(plan, site, Opener::kSender),
        cap_mbps_(*settings_of<LedbatSettings>(plan.config).cap_mbps),
        torrent_(
            torrent_config(plan),
            tcp().add(wire_of(plan, site), settings_of<LedbatSettings>(plan.config).connections),
            RandomStream(site.seed, "flow/" + plan.name()), site.network.timers(), site.owner()) {}

  std::optional<double> demand_mbps() const override {
    return TcpFlowUnit::demand_mbps().value_or(cap_mbps_);
  }

 private:
  static hosts::TorrentConfig torrent_config(const FlowPlan& plan) {
    const auto& settings = settings_of<LedbatSettings>(plan.config);
    hosts::TorrentConfig config;
    config.cap_bps = from_mega(*settings.cap_mbps);
    config.block_bytes = settings.block_bytes;
    config.start = plan.start;
    config.stop = plan.stop;
    return config;
  }

  void measure(FlowResult&, TimePs) const override {}

  double cap_mbps_;
  hosts::Torrent torrent_;
};

std::unique_ptr<FlowUnit> make_ledbat_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<LedbatFlow>(plan, site);
}

}  // namespace

constexpr TrafficKind kLedbatKind = [] {
  TrafficKind kind;
  kind.name = "ledbat";
  kind.uses_tcp = true;
  kind.demand = "`cap_mbps` of `ledbat`";
  kind.congestion_control = CongestionChoice::kLedbat;
  kind.add_fields = [](Table<FlowConfig>& table) {
    add_kind_object<kLedbatKind>(table, ledbat_table(), "The torrent.");
  };
  kind.complete_in = fill_torrent_caps;
  kind.has_several_connections = [](const FlowConfig& flow) {
    return settings_of<LedbatSettings>(flow).connections > 1;
  };
  kind.make = make_ledbat_flow;
  return kind;
}();

}  // namespace docsis_vp::system
