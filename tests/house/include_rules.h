// Rules for includes between folders: the table of docs/architecture.md.
#pragma once

#include <optional>
#include <string>

namespace docsis_vp::house {

// Why `file` may not say `#include include`, or nothing if it may. Both count from the project's
// root; `include` keeps its quotes or brackets: "\"platform/base/clock.h\"", "<vector>".
std::optional<std::string> broken_rule(const std::string& file, const std::string& include);

// The row of the table that a file belongs to ("models/cm"), or nothing.
std::optional<std::string> row_of(const std::string& file);

}  // namespace docsis_vp::house
