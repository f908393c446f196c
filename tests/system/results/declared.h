// Compares results.json with what structures of results declare.
#pragma once

#include <string>
#include <vector>

#include "system/json/node.h"
#include "system/results/result_table.h"

namespace docsis_vp::system {

// A line for each key that is not declared, is missing or is not of its type; "path: what".
std::vector<std::string> undeclared(const JsonNode& object, const ResultTable& table,
                                    const std::string& path = "");

}  // namespace docsis_vp::system
