// Disassembles instructions into assembler syntax.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::platform {

// Returns for example "add a0,a1,a2", without aliases. A compressed instruction is written as its
// 32-bit equivalent. Jump and branch targets are addresses. All extensions of isa.h are known;
// other bits give "unknown".
std::string disassemble(std::uint32_t bits, std::uint32_t pc);

// Returns the ABI name of a register: "a0" for 10.
const char* register_name(unsigned number);

}  // namespace docsis_vp::platform
