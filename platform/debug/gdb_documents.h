// What GDB is told about the processor in XML.
#pragma once

#include <string>
#include <vector>

#include "platform/debug/debug_target.h"

namespace docsis_vp::platform {

// GDB manual, "RISC-V Features": the CPU's registers, and the CSRs that exist.
std::string target_description(DebugTarget& target);
// GDB manual, "Memory Map Format". What is not writable is flash: GDB loads programs into it.
std::string memory_map(const std::vector<MemoryRegion>& regions);

}  // namespace docsis_vp::platform
