// Measures a shared case on this machine's kernel.
#pragma once

#include <map>
#include <string>

#include "tests/external/tcp_lab/shared/shared_table.h"

namespace docsis_vp::tcp_lab {

// One run, for as long as the case says. CUBIC's HyStart must be on, as is the kernel's default:
// throws std::runtime_error if a case has CUBIC and it is off.
SharedRow measure_shared(const SharedCase& c);

// Measures up to `tries` times. Returns the first run with at most one packet in a hundred carried
// a millisecond late, else the run with the fewest such packets.
SharedRow measure_shared_undisturbed(const SharedCase& c, int tries);

// Kernel and sysctls on which the measurement depends.
std::map<std::string, std::string> shared_facts();

}  // namespace docsis_vp::tcp_lab
