// Writes the JSON Schema and the reference page of results.json and timeseries.csv.
#pragma once

#include <string>

namespace docsis_vp::system {

// Returns a JSON Schema (2020-12) of results.json. It rejects keys that are not declared.
std::string results_schema();

// Returns the text of docs/results-reference.md.
std::string results_reference();

}  // namespace docsis_vp::system
