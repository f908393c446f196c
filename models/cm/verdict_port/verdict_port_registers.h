// Generated from verdict_port.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::cm::verdict_port_registers {

constexpr std::uint32_t kInterruptStatusOffset = 0x0;
constexpr std::uint32_t kInterruptStatusWaitingMask = 0x1;
constexpr std::uint32_t kInterruptStatusWaitingShift = 0;
constexpr std::uint32_t kInterruptEnableOffset = 0x4;
constexpr std::uint32_t kInterruptEnableWaitingMask = 0x1;
constexpr std::uint32_t kInterruptEnableWaitingShift = 0;
constexpr std::uint32_t kSetupOffset = 0x8;
constexpr std::uint32_t kSetupFirmwareMask = 0x1;
constexpr std::uint32_t kSetupFirmwareShift = 0;
constexpr std::uint32_t kHeadOffset = 0xc;
constexpr std::uint32_t kHeadSizeMask = 0xffff;
constexpr std::uint32_t kHeadSizeShift = 0;
constexpr std::uint32_t kHeadFlowMask = 0x1f0000;
constexpr std::uint32_t kHeadFlowShift = 16;
constexpr std::uint32_t kHeadEcnMask = 0x600000;
constexpr std::uint32_t kHeadEcnShift = 21;
constexpr std::uint32_t kHeadSerialMask = 0x7f800000;
constexpr std::uint32_t kHeadSerialShift = 23;
constexpr std::uint32_t kHeadWaitingMask = 0x80000000;
constexpr std::uint32_t kHeadWaitingShift = 31;
constexpr std::uint32_t kEnqueuedUsOffset = 0x10;
constexpr std::uint32_t kBehindBytesOffset = 0x14;
constexpr std::uint32_t kVerdictOffset = 0x18;
constexpr std::uint32_t kVerdictValueMask = 0x3;
constexpr std::uint32_t kVerdictValueShift = 0;
constexpr std::uint32_t kVerdictSerialMask = 0xff00;
constexpr std::uint32_t kVerdictSerialShift = 8;
constexpr std::uint32_t kLateVerdictsOffset = 0x1c;
constexpr std::uint32_t kCutShortOffset = 0x20;

}  // namespace docsis_vp::cm::verdict_port_registers
