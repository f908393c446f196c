// Control and status registers by the names that debuggers and logs give them.
#pragma once

#include <string>

namespace docsis_vp::platform {

// Returns "mstatus", "mhpmevent3"; empty for a number that the privileged specification does not
// name.
std::string csr_name(unsigned number);

}  // namespace docsis_vp::platform
