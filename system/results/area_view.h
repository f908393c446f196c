// Declares an area as results.json shows it.
#pragma once

#include <vector>

#include "models/area/technology.h"
#include "system/results/area_result.h"

namespace docsis_vp::system {

struct AreaDetails;

struct AreaView {
  const AreaResult* area;
  const AreaDetails* details;
  area::Figures figures;

  // Only write_area.cpp instantiates it.
  template <class Table>
  static void describe(Table& table);
};

// Without details.
std::vector<AreaView> views_of(const std::vector<AreaResult>& areas);

}  // namespace docsis_vp::system
