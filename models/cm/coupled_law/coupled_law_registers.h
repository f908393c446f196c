// Generated from coupled_law.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::cm::coupled_law_registers {

constexpr std::uint32_t kPendingOffset = 0x0;
constexpr std::uint32_t kPendingAlignMask = 0xffff;
constexpr std::uint32_t kPendingAlignShift = 0;
constexpr std::uint32_t kPendingUpdateMask = 0xffff0000;
constexpr std::uint32_t kPendingUpdateShift = 16;
constexpr std::uint32_t kInterruptEnableOffset = 0x4;
constexpr std::uint32_t kInterruptEnableUpdateMask = 0x1;
constexpr std::uint32_t kInterruptEnableUpdateShift = 0;
constexpr std::uint32_t kInterruptEnableAlignMask = 0x2;
constexpr std::uint32_t kInterruptEnableAlignShift = 1;
constexpr std::uint32_t kAggregateCountOffset = 0x10;

constexpr std::uint32_t kAggregateOffset = 0x1000;
constexpr std::uint32_t kAggregateStride = 0x100;
constexpr std::uint32_t kAggregateClassicBytesOffset = 0x0;
constexpr std::uint32_t kAggregateIntervalBytesOffset = 0x4;
constexpr std::uint32_t kAggregateDropProbOffset = 0x8;
constexpr std::uint32_t kAggregateQdelayOldOffset = 0xc;
constexpr std::uint32_t kAggregateBurstOffset = 0x10;
constexpr std::uint32_t kAggregateStateOffset = 0x14;
constexpr std::uint32_t kAggregateStateStatusMask = 0xff;
constexpr std::uint32_t kAggregateStateStatusShift = 0;
constexpr std::uint32_t kAggregateStateGenerationMask = 0xffffff00;
constexpr std::uint32_t kAggregateStateGenerationShift = 8;
constexpr std::uint32_t kAggregateQueuedBytesOffset = 0x18;
constexpr std::uint32_t kAggregateLoopDelayOffset = 0x1c;
constexpr std::uint32_t kAggregateLoopKnownOffset = 0x20;
constexpr std::uint32_t kAggregateLoopKnownKnownMask = 0x1;
constexpr std::uint32_t kAggregateLoopKnownKnownShift = 0;
constexpr std::uint32_t kAggregateCommitDropProbOffset = 0x30;
constexpr std::uint32_t kAggregateCommitQdelayOldOffset = 0x34;
constexpr std::uint32_t kAggregateCommitBurstOffset = 0x38;
constexpr std::uint32_t kAggregateCommitCoupledLowOffset = 0x3c;
constexpr std::uint32_t kAggregateCommitCoupledHighOffset = 0x40;
constexpr std::uint32_t kAggregateCommitOffset = 0x44;
constexpr std::uint32_t kAggregateCommitStatusMask = 0xff;
constexpr std::uint32_t kAggregateCommitStatusShift = 0;
constexpr std::uint32_t kAggregateCommitGenerationMask = 0xffffff00;
constexpr std::uint32_t kAggregateCommitGenerationShift = 8;
constexpr std::uint32_t kAggregateCommitLeastHighOffset = 0x48;
constexpr std::uint32_t kAggregateCommitLeastOffset = 0x4c;
constexpr std::uint32_t kAggregateAmsrLowOffset = 0x50;
constexpr std::uint32_t kAggregateAmsrHighOffset = 0x54;
constexpr std::uint32_t kAggregateMsrLLowOffset = 0x58;
constexpr std::uint32_t kAggregateMsrLHighOffset = 0x5c;
constexpr std::uint32_t kAggregateMsrCLowOffset = 0x60;
constexpr std::uint32_t kAggregateMsrCHighOffset = 0x64;
constexpr std::uint32_t kAggregateWeightOffset = 0x68;
constexpr std::uint32_t kAggregateCouplingOffset = 0x6c;
constexpr std::uint32_t kAggregateLatencyTargetOffset = 0x70;
constexpr std::uint32_t kAggregateGuaranteedGrantRateOffset = 0x74;
constexpr std::uint32_t kAggregateGuaranteedGrantIntervalOffset = 0x78;
constexpr std::uint32_t kAggregateMapIntervalOffset = 0x7c;
constexpr std::uint32_t kAggregateFrameOffset = 0x80;
constexpr std::uint32_t kAggregateEwmaExponentOffset = 0x84;
constexpr std::uint32_t kAggregateLoopOffsetMapsOffset = 0x88;
constexpr std::uint32_t kAggregateCommitConflictsOffset = 0x90;
constexpr std::uint32_t kAggregateMissedUpdatesOffset = 0x94;
constexpr std::uint32_t kAggregateMissedAlignmentsOffset = 0x98;

}  // namespace docsis_vp::cm::coupled_law_registers
