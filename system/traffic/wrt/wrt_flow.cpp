#include "models/hosts/response_probe/response_probe.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/samples.h"
#include "system/assembly/traffic/tcp_bundle.h"
#include "system/results/kind_result_type.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/wrt/response_result.h"

namespace docsis_vp::system {

extern const TrafficKind kWrtKind;
extern const KindResultType kResponseResult;

namespace {

const Table<hosts::ResponseProbeConfig>& wrt_table() {
  using hosts::ResponseProbeConfig;
  static const Table<ResponseProbeConfig> table = [] {
    Table<ResponseProbeConfig> t("wrt",
                                 "A probe that fetches one object repeatedly: web response time.");
    t.integer("object_bytes", &ResponseProbeConfig::object_bytes, 1, 1ULL << 40)
        .unit("bytes")
        .source("clemson-2015 sec. 4.3")
        .says("Size of the object.");
    t.number("think_s", &ResponseProbeConfig::think_s, 0, 86'400)
        .unit("s")
        .source("clemson-2015 sec. 4.3")
        .says("Time from the last octet to the next request.");
    t.boolean("persistent", &ResponseProbeConfig::persistent)
        .source("engineering choice")
        .says("true: one connection for all fetches. false: a new connection for each.");
    return t;
  }();
  return table;
}

class WrtFlow : public TcpFlowUnit {
 public:
  WrtFlow(const FlowPlan& plan, const Site& site)
      : TcpFlowUnit(plan, site, Opener::kReceiver),
        probe_(probe_config(plan, site),
               tcp().add(wire_of(plan, site),
                         settings_of<hosts::ResponseProbeConfig>(plan.config).persistent ? 1 : 2),
               site.network.timers(), site.owner()) {}

 private:
  static hosts::ResponseProbeConfig probe_config(const FlowPlan& plan, const Site& site) {
    auto config = settings_of<hosts::ResponseProbeConfig>(plan.config);
    config.start = plan.start;
    config.stop = plan.stop;
    config.warmup = site.network.warmup();
    return config;
  }

  void measure(FlowResult& result, TimePs) const override {
    result.figures.set(ResponseResult{seconds_of(probe_.response_times())});
  }

  hosts::ResponseProbe probe_;
};

std::unique_ptr<FlowUnit> make_wrt_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<WrtFlow>(plan, site);
}

}  // namespace

ResponseResult ResponseResult::together(const std::vector<const ResponseResult*>& flows) {
  return {joined(flows, &ResponseResult::wrt_s)};
}

std::string ResponseResult::text() const {
  return times_text("responses", wrt_s);
}

constexpr KindResultType kResponseResult = kind_result_type<ResponseResult>("`kind` wrt");

constexpr TrafficKind kWrtKind = [] {
  TrafficKind kind;
  kind.name = "wrt";
  kind.uses_tcp = true;
  kind.add_fields = [](Table<FlowConfig>& table) {
    add_kind_object<kWrtKind>(table, wrt_table(), "The probe.");
  };
  kind.make = make_wrt_flow;
  return kind;
}();

}  // namespace docsis_vp::system
