// Generated from aqm_engine.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::cm::aqm_engine_registers {

constexpr std::uint32_t kInterruptStatusOffset = 0x0;
constexpr std::uint32_t kInterruptStatusTickMask = 0x1;
constexpr std::uint32_t kInterruptStatusTickShift = 0;
constexpr std::uint32_t kInterruptEnableOffset = 0x4;
constexpr std::uint32_t kInterruptEnableTickMask = 0x1;
constexpr std::uint32_t kInterruptEnableTickShift = 0;
constexpr std::uint32_t kFlowEnableOffset = 0x8;
constexpr std::uint32_t kUpdatePendingOffset = 0xc;
constexpr std::uint32_t kTickCountOffset = 0x10;
constexpr std::uint32_t kTickTimeOffset = 0x14;
constexpr std::uint32_t kControlLawOffset = 0x18;
constexpr std::uint32_t kControlLawFirmwareMask = 0x1;
constexpr std::uint32_t kControlLawFirmwareShift = 0;
constexpr std::uint32_t kFlowCountOffset = 0x1c;
constexpr std::uint32_t kFlowEnable1Offset = 0x20;
constexpr std::uint32_t kFlowEnable1FlowsMask = 0xffff;
constexpr std::uint32_t kFlowEnable1FlowsShift = 0;
constexpr std::uint32_t kUpdatePending1Offset = 0x24;
constexpr std::uint32_t kUpdatePending1FlowsMask = 0xffff;
constexpr std::uint32_t kUpdatePending1FlowsShift = 0;
constexpr std::uint32_t kFlowCount1Offset = 0x28;

constexpr std::uint32_t kFlowOffset = 0x1000;
constexpr std::uint32_t kFlowStride = 0x100;
constexpr std::uint32_t kFlowDepthBytesOffset = 0x0;
constexpr std::uint32_t kFlowMsrTokensOffset = 0x4;
constexpr std::uint32_t kFlowDropProbOffset = 0x8;
constexpr std::uint32_t kFlowQdelayOldOffset = 0xc;
constexpr std::uint32_t kFlowBurstOffset = 0x10;
constexpr std::uint32_t kFlowStateOffset = 0x14;
constexpr std::uint32_t kFlowStateStatusMask = 0xff;
constexpr std::uint32_t kFlowStateStatusShift = 0;
constexpr std::uint32_t kFlowStateGenerationMask = 0xffffff00;
constexpr std::uint32_t kFlowStateGenerationShift = 8;
constexpr std::uint32_t kFlowDepthPacketsOffset = 0x18;
constexpr std::uint32_t kFlowGrantedBytesOffset = 0x1c;
constexpr std::uint32_t kFlowAckedRequestBytesOffset = 0x20;
constexpr std::uint32_t kFlowMeasuredOffset = 0x24;
constexpr std::uint32_t kFlowCeBytesOffset = 0x28;
constexpr std::uint32_t kFlowCommitMeasuredOffset = 0x2c;
constexpr std::uint32_t kFlowCommitDropProbOffset = 0x30;
constexpr std::uint32_t kFlowCommitQdelayOldOffset = 0x34;
constexpr std::uint32_t kFlowCommitBurstOffset = 0x38;
constexpr std::uint32_t kFlowCommitOffset = 0x3c;
constexpr std::uint32_t kFlowCommitStatusMask = 0xff;
constexpr std::uint32_t kFlowCommitStatusShift = 0;
constexpr std::uint32_t kFlowCommitGenerationMask = 0xffffff00;
constexpr std::uint32_t kFlowCommitGenerationShift = 8;
constexpr std::uint32_t kFlowAlgorithmOffset = 0x40;
constexpr std::uint32_t kFlowLatencyTargetOffset = 0x44;
constexpr std::uint32_t kFlowBufferBytesOffset = 0x48;
constexpr std::uint32_t kFlowPeakRateOffset = 0x4c;
constexpr std::uint32_t kFlowPeakMantissaOffset = 0x50;
constexpr std::uint32_t kFlowPeakShiftOffset = 0x54;
constexpr std::uint32_t kFlowMsrRateOffset = 0x58;
constexpr std::uint32_t kFlowMsrMantissaOffset = 0x5c;
constexpr std::uint32_t kFlowMsrShiftOffset = 0x60;
constexpr std::uint32_t kFlowBufferPacketsOffset = 0x64;
constexpr std::uint32_t kFlowDrainedMapsOffset = 0x68;
constexpr std::uint32_t kFlowAccumulatorOffset = 0x70;
constexpr std::uint32_t kFlowCommitConflictsOffset = 0x74;
constexpr std::uint32_t kFlowMissedUpdatesOffset = 0x78;
constexpr std::uint32_t kFlowAcceptedPacketsLowOffset = 0x80;
constexpr std::uint32_t kFlowAcceptedPacketsHighOffset = 0x84;
constexpr std::uint32_t kFlowAcceptedBytesLowOffset = 0x88;
constexpr std::uint32_t kFlowAcceptedBytesHighOffset = 0x8c;
constexpr std::uint32_t kFlowAqmDropPacketsLowOffset = 0x90;
constexpr std::uint32_t kFlowAqmDropPacketsHighOffset = 0x94;
constexpr std::uint32_t kFlowAqmDropBytesLowOffset = 0x98;
constexpr std::uint32_t kFlowAqmDropBytesHighOffset = 0x9c;
constexpr std::uint32_t kFlowAqmMarkPacketsLowOffset = 0xa0;
constexpr std::uint32_t kFlowAqmMarkPacketsHighOffset = 0xa4;
constexpr std::uint32_t kFlowAqmMarkBytesLowOffset = 0xa8;
constexpr std::uint32_t kFlowAqmMarkBytesHighOffset = 0xac;
constexpr std::uint32_t kFlowTailDropPacketsLowOffset = 0xb0;
constexpr std::uint32_t kFlowTailDropPacketsHighOffset = 0xb4;
constexpr std::uint32_t kFlowTailDropBytesLowOffset = 0xb8;
constexpr std::uint32_t kFlowTailDropBytesHighOffset = 0xbc;
constexpr std::uint32_t kFlowHeadDropPacketsLowOffset = 0xc0;
constexpr std::uint32_t kFlowHeadDropPacketsHighOffset = 0xc4;
constexpr std::uint32_t kFlowHeadDropBytesLowOffset = 0xc8;
constexpr std::uint32_t kFlowHeadDropBytesHighOffset = 0xcc;

constexpr std::uint32_t kOptionsOffset = 0x4000;
constexpr std::uint32_t kOptionsStride = 0x80;
constexpr std::uint32_t kOptionsValueOffset = 0x0;
constexpr std::uint32_t kOptionsValueStride = 0x4;

}  // namespace docsis_vp::cm::aqm_engine_registers
