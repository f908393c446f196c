// Generated from console.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::platform::console_registers {

constexpr std::uint32_t kDataOffset = 0x0;
constexpr std::uint32_t kDataOctetMask = 0xff;
constexpr std::uint32_t kDataOctetShift = 0;
constexpr std::uint32_t kDataEmptyMask = 0x80000000;
constexpr std::uint32_t kDataEmptyShift = 31;
constexpr std::uint32_t kDataEmptyReset = 0x1;
constexpr std::uint32_t kStatusOffset = 0x4;
constexpr std::uint32_t kStatusTransmitReadyMask = 0x1;
constexpr std::uint32_t kStatusTransmitReadyShift = 0;
constexpr std::uint32_t kStatusTransmitReadyReset = 0x1;
constexpr std::uint32_t kStatusReceiveAvailableMask = 0x2;
constexpr std::uint32_t kStatusReceiveAvailableShift = 1;
constexpr std::uint32_t kStatusTransmitEmptyMask = 0x4;
constexpr std::uint32_t kStatusTransmitEmptyShift = 2;
constexpr std::uint32_t kStatusTransmitEmptyReset = 0x1;
constexpr std::uint32_t kStatusReceiveLevelMask = 0x1f00;
constexpr std::uint32_t kStatusReceiveLevelShift = 8;
constexpr std::uint32_t kStatusTransmitLevelMask = 0x1f0000;
constexpr std::uint32_t kStatusTransmitLevelShift = 16;
constexpr std::uint32_t kInterruptEnableOffset = 0x8;
constexpr std::uint32_t kInterruptEnableReceiveMask = 0x1;
constexpr std::uint32_t kInterruptEnableReceiveShift = 0;
constexpr std::uint32_t kReceiveOverrunsOffset = 0xc;

}  // namespace docsis_vp::platform::console_registers
