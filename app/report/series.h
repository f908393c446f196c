// Reads timeseries.csv of a run and reduces it for a page.
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
  std::vector<double> values;  // one per time; NaN: no sample
};

struct Series {
  std::vector<double> times_s;  // ascending
  std::vector<SeriesLine> lines;
};

// Reads timeseries.csv. Lines without a value are left out. Throws InputError "name:line: ...".
Series read_series(std::istream& csv, const std::string& name);

// Reduces a series to at most 2 x `parts` times. Each part of equally many samples becomes two: for
// every line the least and the largest value, in their order. A shorter series is unchanged.
Series thinned(const Series& series, std::size_t parts);

// Returns {"times": [...], "lines": [{"modem", "service_flow", "flow", "column", "values"}, ...]},
// with null for NaN and five digits per value.
std::string series_json(const Series& series);

}  // namespace docsis_vp::app
