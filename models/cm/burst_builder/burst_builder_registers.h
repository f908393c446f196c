// Generated from burst_builder.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::cm::burst_builder_registers {

constexpr std::uint32_t kChannelCountOffset = 0x0;
constexpr std::uint32_t kFlowCountOffset = 0x4;

constexpr std::uint32_t kChannelOffset = 0x1000;
constexpr std::uint32_t kChannelStride = 0x40;
constexpr std::uint32_t kChannelGrantsLowOffset = 0x0;
constexpr std::uint32_t kChannelGrantsHighOffset = 0x4;
constexpr std::uint32_t kChannelMissedLowOffset = 0x8;
constexpr std::uint32_t kChannelMissedHighOffset = 0xc;
constexpr std::uint32_t kChannelLateLowOffset = 0x10;
constexpr std::uint32_t kChannelLateHighOffset = 0x14;
constexpr std::uint32_t kChannelRefusedLowOffset = 0x18;
constexpr std::uint32_t kChannelRefusedHighOffset = 0x1c;
constexpr std::uint32_t kChannelUnusedLowOffset = 0x20;
constexpr std::uint32_t kChannelUnusedHighOffset = 0x24;
constexpr std::uint32_t kChannelGrantedBytesLowOffset = 0x28;
constexpr std::uint32_t kChannelGrantedBytesHighOffset = 0x2c;
constexpr std::uint32_t kChannelUsedBytesLowOffset = 0x30;
constexpr std::uint32_t kChannelUsedBytesHighOffset = 0x34;

constexpr std::uint32_t kFlowOffset = 0x2000;
constexpr std::uint32_t kFlowStride = 0x20;
constexpr std::uint32_t kFlowSegmentsLowOffset = 0x0;
constexpr std::uint32_t kFlowSegmentsHighOffset = 0x4;
constexpr std::uint32_t kFlowGrantedBytesLowOffset = 0x8;
constexpr std::uint32_t kFlowGrantedBytesHighOffset = 0xc;
constexpr std::uint32_t kFlowHeadDropsLowOffset = 0x10;
constexpr std::uint32_t kFlowHeadDropsHighOffset = 0x14;

}  // namespace docsis_vp::cm::burst_builder_registers
