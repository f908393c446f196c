#include "system/scenario/fields/fields.h"
#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

const Table<Scenario>& scenario_table() {
  static const Table<Scenario> table = [] {
    Table<Scenario> t("scenario",
                      "A complete run: its system, its traffic, its events and its statistics.");
    t.identifier("name", &Scenario::name)
        .default_is("the name of the file")
        .says("Name of the run and of its results folder.");
    t.string("description", &Scenario::description).says("Purpose of the run.");
    t.number("duration_s", &Scenario::duration_s, 1e-6, 86'400)
        .unit("s")
        .says("Simulated time; `--duration` overrides it.");
    t.integer("seed", &Scenario::seed, 0, (1ULL << 53) - 1)
        .says("Seed of all random numbers; `--seed` overrides it.");
    t.object("stats", &Scenario::stats, stats_table())
        .says("Scope and intervals of the statistics.");
    t.object("rf", &Scenario::rf, rf_table()).says("Plant, channels and scheduler of the CMTS.");
    t.list("modems", &Scenario::modems, modem_table()).required().says("The modems.");
    t.list("service_flows", &Scenario::service_flows, service_flow_table())
        .required()
        .says("The service flows of the modems.");
    t.list_if_any("aggregate_service_flows", &Scenario::aggregate_service_flows, aggregate_table())
        .default_is("none")
        .says("Aggregate service flows of Low Latency DOCSIS.");
    t.list("classifiers", &Scenario::classifiers, classifier_table())
        .says("Rules that assign packets to service flows.");
    t.list("flows", &Scenario::flows, flow_table()).says("The traffic of the hosts.");
    t.list("events", &Scenario::events, event_table())
        .says("Faults and changes, with their times.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
