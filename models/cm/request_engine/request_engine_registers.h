// Generated from request_engine.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::cm::request_engine_registers {

constexpr std::uint32_t kFlowCountOffset = 0x0;

constexpr std::uint32_t kFlowOffset = 0x1000;
constexpr std::uint32_t kFlowStride = 0x40;
constexpr std::uint32_t kFlowOutstandingBytesOffset = 0x0;
constexpr std::uint32_t kFlowAcknowledgedBytesOffset = 0x4;
constexpr std::uint32_t kFlowGrantedBytesOffset = 0x8;
constexpr std::uint32_t kFlowContendingOffset = 0xc;
constexpr std::uint32_t kFlowContentionRequestsLowOffset = 0x10;
constexpr std::uint32_t kFlowContentionRequestsHighOffset = 0x14;
constexpr std::uint32_t kFlowPolledRequestsLowOffset = 0x18;
constexpr std::uint32_t kFlowPolledRequestsHighOffset = 0x1c;
constexpr std::uint32_t kFlowPiggybackRequestsLowOffset = 0x20;
constexpr std::uint32_t kFlowPiggybackRequestsHighOffset = 0x24;
constexpr std::uint32_t kFlowRequestedBytesLowOffset = 0x28;
constexpr std::uint32_t kFlowRequestedBytesHighOffset = 0x2c;
constexpr std::uint32_t kFlowLostRequestsLowOffset = 0x30;
constexpr std::uint32_t kFlowLostRequestsHighOffset = 0x34;
constexpr std::uint32_t kFlowGiveupDropsLowOffset = 0x38;
constexpr std::uint32_t kFlowGiveupDropsHighOffset = 0x3c;

}  // namespace docsis_vp::cm::request_engine_registers
