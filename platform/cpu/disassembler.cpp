#include "platform/cpu/disassembler.h"

#include <algorithm>
#include <cstdio>

#include "platform/cpu/decoder.h"

namespace docsis_vp::platform {

namespace {

// Derives the mnemonic from the operation's name in the list: "xor_" is xor, "sext_b" is sext.b.
std::string mnemonic(Operation operation) {
  static constexpr const char* kNames[] = {
#define DOCSIS_VP_TEXT(operation, ...) #operation,
      DOCSIS_VP_INSTRUCTIONS(DOCSIS_VP_TEXT)
#undef DOCSIS_VP_TEXT
  };
  std::string name = kNames[static_cast<std::size_t>(operation)];
  if (name.back() == '_') {
    name.pop_back();
  }
  std::replace(name.begin(), name.end(), '_', '.');
  return name;
}

std::string hex(std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}

std::string signed_number(std::uint32_t value) {
  return std::to_string(static_cast<std::int32_t>(value));
}

std::string joined(std::initializer_list<std::string> operands) {
  std::string text;
  for (const std::string& operand : operands) {
    text.append(text.empty() ? " " : ",").append(operand);
  }
  return text;
}

bool is_unary(Operation operation) {
  switch (operation) {
    case Operation::clz:
    case Operation::ctz:
    case Operation::cpop:
    case Operation::sext_b:
    case Operation::sext_h:
    case Operation::zext_h:
    case Operation::orc_b:
    case Operation::rev8:
      return true;
    default:
      return false;
  }
}

std::string system_operands(const Instruction& instruction) {
  const std::string number = hex(instruction.immediate >> 20);
  const std::string rd = register_name(instruction.rd);
  if (instruction.operation < Operation::csrrw) {
    return {};
  }
  return instruction.operation < Operation::csrrwi
             ? joined({rd, number, register_name(instruction.rs1)})
             : joined({rd, number, std::to_string(instruction.rs1)});
}

std::string operands(const Instruction& instruction, std::uint32_t pc) {
  const std::string rd = register_name(instruction.rd);
  const std::string rs1 = register_name(instruction.rs1);
  const std::string rs2 = register_name(instruction.rs2);
  const std::string immediate = signed_number(instruction.immediate);
  const std::string target = hex(pc + instruction.immediate);
  const std::string address = immediate + "(" + rs1 + ")";
  switch (instruction.cost) {
    case CostClass::kLoad:
      return joined({rd, address});
    case CostClass::kStore:
      return joined({rs2, address});
    case CostClass::kBranch:
      return joined({rs1, rs2, target});
    case CostClass::kJump:
      return joined({rd, instruction.operation == Operation::jal ? target : address});
    case CostClass::kFence:
      return {};
    case CostClass::kSystem:
      return system_operands(instruction);
    default:
      break;
  }
  if (instruction.operation == Operation::lui || instruction.operation == Operation::auipc) {
    return joined({rd, hex(instruction.immediate >> 12)});
  }
  if (instruction.reads_rs2) {
    return joined({rd, rs1, rs2});
  }
  return is_unary(instruction.operation) ? joined({rd, rs1}) : joined({rd, rs1, immediate});
}

}  // namespace

const char* register_name(unsigned number) {
  static constexpr const char* kNames[32] = {"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                             "s0",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                             "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                             "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6"};
  return kNames[number & 31];
}

std::string disassemble(std::uint32_t bits, std::uint32_t pc) {
  const Instruction instruction = decode(bits, kBase | kZba | kZbb | kZbs);
  if (instruction.operation == Operation::illegal) {
    return "unknown";
  }
  return mnemonic(instruction.operation) + operands(instruction, pc);
}

}  // namespace docsis_vp::platform
