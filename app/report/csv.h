// Parses lines of CSV files.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::app {

// Returns the cells of a line (RFC 4180). Cells with line breaks are not supported.
std::vector<std::string> csv_cells(const std::string& line);

}  // namespace docsis_vp::app
