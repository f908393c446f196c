#include "system/traffic/ledbat/ledbat_settings.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

const Table<LedbatSettings>& ledbat_table() {
  static const Table<LedbatSettings> table = [] {
    Table<LedbatSettings> t("ledbat", "A torrent: many connections under one rate limit.");
    t.integer("connections", &LedbatSettings::connections, 1, 1'000)
        .source("cablelabs-2014, load 9")
        .says("Number of connections, all opened within a second.");
    t.number("cap_mbps", &LedbatSettings::cap_mbps, 0.001, 100'000)
        .unit("Mbit/s")
        .default_is("half of the maximum sustained rate of its service flow")
        .source("cablelabs-2014, load 9")
        .says("Rate limit of the payload of all connections together.");
    t.integer("block_bytes", &LedbatSettings::block_bytes, 1, 1U << 30)
        .unit("bytes")
        .source("BEP 3")
        .says("Bytes that a connection sends per block.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
