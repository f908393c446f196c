// Writes the JSON Schema and the reference page of results.json and timeseries.csv.
#pragma once

#include <string>

namespace docsis_vp::system {

// A JSON Schema (2020-12) of results.json. It refuses keys that are not declared.
std::string results_schema();

// docs/results-reference.md.
std::string results_reference();

}  // namespace docsis_vp::system
