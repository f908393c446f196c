#include "models/hosts/web_user/web_user.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/tcp_bundle.h"

namespace docsis_vp::system {

namespace {

hosts::WebUserConfig user_config(const FlowPlan& plan, const Site& site) {
  const WebUserSettings& settings = plan.config.web_users;
  hosts::WebUserConfig config;
  config.page_gap_s = {settings.page_gap_s, settings.page_gap_shape};
  config.objects_per_page = {settings.objects_per_page, settings.objects_shape};
  config.object_gap_s = {settings.object_gap_s, settings.object_gap_shape};
  config.object_bytes = {settings.object_bytes, settings.object_shape};
  config.start = plan.start;
  config.stop = plan.stop;
  config.warmup = site.network.warmup();
  return config;
}

class WebUserFlow : public TcpFlowUnit {
 public:
  WebUserFlow(const FlowPlan& plan, const Site& site) : TcpFlowUnit(plan, site, Opener::kReceiver) {
    const WebUserSettings& settings = plan.config.web_users;
    hosts::WebUser::Servers servers;
    for (const double rtt_ms : settings.server_rtts_ms) {
      servers.push_back(tcp().add(wire_of(plan, site, rtt_ms), settings.connections_per_server));
    }
    user_ = std::make_unique<hosts::WebUser>(user_config(plan, site), servers,
                                             RandomStream(site.seed, "flow/" + plan.name()),
                                             site.network.timers(), site.owner());
  }

 private:
  void measure(FlowResult& result, TimePs) const override {
    result.browsing = {user_->pages(), user_->objects(), user_->bytes()};
  }

  std::unique_ptr<hosts::WebUser> user_;
};

}  // namespace

std::unique_ptr<FlowUnit> make_web_user_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<WebUserFlow>(plan, site);
}

}  // namespace docsis_vp::system
