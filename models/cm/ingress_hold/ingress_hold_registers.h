// Generated from ingress_hold.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::cm::ingress_hold_registers {

constexpr std::uint32_t kInterruptStatusOffset = 0x0;
constexpr std::uint32_t kInterruptStatusWaitingMask = 0x1;
constexpr std::uint32_t kInterruptStatusWaitingShift = 0;
constexpr std::uint32_t kInterruptStatusDeparturesMask = 0x2;
constexpr std::uint32_t kInterruptStatusDeparturesShift = 1;
constexpr std::uint32_t kInterruptEnableOffset = 0x4;
constexpr std::uint32_t kInterruptEnableWaitingMask = 0x1;
constexpr std::uint32_t kInterruptEnableWaitingShift = 0;
constexpr std::uint32_t kInterruptEnableDeparturesMask = 0x2;
constexpr std::uint32_t kInterruptEnableDeparturesShift = 1;
constexpr std::uint32_t kSetupOffset = 0x8;
constexpr std::uint32_t kSetupSlotsMask = 0xffff;
constexpr std::uint32_t kSetupSlotsShift = 0;
constexpr std::uint32_t kSetupBatchMask = 0x10000;
constexpr std::uint32_t kSetupBatchShift = 16;
constexpr std::uint32_t kProducedOffset = 0xc;
constexpr std::uint32_t kConsumedOffset = 0x10;
constexpr std::uint32_t kModerationCountOffset = 0x14;
constexpr std::uint32_t kModerationCountPacketsMask = 0xffff;
constexpr std::uint32_t kModerationCountPacketsShift = 0;
constexpr std::uint32_t kModerationWindowOffset = 0x18;
constexpr std::uint32_t kModerationWindowMicrosecondsMask = 0xffff;
constexpr std::uint32_t kModerationWindowMicrosecondsShift = 0;
constexpr std::uint32_t kHeldBytesOffset = 0x1c;
constexpr std::uint32_t kHeldPacketsOffset = 0x20;
constexpr std::uint32_t kCapacityBytesOffset = 0x24;
constexpr std::uint32_t kLostPacketsLowOffset = 0x28;
constexpr std::uint32_t kLostPacketsHighOffset = 0x2c;
constexpr std::uint32_t kLostBytesLowOffset = 0x30;
constexpr std::uint32_t kLostBytesHighOffset = 0x34;
constexpr std::uint32_t kDepartureOffset = 0x38;
constexpr std::uint32_t kDepartureSizeMask = 0xffff;
constexpr std::uint32_t kDepartureSizeShift = 0;
constexpr std::uint32_t kDepartureFlowMask = 0x1f0000;
constexpr std::uint32_t kDepartureFlowShift = 16;
constexpr std::uint32_t kDepartureEcnMask = 0x600000;
constexpr std::uint32_t kDepartureEcnShift = 21;
constexpr std::uint32_t kDepartureTickMask = 0x7f800000;
constexpr std::uint32_t kDepartureTickShift = 23;
constexpr std::uint32_t kDepartureValidMask = 0x80000000;
constexpr std::uint32_t kDepartureValidShift = 31;
constexpr std::uint32_t kDepartureAcceptedUsOffset = 0x3c;
constexpr std::uint32_t kDepartureLeftUsOffset = 0x40;
constexpr std::uint32_t kDepartureBehindBytesOffset = 0x44;
constexpr std::uint32_t kDepartureBehindPacketsOffset = 0x48;
constexpr std::uint32_t kDepartureTakenOffset = 0x4c;
constexpr std::uint32_t kLostDeparturesOffset = 0x50;
constexpr std::uint32_t kVerdictOffset = 0x200;
constexpr std::uint32_t kVerdictStride = 0x4;

constexpr std::uint32_t kSlotOffset = 0x4000;
constexpr std::uint32_t kSlotStride = 0x20;
constexpr std::uint32_t kSlotPacketOffset = 0x0;
constexpr std::uint32_t kSlotPacketSizeMask = 0xffff;
constexpr std::uint32_t kSlotPacketSizeShift = 0;
constexpr std::uint32_t kSlotPacketFlowMask = 0x1f0000;
constexpr std::uint32_t kSlotPacketFlowShift = 16;
constexpr std::uint32_t kSlotPacketEcnMask = 0x3000000;
constexpr std::uint32_t kSlotPacketEcnShift = 24;
constexpr std::uint32_t kSlotRandomOffset = 0x4;
constexpr std::uint32_t kSlotQueueOffset = 0x8;
constexpr std::uint32_t kSlotQueueDepthBytesMask = 0x7fffffff;
constexpr std::uint32_t kSlotQueueDepthBytesShift = 0;
constexpr std::uint32_t kSlotQueueFullMask = 0x80000000;
constexpr std::uint32_t kSlotQueueFullShift = 31;
constexpr std::uint32_t kSlotArrivedUsOffset = 0xc;
constexpr std::uint32_t kSlotDepthPacketsOffset = 0x10;
constexpr std::uint32_t kSlotMsrTokensOffset = 0x14;
constexpr std::uint32_t kSlotCeBytesOffset = 0x18;
constexpr std::uint32_t kSlotCePacketsOffset = 0x1c;

}  // namespace docsis_vp::cm::ingress_hold_registers
