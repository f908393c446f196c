#include "models/hosts/web_page/web_page.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/samples.h"
#include "system/assembly/traffic/tcp_bundle.h"
#include "system/results/kind_result_type.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/web/page_result.h"
#include "system/traffic/web/web_settings.h"

namespace docsis_vp::system {

extern const TrafficKind kWebKind;
extern const KindResultType kPageResult;

namespace {

hosts::WebPageConfig page_config(const FlowPlan& plan, const Site& site) {
  hosts::WebPageConfig config = settings_of<WebSettings>(plan.config).user;
  config.start = plan.start;
  config.stop = plan.stop;
  config.warmup = site.network.warmup();
  return config;
}

class WebFlow : public TcpFlowUnit {
 public:
  WebFlow(const FlowPlan& plan, const Site& site) : TcpFlowUnit(plan, site, Opener::kReceiver) {
    const auto& web = settings_of<WebSettings>(plan.config);
    // Without persistent connections an object starts while the previous connection closes.
    const unsigned spare = web.user.persistent ? 1 : 2;
    std::vector<Wire*> wires;
    for (const double rtt_ms : web.server_rtts_ms) {
      wires.push_back(&wire_of(plan, site, rtt_ms));
    }
    hosts::Connection& html = *tcp().add(*wires.front());
    hosts::WebPage::Servers servers;
    for (Wire* wire : wires) {
      servers.push_back(tcp().add(*wire, web.user.connections_per_server * spare));
    }
    page_ = std::make_unique<hosts::WebPage>(page_config(plan, site), html, servers,
                                             RandomStream(site.seed, "flow/" + plan.name()),
                                             site.network.timers(), site.owner());
  }

 private:
  void measure(FlowResult& result, TimePs) const override {
    result.figures.set(PageResult{seconds_of(page_->load_times())});
  }

  std::unique_ptr<hosts::WebPage> page_;
};

std::unique_ptr<FlowUnit> make_web_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<WebFlow>(plan, site);
}

}  // namespace

PageResult PageResult::together(const std::vector<const PageResult*>& flows) {
  return {joined(flows, &PageResult::page_load_s)};
}

std::string PageResult::text() const {
  return times_text("pages", page_load_s);
}

constexpr KindResultType kPageResult = kind_result_type<PageResult>("a kind that loads pages");

constexpr TrafficKind kWebKind = [] {
  TrafficKind kind;
  kind.name = "web";
  kind.uses_tcp = true;
  kind.has_one_server = false;
  kind.add_fields = [](Table<FlowConfig>& table) {
    add_kind_object<kWebKind>(table, web_table(), "The page and its servers.");
  };
  kind.complete = [](FlowConfig& flow, const Extensions&, const std::string& pointer) {
    check_web(settings_of<WebSettings>(flow), pointer + "/web");
  };
  kind.has_several_connections = [](const FlowConfig&) { return true; };
  kind.make = make_web_flow;
  return kind;
}();

}  // namespace docsis_vp::system
