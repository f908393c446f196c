// Generated from exit_device.rdl by tools/registers/generate; do not edit.
#pragma once

#include <cstdint>

namespace docsis_vp::platform::exit_device_registers {

constexpr std::uint32_t kExitCodeOffset = 0x0;
constexpr std::uint32_t kCharacterOffset = 0x4;
constexpr std::uint32_t kCharacterValueMask = 0xff;
constexpr std::uint32_t kCharacterValueShift = 0;

}  // namespace docsis_vp::platform::exit_device_registers
