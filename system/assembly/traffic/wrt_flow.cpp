#include "models/hosts/response_probe/response_probe.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/samples.h"
#include "system/assembly/traffic/tcp_bundle.h"

namespace docsis_vp::system {

namespace {

class WrtFlow : public TcpFlowUnit {
 public:
  WrtFlow(const FlowPlan& plan, const Site& site)
      : TcpFlowUnit(plan, site, Opener::kReceiver),
        probe_(probe_config(plan, site),
               tcp().add(wire_of(plan, site), plan.config.wrt.persistent ? 1 : 2),
               site.network.timers(), site.owner()) {}

 private:
  static hosts::ResponseProbeConfig probe_config(const FlowPlan& plan, const Site& site) {
    hosts::ResponseProbeConfig config;
    config.object_bytes = plan.config.wrt.object_bytes;
    config.think = from_seconds(plan.config.wrt.think_s);
    config.persistent = plan.config.wrt.persistent;
    config.start = plan.start;
    config.stop = plan.stop;
    config.warmup = site.network.warmup();
    return config;
  }

  void measure(FlowResult& result, TimePs) const override {
    result.wrt_s = seconds_of(probe_.response_times());
  }

  hosts::ResponseProbe probe_;
};

}  // namespace

std::unique_ptr<FlowUnit> make_wrt_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<WrtFlow>(plan, site);
}

}  // namespace docsis_vp::system
