// Lines of CSV files.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::app {

// The cells of a line (RFC 4180). No cell of ours holds a line break.
std::vector<std::string> csv_cells(const std::string& line);

}  // namespace docsis_vp::app
