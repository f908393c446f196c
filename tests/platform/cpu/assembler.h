// Just enough of an assembler to write test programs in C++.
#pragma once

#include <cstdint>
#include <vector>

namespace docsis_vp::platform::testing {

enum Register : std::uint32_t {
  x0,
  ra,
  sp,
  gp,
  tp,
  t0,
  t1,
  t2,
  s0,
  s1,
  a0,
  a1,
  a2,
  a3,
  a4,
  a5,
  a6,
  a7,
  s2,
  s3,
  s4,
  s5,
  s6,
  s7,
  s8,
  s9,
  s10,
  s11,
  t3,
  t4,
  t5,
  t6
};

namespace csr {
constexpr std::uint32_t kMstatus = 0x300, kMisa = 0x301, kMie = 0x304, kMtvec = 0x305,
                        kMcountinhibit = 0x320, kMscratch = 0x340, kMepc = 0x341, kMcause = 0x342,
                        kMtval = 0x343, kMip = 0x344, kMcycle = 0xb00, kMinstret = 0xb02,
                        kMcycleh = 0xb80, kMinstreth = 0xb82, kCycle = 0xc00, kTime = 0xc01,
                        kInstret = 0xc02;
}

constexpr std::uint32_t r_type(std::uint32_t funct7, std::uint32_t funct3, std::uint32_t rd,
                               std::uint32_t rs1, std::uint32_t rs2, std::uint32_t opcode = 0x33) {
  return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
constexpr std::uint32_t i_type(std::int32_t immediate, std::uint32_t rs1, std::uint32_t funct3,
                               std::uint32_t rd, std::uint32_t opcode = 0x13) {
  return static_cast<std::uint32_t>(immediate) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
constexpr std::uint32_t s_type(std::int32_t immediate, std::uint32_t rs2, std::uint32_t rs1,
                               std::uint32_t funct3) {
  const auto offset = static_cast<std::uint32_t>(immediate);
  return (offset >> 5) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (offset & 31) << 7 | 0x23;
}
constexpr std::uint32_t b_type(std::int32_t immediate, std::uint32_t rs1, std::uint32_t rs2,
                               std::uint32_t funct3) {
  const auto offset = static_cast<std::uint32_t>(immediate);
  return (offset >> 12 & 1) << 31 | (offset >> 5 & 63) << 25 | rs2 << 20 | rs1 << 15 |
         funct3 << 12 | (offset >> 1 & 15) << 8 | (offset >> 11 & 1) << 7 | 0x63;
}
constexpr std::uint32_t j_type(std::int32_t immediate, std::uint32_t rd) {
  const auto offset = static_cast<std::uint32_t>(immediate);
  return (offset >> 20 & 1) << 31 | (offset >> 1 & 1023) << 21 | (offset >> 11 & 1) << 20 |
         (offset >> 12 & 255) << 12 | rd << 7 | 0x6f;
}

constexpr std::uint32_t addi(std::uint32_t rd, std::uint32_t rs1, std::int32_t immediate) {
  return i_type(immediate, rs1, 0, rd);
}
constexpr std::uint32_t add(std::uint32_t rd, std::uint32_t rs1, std::uint32_t rs2) {
  return r_type(0, 0, rd, rs1, rs2);
}
constexpr std::uint32_t mul(std::uint32_t rd, std::uint32_t rs1, std::uint32_t rs2) {
  return r_type(1, 0, rd, rs1, rs2);
}
constexpr std::uint32_t lui(std::uint32_t rd, std::uint32_t upper) {
  return (upper & 0xfffff000) | rd << 7 | 0x37;
}
constexpr std::uint32_t lw(std::uint32_t rd, std::uint32_t rs1, std::int32_t offset) {
  return i_type(offset, rs1, 2, rd, 0x03);
}
constexpr std::uint32_t sw(std::uint32_t rs2, std::uint32_t rs1, std::int32_t offset) {
  return s_type(offset, rs2, rs1, 2);
}
constexpr std::uint32_t beq(std::uint32_t rs1, std::uint32_t rs2, std::int32_t offset) {
  return b_type(offset, rs1, rs2, 0);
}
constexpr std::uint32_t bne(std::uint32_t rs1, std::uint32_t rs2, std::int32_t offset) {
  return b_type(offset, rs1, rs2, 1);
}
constexpr std::uint32_t jal(std::uint32_t rd, std::int32_t offset) {
  return j_type(offset, rd);
}
constexpr std::uint32_t jalr(std::uint32_t rd, std::uint32_t rs1, std::int32_t offset) {
  return i_type(offset, rs1, 0, rd, 0x67);
}
constexpr std::uint32_t csrrw(std::uint32_t rd, std::uint32_t number, std::uint32_t rs1) {
  return number << 20 | rs1 << 15 | 1 << 12 | rd << 7 | 0x73;
}
constexpr std::uint32_t csrrs(std::uint32_t rd, std::uint32_t number, std::uint32_t rs1) {
  return number << 20 | rs1 << 15 | 2 << 12 | rd << 7 | 0x73;
}
constexpr std::uint32_t csrrc(std::uint32_t rd, std::uint32_t number, std::uint32_t rs1) {
  return number << 20 | rs1 << 15 | 3 << 12 | rd << 7 | 0x73;
}
// csrrwi, csrrsi, csrrci by funct3 5, 6, 7.
constexpr std::uint32_t csr_immediate(std::uint32_t funct3, std::uint32_t rd, std::uint32_t number,
                                      std::uint32_t immediate) {
  return number << 20 | immediate << 15 | funct3 << 12 | rd << 7 | 0x73;
}
constexpr std::uint32_t kEcall = 0x73, kEbreak = 0x100073, kMret = 0x30200073, kWfi = 0x10500073,
                        kFence = 0x0ff0000f, kFenceI = 0x100f, kNop = 0x13;
constexpr std::uint16_t kCNop = 0x0001, kCEbreak = 0x9002;
// c.addi rd, immediate (-32..31)
constexpr std::uint16_t c_addi(std::uint32_t rd, std::int32_t immediate) {
  const auto bits = static_cast<std::uint32_t>(immediate);
  return static_cast<std::uint16_t>((bits >> 5 & 1) << 12 | rd << 7 | (bits & 31) << 2 | 1);
}

class Program {
 public:
  explicit Program(std::uint32_t base = 0x80000000) : base_(base) {}

  std::uint32_t here() const { return base_ + static_cast<std::uint32_t>(bytes_.size()); }
  std::uint32_t base() const { return base_; }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  Program& half(std::uint32_t bits) {
    bytes_.push_back(static_cast<std::uint8_t>(bits));
    bytes_.push_back(static_cast<std::uint8_t>(bits >> 8));
    return *this;
  }
  Program& word(std::uint32_t bits) { return half(bits).half(bits >> 16); }
  template <typename... Words>
  Program& words(Words... bits) {
    (word(bits), ...);
    return *this;
  }
  // Always two instructions.
  Program& li(std::uint32_t rd, std::uint32_t value) {
    const std::uint32_t upper = value + 0x800;
    return words(lui(rd, upper), addi(rd, rd, static_cast<std::int32_t>(value << 20) >> 20));
  }
  Program& pad_to(std::uint32_t address) {
    while (here() < address) {
      half(kCNop);
    }
    return *this;
  }
  // Ends the run: stores a register to the exit device. Uses t6.
  Program& exit(std::uint32_t code = x0) {
    return li(t6, 0x20000000).words(sw(code, t6, 0), jal(x0, 0));
  }

 private:
  std::uint32_t base_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace docsis_vp::platform::testing
