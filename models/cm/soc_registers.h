// Generated from soc.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::cm::soc_registers {

constexpr std::uint32_t kExitDeviceBase = 0x20000000;
constexpr std::uint32_t kConsoleBase = 0x20010000;
constexpr std::uint32_t kWatchdogBase = 0x20020000;
constexpr std::uint32_t kAqmEngineBase = 0x20030000;
constexpr std::uint32_t kQueueMemoryBase = 0x20040000;
constexpr std::uint32_t kShaperBase = 0x20050000;
constexpr std::uint32_t kMapParserBase = 0x20060000;
constexpr std::uint32_t kBurstBuilderBase = 0x20070000;
constexpr std::uint32_t kRequestEngineBase = 0x20080000;
constexpr std::uint32_t kIngressHoldBase = 0x20090000;
constexpr std::uint32_t kVerdictPortBase = 0x200a0000;
constexpr std::uint32_t kBackgroundLoadBase = 0x200b0000;
constexpr std::uint32_t kCoupledLawBase = 0x200c0000;
constexpr std::uint32_t kClintBase = 0x20100000;
constexpr std::uint32_t kPlicBase = 0x24000000;
constexpr std::uint32_t kRomBase = 0x0;
constexpr std::uint32_t kRomBytes = 0x10000;
constexpr std::uint32_t kRamBase = 0x80000000;
constexpr std::uint32_t kRamBytes = 0x40000;

}  // namespace docsis_vp::cm::soc_registers
