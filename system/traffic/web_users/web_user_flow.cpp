#include "models/hosts/web_user/web_user.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/tcp_bundle.h"
#include "system/results/format.h"
#include "system/results/kind_result_type.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/web_users/browsing_result.h"
#include "system/traffic/web_users/web_user_settings.h"

namespace docsis_vp::system {

extern const TrafficKind kWebUsersKind;
extern const KindResultType kBrowsingResult;

namespace {

// The keys of one Pareto distribution.
struct ParetoKeys {
  std::string_view mean;
  std::string_view unit;
  std::string_view says;
  std::string_view shape;
  double low;
  double high;
};

Table<hosts::ParetoConfig> pareto_table(const ParetoKeys& keys) {
  using hosts::ParetoConfig;
  Table<ParetoConfig> t("pareto", "A Pareto distribution.");
  t.number(keys.mean, &ParetoConfig::mean, keys.low, keys.high)
      .unit(keys.unit)
      .source("clemson-2015 sec. 3.1.3")
      .says(keys.says);
  t.number(keys.shape, &ParetoConfig::shape, 1.01, 100)
      .source("clemson-2015 sec. 3.1.3")
      .says("Its Pareto shape.");
  return t;
}

Table<hosts::WebUserConfig> user_keys() {
  using hosts::WebUserConfig;
  Table<WebUserConfig> t("web_user", "A user of the web.");
  t.part(&WebUserConfig::page_gap_s,
         pareto_table({"page_gap_s", "s", "Mean time from the end of a page to the next.",
                       "page_gap_shape", 0.001, 86'400}));
  t.part(&WebUserConfig::objects_per_page,
         pareto_table({"objects_per_page",
                       {},
                       "Mean number of objects, before rounding up per page as in ns-2: 4 become "
                       "about 4.4.",
                       "objects_shape",
                       1,
                       10'000}));
  t.part(&WebUserConfig::object_gap_s,
         pareto_table({"object_gap_s", "s", "Mean time between two requests of a page.",
                       "object_gap_shape", 0.001, 86'400}));
  t.part(&WebUserConfig::object_bytes,
         pareto_table({"object_bytes", "bytes",
                       "Mean size of an object, before rounding up to whole bytes.", "object_shape",
                       1, 1e12}));
  return t;
}

const Table<WebUserSettings>& web_user_table() {
  static const Table<WebUserSettings> table = [] {
    Table<WebUserSettings> t("web_users",
                             "A user of the web whose pages, objects and pauses follow Pareto "
                             "distributions.");
    t.part(&WebUserSettings::user, user_keys());
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
  hosts::WebUserConfig config = settings_of<WebUserSettings>(plan.config).user;
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
    result.figures.set(BrowsingResult{user_->pages(), user_->objects(), user_->bytes()});
  }

  std::unique_ptr<hosts::WebUser> user_;
};

std::unique_ptr<FlowUnit> make_web_user_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<WebUserFlow>(plan, site);
}

}  // namespace

BrowsingResult BrowsingResult::together(const std::vector<const BrowsingResult*>& flows) {
  BrowsingResult group;
  for (const BrowsingResult* flow : flows) {
    group.pages += flow->pages;
    group.objects += flow->objects;
    group.object_bytes += flow->object_bytes;
  }
  return group;
}

std::string BrowsingResult::text() const {
  return format("%llu pages, %llu objects", static_cast<unsigned long long>(pages),
                static_cast<unsigned long long>(objects));
}

constexpr KindResultType kBrowsingResult = kind_result_type<BrowsingResult>("`kind` web_users");

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
