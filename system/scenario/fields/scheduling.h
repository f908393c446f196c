// Declares the keys of the scheduling of an upstream service flow.
#pragma once

#include "models/docsis/scheduling_config.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

constexpr unsigned kShortestSeriesUs = 250;  // interval of grants or polls

using docsis::SchedulingConfig;

const Table<SchedulingConfig>& scheduling_table();

}  // namespace docsis_vp::system
