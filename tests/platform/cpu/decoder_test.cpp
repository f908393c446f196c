#include "platform/cpu/decoder.h"

#include <gtest/gtest.h>

#include "platform/base/errors.h"
#include "tests/platform/cpu/assembler.h"

namespace docsis_vp::platform::decoder_test {
namespace {

using namespace testing;

struct Pair {
  const char* name;
  std::uint16_t compressed;
  std::uint32_t full;
};

// Compressed encodings as GNU as 2.40 writes them, beside the instruction they stand for.
constexpr Pair kPairs[] = {
    {"c.addi4spn a0,sp,4", 0x0048, addi(a0, sp, 4)},
    {"c.addi4spn a5,sp,1020", 0x1ffc, addi(a5, sp, 1020)},
    {"c.lw a0,124(s1)", 0x5ce8, lw(a0, s1, 124)},
    {"c.lw s0,4(a5)", 0x43c0, lw(s0, a5, 4)},
    {"c.sw a0,64(s1)", 0xc0a8, sw(a0, s1, 64)},
    {"c.nop", 0x0001, addi(x0, x0, 0)},
    {"c.addi s11,-32", 0x1d81, addi(s11, s11, -32)},
    {"c.jal .-2048", 0x3001, jal(ra, -2048)},
    {"c.jal .+2046", 0x2ffd, jal(ra, 2046)},
    {"c.li a7,31", 0x48fd, addi(a7, x0, 31)},
    {"c.addi16sp sp,-512", 0x7101, addi(sp, sp, -512)},
    {"c.addi16sp sp,496", 0x617d, addi(sp, sp, 496)},
    {"c.lui a0,0xfffe0", 0x7501, lui(a0, 0xfffe0000)},
    {"c.lui t0,31", 0x62fd, lui(t0, 31 << 12)},
    {"c.srli a0,31", 0x817d, r_type(0, 5, a0, a0, 31, 0x13)},
    {"c.srai s1,1", 0x8485, r_type(0x20, 5, s1, s1, 1, 0x13)},
    {"c.andi a5,-1", 0x9bfd, i_type(-1, a5, 7, a5)},
    {"c.sub s0,s1", 0x8c05, r_type(0x20, 0, s0, s0, s1)},
    {"c.xor a0,a1", 0x8d2d, r_type(0, 4, a0, a0, a1)},
    {"c.or a2,a3", 0x8e55, r_type(0, 6, a2, a2, a3)},
    {"c.and a4,a5", 0x8f7d, r_type(0, 7, a4, a4, a5)},
    {"c.j .+1366", 0xab99, jal(x0, 1366)},
    {"c.beqz a0,.-256", 0xd101, beq(a0, x0, -256)},
    {"c.bnez s1,.+254", 0xecfd, bne(s1, x0, 254)},
    {"c.slli t6,31", 0x0ffe, r_type(0, 1, t6, t6, 31, 0x13)},
    {"c.lwsp ra,252(sp)", 0x50fe, lw(ra, sp, 252)},
    {"c.jr ra", 0x8082, jalr(x0, ra, 0)},
    {"c.mv a0,s11", 0x856e, add(a0, x0, s11)},
    {"c.ebreak", 0x9002, kEbreak},
    {"c.jalr a5", 0x9782, jalr(ra, a5, 0)},
    {"c.add a0,a1", 0x952e, add(a0, a0, a1)},
    {"c.swsp s0,128(sp)", 0xc122, sw(s0, sp, 128)},
};

TEST(Decoder, ExpandsEveryCompressedInstruction) {
  for (const Pair& pair : kPairs) {
    const auto full = expand_compressed(pair.compressed);
    ASSERT_TRUE(full.has_value()) << pair.name;
    EXPECT_EQ(*full, pair.full) << pair.name;
    EXPECT_EQ(decode(pair.compressed, kBase).length_bytes, 2) << pair.name;
  }
}

TEST(Decoder, ReservedAndFloatingPointCompressedEncodingsAreIllegal) {
  constexpr std::uint16_t kReserved[] = {
      0x0000,  // all zero
      0x0004,  // c.addi4spn, rd' = a3... with immediate 0
      0x2000,  // c.fld
      0x6000,  // c.flw
      0x8000,  // reserved quadrant 0
      0xa000,  // c.fsd
      0xe000,  // c.fsw
      0x6101,  // c.addi16sp 0
      0x6281,  // c.lui t0,0
      0x9001,  // c.srli with shamt[5]
      0x9401,  // c.srai with shamt[5]
      0x9c01,  // c.subw
      0x9c21,  // c.addw
      0x1002,  // c.slli with shamt[5]
      0x2002,  // c.fldsp
      0x4002,  // c.lwsp to x0
      0x6002,  // c.flwsp
      0x8002,  // c.jr x0
      0xa002,  // c.fsdsp
      0xe002,  // c.fswsp
  };
  for (const std::uint16_t bits : kReserved) {
    EXPECT_EQ(decode(bits, kBase).operation, Operation::illegal) << std::hex << bits;
    EXPECT_EQ(decode(bits, kBase).immediate, bits);
  }
}

TEST(Decoder, IllegalEncodingsKeepTheirBits) {
  constexpr std::uint32_t kIllegal[] = {
      0xffffffff,
      0x02001013,                      // slli with shamt[5]
      r_type(2, 0, a0, a0, a0),        // add with a foreign funct7
      i_type(0, a0, 3, a0, 0x03),      // ld
      s_type(0, a0, a0, 3),            // sd
      b_type(8, a0, a0, 2),            // branch with funct3 2
      i_type(0, a0, 1, a0, 0x67),      // jalr with funct3 1
      0x10200073,                      // sret
      0x00200073,                      // uret
      0x12000073,                      // sfence.vma
      i_type(0, a0, 2, a0, 0x0f),      // misc-mem with funct3 2
      i_type(0, a0, 4, a0, 0x73),      // system with funct3 4
      0x0000100b,                      // custom-0
      r_type(0, 2, a0, a0, a0, 0x2f),  // amoadd.w
  };
  for (const std::uint32_t bits : kIllegal) {
    EXPECT_EQ(decode(bits, kBase).operation, Operation::illegal) << std::hex << bits;
    EXPECT_EQ(decode(bits, kBase).immediate, bits);
  }
}

TEST(Decoder, BitManipulationIsIllegalUnlessTheIsaHasIt) {
  struct Case {
    std::uint32_t bits;
    Operation operation;
    Extensions extension;
  };
  const Case cases[] = {
      {r_type(0x10, 2, a0, a1, a2), Operation::sh1add, kZba},
      {r_type(0x30, 1, a0, a1, 0, 0x13), Operation::clz, kZbb},
      {r_type(0x04, 4, a0, a1, 0), Operation::zext_h, kZbb},
      {r_type(0x34, 5, a0, a1, 24, 0x13), Operation::rev8, kZbb},
      {r_type(0x14, 1, a0, a1, a2), Operation::bset, kZbs},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(decode(each.bits, kBase).operation, Operation::illegal);
    EXPECT_EQ(decode(each.bits, kBase | each.extension).operation, each.operation);
  }
}

TEST(Isa, NamesTheExtensionsAndRefusesOthers) {
  EXPECT_EQ(parse_isa("rv32imc"), kBase);
  EXPECT_EQ(parse_isa("rv32imc_zicsr_zifencei"), kBase);
  EXPECT_EQ(parse_isa("rv32imc_zicsr_zifencei_zba_zbs"), kBase | kZba | kZbs);
  EXPECT_THROW(parse_isa("rv64imc"), InputError);
  EXPECT_THROW(parse_isa("rv32imc_zfoo"), InputError);
  EXPECT_THROW(parse_isa(""), InputError);
}

}  // namespace
}  // namespace docsis_vp::platform::decoder_test
