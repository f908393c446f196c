// Generated from shaper.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::cm::shaper_registers {

constexpr std::uint32_t kFlowCountOffset = 0x0;

constexpr std::uint32_t kFlowOffset = 0x1000;
constexpr std::uint32_t kFlowStride = 0x20;
constexpr std::uint32_t kFlowMsrTokensOffset = 0x0;
constexpr std::uint32_t kFlowPeakTokensOffset = 0x4;
constexpr std::uint32_t kFlowEligibleBytesOffset = 0x8;
constexpr std::uint32_t kFlowUnreleasedBytesOffset = 0xc;
constexpr std::uint32_t kFlowReleasedBytesLowOffset = 0x10;
constexpr std::uint32_t kFlowReleasedBytesHighOffset = 0x14;

}  // namespace docsis_vp::cm::shaper_registers
