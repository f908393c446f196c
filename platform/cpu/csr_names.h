// Names of the control and status registers, for debuggers and logs.
#pragma once

#include <string>

namespace docsis_vp::platform {

// Returns "mstatus" or "mhpmevent3", for example; empty if the specification does not name the
// number.
std::string csr_name(unsigned number);

}  // namespace docsis_vp::platform
