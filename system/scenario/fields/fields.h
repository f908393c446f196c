// Describes every field of a scenario.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/fields/scenario.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

const Table<Scenario>& scenario_table();

// Returns the table and all tables that it refers to, each once, in the order of first mention.
std::vector<const ObjectTable*> tables_of(const ObjectTable& root);

// Returns a JSON Schema (2020-12) of scenario files.
std::string scenario_schema();

// Returns the text of docs/scenario-reference.md.
std::string scenario_reference();

}  // namespace docsis_vp::system
