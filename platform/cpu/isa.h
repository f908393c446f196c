// Which instructions a hart knows.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::platform {

// Sets of extensions, one bit each.
using Extensions = std::uint32_t;
constexpr Extensions kBase = 1U << 0;  // RV32IMC_Zicsr_Zifencei, which every hart has
constexpr Extensions kZba = 1U << 1;
constexpr Extensions kZbb = 1U << 2;
constexpr Extensions kZbs = 1U << 3;

// "rv32imc", "rv32imc_zicsr_zifencei", either with any of _zba, _zbb, _zbs behind it.
// Throws InputError on anything else.
Extensions parse_isa(const std::string& isa);

}  // namespace docsis_vp::platform
