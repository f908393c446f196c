#include "models/hosts/torrent/torrent.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/tcp_bundle.h"

namespace docsis_vp::system {

namespace {

class LedbatFlow : public TcpFlowUnit {
 public:
  LedbatFlow(const FlowPlan& plan, const Site& site)
      : TcpFlowUnit(plan, site, Opener::kSender),
        cap_mbps_(*plan.config.ledbat.cap_mbps),
        torrent_(
            torrent_config(plan), tcp().add(wire_of(plan, site), plan.config.ledbat.connections),
            RandomStream(site.seed, "flow/" + plan.name()), site.network.timers(), site.owner()) {}

  std::optional<double> demand_mbps() const override {
    return TcpFlowUnit::demand_mbps().value_or(cap_mbps_);
  }

 private:
  static hosts::TorrentConfig torrent_config(const FlowPlan& plan) {
    const LedbatSettings& settings = plan.config.ledbat;
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

}  // namespace

std::unique_ptr<FlowUnit> make_ledbat_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<LedbatFlow>(plan, site);
}

}  // namespace docsis_vp::system
