// Generated from clint.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::platform::clint_registers {

constexpr std::uint32_t kMsipOffset = 0x0;
constexpr std::uint32_t kMsipPendingMask = 0x1;
constexpr std::uint32_t kMsipPendingShift = 0;
constexpr std::uint32_t kMtimecmpLowOffset = 0x4000;
constexpr std::uint32_t kMtimecmpLowReset = 0xffffffff;
constexpr std::uint32_t kMtimecmpHighOffset = 0x4004;
constexpr std::uint32_t kMtimecmpHighReset = 0xffffffff;
constexpr std::uint32_t kMtimeLowOffset = 0xbff8;
constexpr std::uint32_t kMtimeHighOffset = 0xbffc;

}  // namespace docsis_vp::platform::clint_registers
