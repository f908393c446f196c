// Generated from background_load.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::platform::background_load_registers {

constexpr std::uint32_t kWorkCyclesOffset = 0x0;
constexpr std::uint32_t kCriticalCyclesOffset = 0x4;
constexpr std::uint32_t kPeriodUsOffset = 0x8;
constexpr std::uint32_t kPhaseUsOffset = 0xc;
constexpr std::uint32_t kJitterUsOffset = 0x10;
constexpr std::uint32_t kSeedOffset = 0x14;

}  // namespace docsis_vp::platform::background_load_registers
