// Decodes instruction bits into an operation and its operands.
#pragma once

#include <cstdint>
#include <optional>

#include "platform/cpu/instruction_list.h"
#include "platform/cpu/isa.h"

namespace docsis_vp::platform {

enum class Operation : std::uint8_t {
#define DOCSIS_VP_NAME(operation, ...) operation,
  DOCSIS_VP_INSTRUCTIONS(DOCSIS_VP_NAME)
#undef DOCSIS_VP_NAME
      illegal
};

constexpr std::uint8_t kAccessBytes[] = {1, 2, 4, 1, 2, 1, 2, 4};  // lb to sw
// operation: a load or a store.
constexpr std::uint8_t access_bytes(Operation operation) {
  return kAccessBytes[static_cast<unsigned>(operation) - static_cast<unsigned>(Operation::lb)];
}

// Class that determines the cycles of an instruction. The execution engine leaves kSystem
// instructions to the hart, because they access CSRs, trap, sleep or change code.
enum class CostClass : std::uint8_t {
  kAlu,
  kMul,
  kMulHigh,
  kDivide,
  kLoad,
  kStore,
  kBranch,
  kJump,
  kFence,
  kSystem
};

struct Instruction {
  Operation operation = Operation::illegal;
  CostClass cost = CostClass::kSystem;
  std::uint8_t rd = 0;   // 0: writes no register
  std::uint8_t rs1 = 0;  // 0: reads none; csrr*i: the 5-bit immediate
  std::uint8_t rs2 = 0;
  std::uint8_t length_bytes = 4;  // 2 if it was compressed
  bool reads_rs1 = false;
  bool reads_rs2 = false;
  // Sign-extended immediate, or a shift's amount. For CSR accesses (number in the upper 12 bits)
  // and illegal instructions, the raw bits.
  std::uint32_t immediate = 0;
};

// Returns true if the low two bits of the first halfword denote a compressed instruction.
constexpr bool is_compressed(std::uint32_t bits) {
  return (bits & 3U) != 3U;
}

// `bits`: 32 bits, or 16 if compressed. Instructions outside `extensions` decode as illegal.
Instruction decode(std::uint32_t bits, Extensions extensions);

// Returns the 32-bit equivalent of a compressed instruction (unprivileged specification ch. 16).
// Returns nothing if the encoding is reserved or belongs to floating point.
std::optional<std::uint32_t> expand_compressed(std::uint16_t bits);

}  // namespace docsis_vp::platform
