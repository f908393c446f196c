// timeseries.csv of a run, thinned out for a page.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <vector>

namespace docsis_vp::app {

// A column of one service flow (modem and service_flow are set) or flow (flow is set).
struct SeriesLine {
  std::string modem;
  std::string service_flow;
  std::string flow;
  std::string column;
  std::vector<double> values;  // one for each time; NaN where none was sampled
};

struct Series {
  std::vector<double> times_s;  // ascending
  std::vector<SeriesLine> lines;
};

// Reads timeseries.csv. Lines without any value are left out. Throws InputError "name:line: ...".
Series read_series(std::istream& csv, const std::string& name);

// At most 2 `parts` times. Each part of equally many samples becomes two: of every line the least
// and the largest value, in the order in which they came. A series that is short enough stays.
Series thinned(const Series& series, std::size_t parts);

// {"times": [...], "lines": [{"modem", "service_flow", "flow", "column", "values"}, ...]}; null for
// NaN; values with five digits.
std::string series_json(const Series& series);

}  // namespace docsis_vp::app
