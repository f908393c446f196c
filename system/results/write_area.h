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

// An area as it is written.
struct AreaView {
  const AreaResult* area;
  const AreaDetails* details;
  area::Figures figures;

  template <class Table>
  static void describe(Table& table);
};

std::vector<AreaView> views_of(const std::vector<AreaResult>& areas);

void write_area(JsonWriter& json, const AreaResult& area, const AreaDetails& details = {});

}  // namespace docsis_vp::system
