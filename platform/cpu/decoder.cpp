#include "platform/cpu/decoder.h"

#include <array>
#include <vector>

namespace docsis_vp::platform {

namespace {

enum class Format : std::uint8_t { kR, kI, kShift, kUnary, kS, kB, kU, kJ, kCsr, kCsrImm, kNone };

struct Encoding {
  Operation operation;
  std::uint32_t match;
  std::uint32_t mask;
  Format format;
  CostClass cost;
  Extensions extension;
};

constexpr Encoding kEncodings[] = {
#define DOCSIS_VP_ENCODING(operation, match, mask, format, cost, extension) \
  {Operation::operation, match, mask, Format::format, CostClass::cost, extension},
    DOCSIS_VP_INSTRUCTIONS(DOCSIS_VP_ENCODING)
#undef DOCSIS_VP_ENCODING
};

// Bits 6:2 of every encoding are fixed, which gives 32 short lists.
using Buckets = std::array<std::vector<const Encoding*>, 32>;

const Buckets& buckets() {
  static const Buckets kBuckets = [] {
    Buckets buckets;
    for (const Encoding& encoding : kEncodings) {
      buckets[(encoding.match >> 2) & 31].push_back(&encoding);
    }
    return buckets;
  }();
  return kBuckets;
}

std::uint32_t sign_extend(std::uint32_t value, unsigned width) {
  const std::uint32_t sign = 1U << (width - 1);
  return (value ^ sign) - sign;
}

std::uint32_t immediate_i(std::uint32_t bits) {
  return sign_extend(bits >> 20, 12);
}
std::uint32_t immediate_s(std::uint32_t bits) {
  return sign_extend(((bits >> 25) << 5) | ((bits >> 7) & 31), 12);
}
std::uint32_t immediate_b(std::uint32_t bits) {
  return sign_extend(((bits >> 31) << 12) | (((bits >> 7) & 1) << 11) | (((bits >> 25) & 63) << 5) |
                         (((bits >> 8) & 15) << 1),
                     13);
}
std::uint32_t immediate_j(std::uint32_t bits) {
  return sign_extend(((bits >> 31) << 20) | (((bits >> 12) & 255) << 12) |
                         (((bits >> 20) & 1) << 11) | (((bits >> 21) & 1023) << 1),
                     21);
}

void extract_operands(Format format, std::uint32_t bits, Instruction& instruction) {
  const auto rd = static_cast<std::uint8_t>((bits >> 7) & 31);
  const auto rs1 = static_cast<std::uint8_t>((bits >> 15) & 31);
  const auto rs2 = static_cast<std::uint8_t>((bits >> 20) & 31);
  const bool reads_both = format == Format::kR || format == Format::kS || format == Format::kB;
  instruction.reads_rs2 = reads_both;
  instruction.reads_rs1 = reads_both || format == Format::kI || format == Format::kShift ||
                          format == Format::kUnary || format == Format::kCsr;
  const bool writes = format != Format::kS && format != Format::kB && format != Format::kNone;
  instruction.rd = writes ? rd : std::uint8_t{0};
  instruction.rs1 = instruction.reads_rs1 || format == Format::kCsrImm ? rs1 : std::uint8_t{0};
  instruction.rs2 = reads_both ? rs2 : std::uint8_t{0};
  switch (format) {
    case Format::kI:
      instruction.immediate = immediate_i(bits);
      break;
    case Format::kShift:
      instruction.immediate = rs2;
      break;
    case Format::kS:
      instruction.immediate = immediate_s(bits);
      break;
    case Format::kB:
      instruction.immediate = immediate_b(bits);
      break;
    case Format::kU:
      instruction.immediate = bits & 0xfffff000;
      break;
    case Format::kJ:
      instruction.immediate = immediate_j(bits);
      break;
    case Format::kR:
    case Format::kUnary:
    case Format::kCsr:
    case Format::kCsrImm:
    case Format::kNone:
      break;
  }
}

}  // namespace

Instruction decode(std::uint32_t bits, Extensions extensions) {
  Instruction instruction;
  std::uint32_t full = bits;
  if (is_compressed(bits)) {
    instruction.length_bytes = 2;
    full = expand_compressed(static_cast<std::uint16_t>(bits)).value_or(0);
  }
  instruction.immediate = bits;
  if (is_compressed(full)) {
    return instruction;
  }
  for (const Encoding* encoding : buckets()[(full >> 2) & 31]) {
    if ((full & encoding->mask) == encoding->match && (encoding->extension & extensions) != 0) {
      instruction.operation = encoding->operation;
      instruction.cost = encoding->cost;
      extract_operands(encoding->format, full, instruction);
      break;
    }
  }
  return instruction;
}

}  // namespace docsis_vp::platform
