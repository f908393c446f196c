#include "system/traffic/voip/voip_settings.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

const Table<VoipSettings>& voip_table() {
  static const Table<VoipSettings> table = [] {
    Table<VoipSettings> t("voip", "Rating of a voice or gaming flow.");
    t.number("late_ms", &VoipSettings::late_ms, 0.001, 10'000)
        .unit("ms")
        .source("cablelabs-2012 sec. 4.2")
        .says("Excess over the flow's least one-way delay from which a packet counts as lost.");
    t.number("added_latency_ms", &VoipSettings::added_latency_ms, 0, 10'000)
        .unit("ms")
        .source("cablelabs-2012 sec. 4.2; 0 in clemson-2015")
        .says("Additional delay outside the simulated path, for the E-model.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
