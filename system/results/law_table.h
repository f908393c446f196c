// Prints the registry's laws and queue managers as a table.
#pragma once

#include <iosfwd>

namespace docsis_vp::system {

// One line per law: where it may run, and its declared cost.
void write_law_table(std::ostream& out);

}  // namespace docsis_vp::system
