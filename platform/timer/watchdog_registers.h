// Generated from watchdog.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::platform::watchdog_registers {

constexpr std::uint32_t kControlOffset = 0x0;
constexpr std::uint32_t kControlEnableMask = 0x1;
constexpr std::uint32_t kControlEnableShift = 0;
constexpr std::uint32_t kTimeoutOffset = 0x4;
constexpr std::uint32_t kTimeoutReset = 0xffffffff;
constexpr std::uint32_t kKickOffset = 0x8;
constexpr std::uint32_t kKickKey = 0x5afe600d;
constexpr std::uint32_t kWarningOffset = 0xc;
constexpr std::uint32_t kWarningReset = 0xffffffff;
constexpr std::uint32_t kStatusOffset = 0x10;
constexpr std::uint32_t kStatusWarningMask = 0x1;
constexpr std::uint32_t kStatusWarningShift = 0;
constexpr std::uint32_t kRemainingOffset = 0x14;

}  // namespace docsis_vp::platform::watchdog_registers
