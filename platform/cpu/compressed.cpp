// Expands the C extension: each compressed instruction has a 32-bit equivalent in the base set.
#include "platform/cpu/decoder.h"

namespace docsis_vp::platform {

namespace {

// Bits high..low of `bits`, moved to bit `to`.
constexpr std::uint32_t field(std::uint32_t bits, unsigned high, unsigned low, unsigned to) {
  return ((bits >> low) & ((1U << (high - low + 1)) - 1)) << to;
}
constexpr std::uint32_t sign_fill(std::uint32_t bits, unsigned from) {
  return ((bits >> 12) & 1) != 0 ? ~std::uint32_t{0} << from : 0;
}

constexpr std::uint32_t kLoadWord = 0x2003, kStoreWord = 0x2023, kAddi = 0x13, kSlli = 0x1013,
                        kSrli = 0x5013, kSrai = 0x40005013, kAndi = 0x7013, kLui = 0x37,
                        kJal = 0x6f, kJalr = 0x67, kBeq = 0x63, kBne = 0x1063, kAdd = 0x33,
                        kSub = 0x40000033, kXor = 0x4033, kOr = 0x6033, kAnd = 0x7033,
                        kEbreak = 0x100073;
constexpr std::uint32_t kRa = 1, kSp = 2;

constexpr std::uint32_t r_type(std::uint32_t op, std::uint32_t rd, std::uint32_t rs1,
                               std::uint32_t rs2) {
  return op | rd << 7 | rs1 << 15 | rs2 << 20;
}
constexpr std::uint32_t i_type(std::uint32_t op, std::uint32_t rd, std::uint32_t rs1,
                               std::uint32_t immediate) {
  return op | rd << 7 | rs1 << 15 | immediate << 20;
}
constexpr std::uint32_t s_type(std::uint32_t op, std::uint32_t rs1, std::uint32_t rs2,
                               std::uint32_t immediate) {
  return op | rs1 << 15 | rs2 << 20 | (immediate & 31) << 7 | (immediate >> 5) << 25;
}
constexpr std::uint32_t b_type(std::uint32_t op, std::uint32_t rs1, std::uint32_t immediate) {
  return op | rs1 << 15 | field(immediate, 4, 1, 8) | field(immediate, 11, 11, 7) |
         field(immediate, 10, 5, 25) | field(immediate, 12, 12, 31);
}
constexpr std::uint32_t jump(std::uint32_t rd, std::uint32_t immediate) {
  return kJal | rd << 7 | field(immediate, 10, 1, 21) | field(immediate, 11, 11, 20) |
         field(immediate, 19, 12, 12) | field(immediate, 20, 20, 31);
}

using Expansion = std::optional<std::uint32_t>;

Expansion quadrant_0(std::uint32_t bits) {
  const std::uint32_t low = 8 + field(bits, 4, 2, 0);   // rd' or rs2'
  const std::uint32_t base = 8 + field(bits, 9, 7, 0);  // rs1'
  const std::uint32_t offset = field(bits, 12, 10, 3) | field(bits, 6, 6, 2) | field(bits, 5, 5, 6);
  switch (bits >> 13) {
    case 0: {  // c.addi4spn
      const std::uint32_t add = field(bits, 12, 11, 4) | field(bits, 10, 7, 6) |
                                field(bits, 6, 6, 2) | field(bits, 5, 5, 3);
      return add == 0 ? Expansion() : i_type(kAddi, low, kSp, add);
    }
    case 2:
      return i_type(kLoadWord, low, base, offset);
    case 6:
      return s_type(kStoreWord, base, low, offset);
    default:
      return {};
  }
}

Expansion arithmetic(std::uint32_t bits) {
  const std::uint32_t rd = 8 + field(bits, 9, 7, 0);
  const std::uint32_t rs2 = 8 + field(bits, 4, 2, 0);
  const std::uint32_t amount = field(bits, 6, 2, 0);
  const bool bit_12 = ((bits >> 12) & 1) != 0;
  constexpr std::uint32_t kRegister[] = {kSub, kXor, kOr, kAnd};
  switch (field(bits, 11, 10, 0)) {
    case 0:
      return bit_12 ? Expansion() : i_type(kSrli, rd, rd, amount);
    case 1:
      return bit_12 ? Expansion() : i_type(kSrai, rd, rd, amount);
    case 2:
      return i_type(kAndi, rd, rd, amount | sign_fill(bits, 5));
    default:
      return bit_12 ? Expansion() : r_type(kRegister[field(bits, 6, 5, 0)], rd, rd, rs2);
  }
}

Expansion load_upper(std::uint32_t bits) {
  const std::uint32_t rd = field(bits, 11, 7, 0);
  if (field(bits, 6, 2, 0) == 0 && sign_fill(bits, 5) == 0) {
    return {};
  }
  if (rd == kSp) {  // c.addi16sp
    return i_type(kAddi, kSp, kSp,
                  field(bits, 6, 6, 4) | field(bits, 5, 5, 6) | field(bits, 4, 3, 7) |
                      field(bits, 2, 2, 5) | sign_fill(bits, 9));
  }
  return kLui | rd << 7 | (field(bits, 6, 2, 12) | sign_fill(bits, 17));
}

Expansion quadrant_1(std::uint32_t bits) {
  const std::uint32_t rd = field(bits, 11, 7, 0);
  const std::uint32_t immediate = field(bits, 6, 2, 0) | sign_fill(bits, 5);
  const std::uint32_t jump_offset = field(bits, 11, 11, 4) | field(bits, 10, 9, 8) |
                                    field(bits, 8, 8, 10) | field(bits, 7, 7, 6) |
                                    field(bits, 6, 6, 7) | field(bits, 5, 3, 1) |
                                    field(bits, 2, 2, 5) | sign_fill(bits, 11);
  const std::uint32_t branch_offset = field(bits, 11, 10, 3) | field(bits, 6, 5, 6) |
                                      field(bits, 4, 3, 1) | field(bits, 2, 2, 5) |
                                      sign_fill(bits, 8);
  const std::uint32_t tested = 8 + field(bits, 9, 7, 0);
  switch (bits >> 13) {
    case 0:
      return i_type(kAddi, rd, rd, immediate);
    case 1:
      return jump(kRa, jump_offset);
    case 2:
      return i_type(kAddi, rd, 0, immediate);
    case 3:
      return load_upper(bits);
    case 4:
      return arithmetic(bits);
    case 5:
      return jump(0, jump_offset);
    case 6:
      return b_type(kBeq, tested, branch_offset);
    default:
      return b_type(kBne, tested, branch_offset);
  }
}

Expansion jump_move_add(std::uint32_t bits) {
  const std::uint32_t rd = field(bits, 11, 7, 0);
  const std::uint32_t rs2 = field(bits, 6, 2, 0);
  const bool bit_12 = ((bits >> 12) & 1) != 0;
  if (rs2 != 0) {
    return r_type(kAdd, rd, bit_12 ? rd : 0, rs2);
  }
  if (rd == 0) {
    return bit_12 ? Expansion(kEbreak) : Expansion();
  }
  return i_type(kJalr, bit_12 ? kRa : 0, rd, 0);
}

Expansion quadrant_2(std::uint32_t bits) {
  const std::uint32_t rd = field(bits, 11, 7, 0);
  const bool bit_12 = ((bits >> 12) & 1) != 0;
  switch (bits >> 13) {
    case 0:
      return bit_12 ? Expansion() : i_type(kSlli, rd, rd, field(bits, 6, 2, 0));
    case 2:
      return rd == 0 ? Expansion()
                     : i_type(kLoadWord, rd, kSp,
                              field(bits, 12, 12, 5) | field(bits, 6, 4, 2) | field(bits, 3, 2, 6));
    case 4:
      return jump_move_add(bits);
    case 6:
      return s_type(kStoreWord, kSp, field(bits, 6, 2, 0),
                    field(bits, 12, 9, 2) | field(bits, 8, 7, 6));
    default:
      return {};
  }
}

}  // namespace

std::optional<std::uint32_t> expand_compressed(std::uint16_t bits) {
  switch (bits & 3) {
    case 0:
      return quadrant_0(bits);
    case 1:
      return quadrant_1(bits);
    case 2:
      return quadrant_2(bits);
    default:
      return {};
  }
}

}  // namespace docsis_vp::platform
