#include "tests/system/runs/series.h"

#include <algorithm>
#include <sstream>

namespace docsis_vp::system {

namespace {

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream from(row);
  for (std::string cell; std::getline(from, cell, ',');) cells.push_back(cell);
  if (!row.empty() && row.back() == ',') cells.emplace_back();
  return cells;
}

}  // namespace

Series::Series(std::istream& rows) : rows_(&rows) {
  std::string row;
  std::getline(*rows_, row);
  names_ = cells_of(row);
}

bool Series::next() {
  std::string row;
  if (!std::getline(*rows_, row)) return false;
  cells_ = cells_of(row);
  return true;
}

const std::string& Series::cell(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  return cells_.at(static_cast<std::size_t>(found - names_.begin()));
}

}  // namespace docsis_vp::system
