#include "system/scenario/fields/capacity.h"

#include "system/scenario/table.h"

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
        "What other traffic leaves of the upstream channels together, each by its "
        "share of their rate. It limits grants in bytes of the channel, segment "
        "headers and rounding included. Unsolicited ones come out of it first: one that a MAP has "
        "too little for is late, and takes what that MAP and the next ones leave, before any "
        "other grant, until it is enough or the next of its series falls due. Request regions and "
        "polls are not in it.");
    t.choice<CapacityKind>("kind", &Capacity::kind,
                           {{"phantom_load", CapacityKind::kPhantomLoad},
                            {"uniform_grants", CapacityKind::kUniformGrants},
                            {"all_transitions", CapacityKind::kAllTransitions},
                            {"trace", CapacityKind::kTrace}})
        .required()
        .says(
            "Always the same; drawn for each MAP; in steps between some values, each change once; "
            "in steps of a file.");
    t.only_if(t.number("phantom_load_mbps", &Capacity::phantom_load_mbps, 0, 100'000)
                  .required()
                  .unit("Mbit/s")
                  .says("What the others take all the time, also after a `change_profile`; where "
                        "the channels carry no more, nothing is left."),
              "kind `phantom_load`", is<CapacityKind::kPhantomLoad>);
    t.only_if(
        t.integer("mean_grant_bytes", &Capacity::mean_grant_bytes, 64, 10'000'000)
            .unit("bytes")
            .source("cablelabs-2012 sec. 3.1.3")
            .says("Mean of what may be granted in a MAP, in bytes of the channel's own profile, "
                  "headers and burst overhead included."),
        "kind `uniform_grants`", is<CapacityKind::kUniformGrants>);
    t.only_if(t.integer("variation_percent", &Capacity::variation_percent, 0, 100)
                  .unit("%")
                  .source("cablelabs-2012 sec. 3.1.3")
                  .says("So far below and above the mean it is drawn, evenly."),
              "kind `uniform_grants`", is<CapacityKind::kUniformGrants>);
    t.only_if(t.numbers("rates_mbps", &Capacity::rates_mbps, 0, 100'000)
                  .required()
                  .unit("Mbit/s")
                  .source("cablelabs-2014: 165, 200, 225, 250; 185, 190, 200, 225; "
                          "100, 120, 180, 200")
                  .says("Values between which it changes, of four in the order 0 1 0 2 0 3 1 2 1 3 "
                        "2 3, over and over."),
              "kind `all_transitions`", is<CapacityKind::kAllTransitions>);
    t.only_if(t.number("hold_s", &Capacity::hold_s, 0.001, 86'400)
                  .unit("s")
                  .source("cablelabs-2014")
                  .says("How long each value holds."),
              "kind `all_transitions`", is<CapacityKind::kAllTransitions>);
    t.only_if(t.path("file", &Capacity::file)
                  .required()
                  .says("Lines of a time in s and the rate in Mbit/s from then on, in order of "
                        "time; what follows a # is a comment. Before the first, nothing is taken."),
              "kind `trace`", is<CapacityKind::kTrace>);
    t.only_if(t.number("repeat_s", &Capacity::repeat_s, 0.001, 86'400)
                  .unit("s")
                  .default_is("the last value holds")
                  .says("The file begins again that often."),
              "kind `trace`", is<CapacityKind::kTrace>);
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
