// Declares the instruction set extensions of a hart.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::platform {

// Sets of extensions, one bit each.
using Extensions = std::uint32_t;
constexpr Extensions kBase = 1U << 0;  // RV32IMC_Zicsr_Zifencei, always present
constexpr Extensions kZba = 1U << 1;
constexpr Extensions kZbb = 1U << 2;
constexpr Extensions kZbs = 1U << 3;

// isa: "rv32imc" or "rv32imc_zicsr_zifencei", each optionally followed by _zba, _zbb, _zbs.
// Throws InputError for anything else.
Extensions parse_isa(const std::string& isa);

}  // namespace docsis_vp::platform
