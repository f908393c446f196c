// Writes the XML documents that describe the processor to GDB.
#pragma once

#include <string>
#include <vector>

#include "platform/debug/debug_target.h"

namespace docsis_vp::platform {

// GDB manual, "RISC-V Features": the CPU's registers, and the CSRs that exist.
std::string target_description(DebugTarget& target);
// GDB manual, "Memory Map Format". Read-only regions are declared as flash, so that GDB can load
// programs into them.
std::string memory_map(const std::vector<MemoryRegion>& regions);

}  // namespace docsis_vp::platform
