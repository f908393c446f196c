// Lists names and numbers of the control and status registers, for debuggers and logs.
#pragma once

#include <string>

namespace docsis_vp::platform {

// Numbers of the CSRs of machine interrupts, and bits within them: privileged specification
// sec. 3.1.6 and 3.1.9.
constexpr unsigned kMstatus = 0x300, kMie = 0x304, kMip = 0x344;
constexpr unsigned kMstatusMieBit = 3;                                  // in mstatus
constexpr unsigned kSoftwareBit = 3, kTimerBit = 7, kExternalBit = 11;  // in mie and mip

// Returns "mstatus" or "mhpmevent3", for example; empty if the specification does not name the
// number.
std::string csr_name(unsigned number);

}  // namespace docsis_vp::platform
