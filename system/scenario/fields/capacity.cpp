#include "system/scenario/fields/capacity.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

template <CapacityKind kKind>
bool is(const CapacityProfileConfig& capacity) {
  return capacity.kind == kKind;
}

}  // namespace

const Table<CapacityProfileConfig>& capacity_table() {
  static const Table<CapacityProfileConfig> table = [] {
    using Capacity = CapacityProfileConfig;
    Table<Capacity> t(
        "capacity",
        "Upstream capacity that other traffic leaves on all channels together; each channel "
        "gets its share by rate. It limits grants in bytes of the channel, segment headers "
        "and rounding included, but neither request regions nor polls. Unsolicited grants "
        "use it first. A grant that a MAP has too little for is late. It then uses the "
        "capacity of that MAP and the next ones before any other grant, until it fits or the "
        "next grant of its series is due.");
    t.choice<CapacityKind>("kind", &Capacity::kind,
                           {{"phantom_load", CapacityKind::kPhantomLoad},
                            {"uniform_grants", CapacityKind::kUniformGrants},
                            {"all_transitions", CapacityKind::kAllTransitions},
                            {"trace", CapacityKind::kTrace}})
        .required()
        .says(
            "Course over time. `phantom_load`: constant. `uniform_grants`: drawn for each MAP. "
            "`all_transitions`: steps between some values, each change once. `trace`: steps of a "
            "file.");
    t.only_if(t.number("phantom_load_mbps", &Capacity::phantom_load_mbps, 0, 100'000)
                  .required()
                  .unit("Mbit/s")
                  .says("Constant load of the other traffic, unchanged by `change_profile`. If the "
                        "channels "
                        "carry no more, nothing is left."),
              "kind `phantom_load`", is<CapacityKind::kPhantomLoad>);
    t.only_if(
        t.integer("mean_grant_bytes", &Capacity::mean_grant_bytes, 64, 10'000'000)
            .unit("bytes")
            .source("cablelabs-2012 sec. 3.1.3")
            .says(
                "Mean number of bytes that may be granted in a MAP, in the channel's own profile, "
                "headers and burst overhead included."),
        "kind `uniform_grants`", is<CapacityKind::kUniformGrants>);
    t.only_if(t.integer("variation_percent", &Capacity::variation_percent, 0, 100)
                  .unit("%")
                  .source("cablelabs-2012 sec. 3.1.3")
                  .says("Largest deviation from the mean, drawn evenly."),
              "kind `uniform_grants`", is<CapacityKind::kUniformGrants>);
    t.only_if(t.numbers("rates_mbps", &Capacity::rates_mbps, 0, 100'000)
                  .required()
                  .unit("Mbit/s")
                  .source("cablelabs-2014: 165, 200, 225, 250; 185, 190, 200, 225; "
                          "100, 120, 180, 200")
                  .says("Values between which it changes. The order for four values is 0 1 0 2 0 3 "
                        "1 2 1 3 2 "
                        "3, repeated."),
              "kind `all_transitions`", is<CapacityKind::kAllTransitions>);
    t.only_if(t.number("hold_s", &Capacity::hold_s, 0.001, 86'400)
                  .unit("s")
                  .source("cablelabs-2014")
                  .says("Duration of each value."),
              "kind `all_transitions`", is<CapacityKind::kAllTransitions>);
    t.only_if(
        t.path("file", &Capacity::file)
            .required()
            .says(
                "File with one step per line, in order of time: a time in s and the rate in Mbit/s "
                "from then on. A # begins a comment. Before the first step no capacity is taken."),
        "kind `trace`", is<CapacityKind::kTrace>);
    t.only_if(t.number("repeat_s", &Capacity::repeat_s, 0.001, 86'400)
                  .unit("s")
                  .default_is("the last value holds")
                  .says("Period after which the file repeats."),
              "kind `trace`", is<CapacityKind::kTrace>);
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
