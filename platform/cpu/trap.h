// Declares the causes of traps, and a trap's record.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::platform {

// Values of mcause (privileged specification, table 3.6).
constexpr std::uint32_t kInterruptCause = 1U << 31;
constexpr std::uint32_t kInstructionAccessFault = 1;
constexpr std::uint32_t kIllegalInstruction = 2;
constexpr std::uint32_t kBreakpoint = 3;
constexpr std::uint32_t kLoadAccessFault = 5;
constexpr std::uint32_t kStoreAccessFault = 7;
constexpr std::uint32_t kMachineEcall = 11;
constexpr std::uint32_t kSoftwareInterrupt = kInterruptCause | 3;
constexpr std::uint32_t kTimerInterrupt = kInterruptCause | 7;
constexpr std::uint32_t kExternalInterrupt = kInterruptCause | 11;

struct Trap {
  std::uint32_t cause = 0;
  std::uint32_t pc = 0;     // pc of the instruction that did not complete
  std::uint32_t value = 0;  // mtval
};

// Returns for example "load access fault at pc 0x80000010, address 0x00000000".
std::string describe(const Trap& trap);

}  // namespace docsis_vp::platform
