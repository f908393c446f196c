#include "models/hosts/web_user/web_user.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/tcp_bundle.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/web_users/web_user_settings.h"

namespace docsis_vp::system {

extern const TrafficKind kWebUsersKind;

namespace {

const Table<WebUserSettings>& web_user_table() {
  static const Table<WebUserSettings> table = [] {
    constexpr double kSteepest = 100;
    const auto shape = [](Field& field, const char* of) {
      field.source("clemson-2015 sec. 3.1.3").says(of);
    };
    Table<WebUserSettings> t("web_users",
                             "A user of the web whose pages, objects and pauses follow Pareto "
                             "distributions.");
    const auto mean = [](Field& field, const char* of) -> Field& {
      return field.source("clemson-2015 sec. 3.1.3").says(of);
    };
    mean(t.number("page_gap_s", &WebUserSettings::page_gap_s, 0.001, 86'400),
         "Mean time from the end of a page to the next.")
        .unit("s");
    shape(t.number("page_gap_shape", &WebUserSettings::page_gap_shape, 1.01, kSteepest),
          "Its Pareto shape.");
    mean(t.number("objects_per_page", &WebUserSettings::objects_per_page, 1, 10'000),
         "Mean number of objects, before rounding up per page as in ns-2: 4 become about 4.4.");
    shape(t.number("objects_shape", &WebUserSettings::objects_shape, 1.01, kSteepest),
          "Its Pareto shape.");
    mean(t.number("object_gap_s", &WebUserSettings::object_gap_s, 0.001, 86'400),
         "Mean time between two requests of a page.")
        .unit("s");
    shape(t.number("object_gap_shape", &WebUserSettings::object_gap_shape, 1.01, kSteepest),
          "Its Pareto shape.");
    mean(t.number("object_bytes", &WebUserSettings::object_bytes, 1, 1e12),
         "Mean size of an object, before rounding up to whole bytes.")
        .unit("bytes");
    shape(t.number("object_shape", &WebUserSettings::object_shape, 1.01, kSteepest),
          "Its Pareto shape.");
    t.numbers("server_rtts_ms", &WebUserSettings::server_rtts_ms, 0, 10'000)
        .unit("ms")
        .source("clemson-2015 sec. 4.3")
        .says("Round-trip time of each server; every object comes from a random server.");
    t.integer("connections_per_server", &WebUserSettings::connections_per_server, 1, 100)
        .source("engineering choice")
        .says("Number of connections at a time; an object waits for a free one.");
    return t;
  }();
  return table;
}

hosts::WebUserConfig user_config(const FlowPlan& plan, const Site& site) {
  const auto& settings = settings_of<WebUserSettings>(plan.config);
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
    const auto& settings = settings_of<WebUserSettings>(plan.config);
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

std::unique_ptr<FlowUnit> make_web_user_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<WebUserFlow>(plan, site);
}

}  // namespace

constexpr TrafficKind kWebUsersKind = [] {
  TrafficKind kind;
  kind.name = "web_users";
  kind.uses_tcp = true;
  kind.has_one_server = false;
  kind.add_fields = [](Table<FlowConfig>& table) {
    add_kind_object<kWebUsersKind>(table, web_user_table(),
                                   "Behaviour of the user; `count` is the number of users.");
  };
  kind.has_several_connections = [](const FlowConfig&) { return true; };
  kind.make = make_web_user_flow;
  return kind;
}();

}  // namespace docsis_vp::system
