// Generated from queue_memory.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::cm::queue_memory_registers {

constexpr std::uint32_t kFlowCountOffset = 0x0;
constexpr std::uint32_t kOccupiedBytesOffset = 0x4;
constexpr std::uint32_t kCapacityBytesOffset = 0x8;

constexpr std::uint32_t kFlowOffset = 0x1000;
constexpr std::uint32_t kFlowStride = 0x40;
constexpr std::uint32_t kFlowDepthBytesOffset = 0x0;
constexpr std::uint32_t kFlowDepthPacketsOffset = 0x4;
constexpr std::uint32_t kFlowLimitBytesOffset = 0x8;
constexpr std::uint32_t kFlowLimitPacketsOffset = 0xc;
constexpr std::uint32_t kFlowWrittenPacketsLowOffset = 0x10;
constexpr std::uint32_t kFlowWrittenPacketsHighOffset = 0x14;
constexpr std::uint32_t kFlowWrittenBytesLowOffset = 0x18;
constexpr std::uint32_t kFlowWrittenBytesHighOffset = 0x1c;
constexpr std::uint32_t kFlowReadPacketsLowOffset = 0x20;
constexpr std::uint32_t kFlowReadPacketsHighOffset = 0x24;
constexpr std::uint32_t kFlowReadBytesLowOffset = 0x28;
constexpr std::uint32_t kFlowReadBytesHighOffset = 0x2c;
constexpr std::uint32_t kFlowDroppedPacketsLowOffset = 0x30;
constexpr std::uint32_t kFlowDroppedPacketsHighOffset = 0x34;
constexpr std::uint32_t kFlowDroppedBytesLowOffset = 0x38;
constexpr std::uint32_t kFlowDroppedBytesHighOffset = 0x3c;

}  // namespace docsis_vp::cm::queue_memory_registers
