#include <limits>

#include "models/hosts/file_transfer/file_transfer.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/samples.h"
#include "system/assembly/traffic/tcp_bundle.h"

namespace docsis_vp::system {

namespace {

// With two connections the next file begins while the first connection closes.
constexpr unsigned kConnections = 2;

// An endless transfer, or files one after the other.
class TcpFlow : public TcpFlowUnit {
 public:
  TcpFlow(const FlowPlan& plan, const Site& site)
      : TcpFlowUnit(plan, site, Opener::kSender),
        greedy_(!plan.config.bytes),
        transfer_(transfer_config(plan, site),
                  tcp().add(wire_of(plan, site), plan.config.persistent ? 1 : kConnections),
                  site.network.timers(), site.owner()) {}

  std::optional<double> demand_mbps() const override {
    const std::optional<double> given = TcpFlowUnit::demand_mbps();
    return given || !greedy_ ? given : std::numeric_limits<double>::infinity();
  }

 private:
  static hosts::FileTransferConfig transfer_config(const FlowPlan& plan, const Site& site) {
    hosts::FileTransferConfig config;
    config.file_bytes = plan.config.bytes;
    config.pause = from_seconds(plan.config.pause_s);
    config.files = plan.config.transfers;
    config.persistent = plan.config.persistent;
    config.start = plan.start;
    config.stop = plan.stop;
    config.warmup = site.network.warmup();
    return config;
  }

  void measure(FlowResult& result, TimePs) const override {
    if (!greedy_) {
      result.transfer_s = seconds_of(transfer_.durations());
    }
  }

  bool greedy_;
  hosts::FileTransfer transfer_;
};

}  // namespace

std::unique_ptr<FlowUnit> make_tcp_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<TcpFlow>(plan, site);
}

}  // namespace docsis_vp::system
