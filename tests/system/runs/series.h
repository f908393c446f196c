// timeseries.csv, row by row.
#pragma once

#include <istream>
#include <string>
#include <vector>

namespace docsis_vp::system {

class Series {
 public:
  // Reads the row of names. `rows` stays with the caller.
  explicit Series(std::istream& rows);

  bool next();  // false: there is no further row
  // Returns a cell of the last row. Throws std::out_of_range for an unknown column, and
  // std::invalid_argument if number()'s cell is empty.
  const std::string& cell(const std::string& name) const;
  double number(const std::string& name) const { return std::stod(cell(name)); }

 private:
  std::istream* rows_;
  std::vector<std::string> names_;
  std::vector<std::string> cells_;
};

}  // namespace docsis_vp::system
