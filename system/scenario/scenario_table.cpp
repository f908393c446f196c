#include "system/scenario/fields.h"
#include "system/scenario/table.h"

namespace docsis_vp::system {

const Table<Scenario>& scenario_table() {
  static const Table<Scenario> table = [] {
    Table<Scenario> t("scenario", "A whole run: what is built, what happens, what is measured.");
    t.identifier("name", &Scenario::name)
        .default_is("the name of the file")
        .says("Names the run and its folder of results.");
    t.string("description", &Scenario::description).says("What the run is for.");
    t.number("duration_s", &Scenario::duration_s, 1e-6, 86'400)
        .unit("s")
        .says("Simulated time; `--duration` replaces it.");
    t.integer("seed", &Scenario::seed, 0, (1ULL << 53) - 1)
        .says("All random numbers follow from it; `--seed` replaces it.");
    t.object("stats", &Scenario::stats, stats_table()).says("What the statistics leave out.");
    t.object("rf", &Scenario::rf, rf_table()).says("The link.");
    t.list("modems", &Scenario::modems, modem_table()).required().says("The modems.");
    t.list("service_flows", &Scenario::service_flows, service_flow_table())
        .required()
        .says("Their service flows.");
    t.list("classifiers", &Scenario::classifiers, classifier_table())
        .says("Which packets take which service flow.");
    t.list("flows", &Scenario::flows, flow_table()).says("The traffic.");
    t.list("events", &Scenario::events, event_table()).says("What goes wrong, and when.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
