// Writes areas into results.json, as trees down to primitives.
#pragma once

#include <vector>

#include "models/area/technology.h"
#include "system/area/sensitivity.h"
#include "system/results/area_result.h"

namespace docsis_vp::system {

class JsonWriter;

// Optional details of a modem's area; empty ones are left out.
struct AreaDetails {
  std::vector<area::Technology> nodes{};
  std::vector<Sensitivity> sensitivities{};
};

void write_area(JsonWriter& json, const AreaResult& area, const AreaDetails& details = {});

}  // namespace docsis_vp::system
