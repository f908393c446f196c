// Generated from map_parser.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::cm::map_parser_registers {

constexpr std::uint32_t kMapsLowOffset = 0x0;
constexpr std::uint32_t kMapsHighOffset = 0x4;
constexpr std::uint32_t kElementsLowOffset = 0x8;
constexpr std::uint32_t kElementsHighOffset = 0xc;
constexpr std::uint32_t kGrantsLowOffset = 0x10;
constexpr std::uint32_t kGrantsHighOffset = 0x14;
constexpr std::uint32_t kPendingsLowOffset = 0x18;
constexpr std::uint32_t kPendingsHighOffset = 0x1c;
constexpr std::uint32_t kRegionsLowOffset = 0x20;
constexpr std::uint32_t kRegionsHighOffset = 0x24;
constexpr std::uint32_t kMalformedLowOffset = 0x28;
constexpr std::uint32_t kMalformedHighOffset = 0x2c;
constexpr std::uint32_t kOtherMessagesLowOffset = 0x30;
constexpr std::uint32_t kOtherMessagesHighOffset = 0x34;
constexpr std::uint32_t kForeignChannelLowOffset = 0x38;
constexpr std::uint32_t kForeignChannelHighOffset = 0x3c;
constexpr std::uint32_t kUcdMismatchLowOffset = 0x40;
constexpr std::uint32_t kUcdMismatchHighOffset = 0x44;
constexpr std::uint32_t kOverflowLowOffset = 0x48;
constexpr std::uint32_t kOverflowHighOffset = 0x4c;
constexpr std::uint32_t kBusyCyclesLowOffset = 0x50;
constexpr std::uint32_t kBusyCyclesHighOffset = 0x54;
constexpr std::uint32_t kBeyondReachLowOffset = 0x58;
constexpr std::uint32_t kBeyondReachHighOffset = 0x5c;

}  // namespace docsis_vp::cm::map_parser_registers
