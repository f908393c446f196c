// Writes areas into results.json, as trees down to primitives.
#pragma once

#include <vector>

#include "models/area/technology.h"
#include "system/area/sensitivity.h"
#include "system/results/area_result.h"

namespace docsis_vp::system {

class JsonWriter;

// What else may be asked of a modem; left out where empty.
struct AreaDetails {
  std::vector<area::Technology> nodes{};
  std::vector<Sensitivity> sensitivities{};
};

void write_area(JsonWriter& json, const AreaResult& area, const AreaDetails& details = {});

}  // namespace docsis_vp::system
