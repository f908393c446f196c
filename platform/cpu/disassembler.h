// Instructions as an assembler writes them.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::platform {

// "add a0,a1,a2", without aliases: what a compressed instruction stands for is written as the
// instruction of the base set. Targets of jumps and branches are addresses. Every extension that
// a hart may have is known; "unknown" otherwise.
std::string disassemble(std::uint32_t bits, std::uint32_t pc);

// "a0"; by number.
const char* register_name(unsigned number);

}  // namespace docsis_vp::platform
