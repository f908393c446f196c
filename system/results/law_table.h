// The laws of the registry and the managers of queues, for a terminal.
#pragma once

#include <iosfwd>

namespace docsis_vp::system {

// One line each: where a law may run, and what each declares to cost.
void write_law_table(std::ostream& out);

}  // namespace docsis_vp::system
