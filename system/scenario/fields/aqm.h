// The queue management of a service flow.
#pragma once

#include "system/scenario/table.h"

namespace docsis_vp::system {

enum class AqmAlgorithm { kNone, kDocsisPie };

struct AqmConfig {
  AqmAlgorithm algorithm = AqmAlgorithm::kDocsisPie;
  unsigned target_ms = 10;
};

const Table<AqmConfig>& aqm_table();

}  // namespace docsis_vp::system
