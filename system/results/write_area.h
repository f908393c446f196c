// Areas in results.json, as trees down to primitives.
#pragma once

#include "system/json/writer.h"
#include "system/results/area_result.h"

namespace docsis_vp::system {

void write_area(JsonWriter& json, const AreaResult& area);

}  // namespace docsis_vp::system
