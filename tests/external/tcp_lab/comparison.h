// Compares the model with the measurements, within tolerances.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "tests/external/tcp_lab/record.h"

namespace docsis_vp::tcp_lab {

struct Figure {
  std::string name;
  double measured;
  double model;
  double limit;  // of the deviation
  int digits;    // worth printing

  double deviation() const { return measured == 0 ? model : model / measured - 1; }
  bool holds() const { return std::abs(deviation()) <= limit; }
};

std::vector<Figure> compare(const Case& c, const Record& measured, const Record& model);

}  // namespace docsis_vp::tcp_lab
