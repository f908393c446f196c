#include "system/scenario/fields/aqm.h"

namespace docsis_vp::system {

const Table<AqmConfig>& aqm_table() {
  static const Table<AqmConfig> table = [] {
    Table<AqmConfig> t("aqm", "The active queue management of a service flow.");
    t.set_shorthand("algorithm");
    t.choice<AqmAlgorithm>(
         "algorithm", &AqmConfig::algorithm,
         {{"none", AqmAlgorithm::kNone}, {"docsis_pie", AqmAlgorithm::kDocsisPie}})
        .source("RFC 8034")
        .says("`none` drops packets only when the buffer is full.");
    t.integer("target_ms", &AqmConfig::target_ms, 1, 255)
        .unit("ms")
        .source("RFC 8034 sec. 4.1; MULPI C.2.2.7.12")
        .says("LATENCY_TARGET, the queueing delay the law steers to.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
