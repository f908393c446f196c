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
constexpr std::uint32_t kResetCauseOffset = 0x18;
constexpr std::uint32_t kResetCauseValueMask = 0x7;
constexpr std::uint32_t kResetCauseValueShift = 0;
constexpr std::uint32_t kResetCauseValuePowerOn = 0x0;
constexpr std::uint32_t kResetCauseValueWatchdog = 0x1;
constexpr std::uint32_t kResetCauseValueFault = 0x2;
constexpr std::uint32_t kResetCauseValueExternal = 0x3;
constexpr std::uint32_t kResetCauseValueUpdate = 0x4;
constexpr std::uint32_t kResetsOffset = 0x1c;
constexpr std::uint32_t kBootFailuresOffset = 0x20;
constexpr std::uint32_t kSlotOffset = 0x24;
constexpr std::uint32_t kSlotIndexMask = 0x1;
constexpr std::uint32_t kSlotIndexShift = 0;
constexpr std::uint32_t kSlotFallbackMask = 0x2;
constexpr std::uint32_t kSlotFallbackShift = 1;
constexpr std::uint32_t kConfirmOffset = 0x28;
constexpr std::uint32_t kConfirmKey = 0x600db007;

}  // namespace docsis_vp::platform::watchdog_registers
