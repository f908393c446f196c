// The laws of the registry, for a terminal.
#pragma once

#include <iosfwd>

namespace docsis_vp::system {

// One line each: where it may run, and what it declares to cost.
void write_law_table(std::ostream& out);

}  // namespace docsis_vp::system
