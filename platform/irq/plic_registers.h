// Generated from plic.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::platform::plic_registers {

constexpr std::uint32_t kPriorityOffset = 0x0;
constexpr std::uint32_t kPriorityStride = 0x4;
constexpr std::uint32_t kPriorityValueMask = 0x7;
constexpr std::uint32_t kPriorityValueShift = 0;
constexpr std::uint32_t kPendingOffset = 0x1000;
constexpr std::uint32_t kEnableOffset = 0x2000;
constexpr std::uint32_t kThresholdOffset = 0x200000;
constexpr std::uint32_t kThresholdValueMask = 0x7;
constexpr std::uint32_t kThresholdValueShift = 0;
constexpr std::uint32_t kClaimOffset = 0x200004;

}  // namespace docsis_vp::platform::plic_registers
