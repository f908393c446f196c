// Results of every instruction, run on the CPU.
#include <gtest/gtest.h>

#include <vector>

#include "tests/platform/cpu/bench.h"

namespace docsis_vp::platform::testing::instruction_test {
namespace {

constexpr std::uint32_t kMin = 0x80000000, kMax = 0x7fffffff, kMinus1 = 0xffffffff;

struct Case {
  const char* name;
  std::uint32_t instruction;  // a0 = f(a1, a2)
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t expected;
};

constexpr std::uint32_t op(std::uint32_t funct7, std::uint32_t funct3) {
  return r_type(funct7, funct3, a0, a1, a2);
}
constexpr std::uint32_t op_immediate(std::uint32_t funct3, std::int32_t immediate) {
  return i_type(immediate, a1, funct3, a0);
}
constexpr std::uint32_t shift(std::uint32_t funct7, std::uint32_t funct3, std::uint32_t amount) {
  return r_type(funct7, funct3, a0, a1, amount, 0x13);
}

// Each case is a program fragment; the results are stored one after the other.
void expect_results(const CpuConfig& config, const std::vector<Case>& cases) {
  Bench bench(config);
  Program program;
  program.li(s0, 0x80008000);
  for (const Case& each : cases) {
    program.li(a1, each.a).li(a2, each.b).word(each.instruction);
    program.words(sw(a0, s0, 0), addi(s0, s0, 4));
  }
  program.exit();
  bench.run(program);
  ASSERT_EQ(bench.outcome.cause(), "");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(bench.around.word(0x80008000 + 4 * static_cast<std::uint32_t>(i)), cases[i].expected)
        << cases[i].name << std::hex << ' ' << cases[i].a << ' ' << cases[i].b;
  }
}

TEST(Instructions, IntegerWithImmediate) {
  expect_results(Bench::ideal(), {
                                     {"addi", op_immediate(0, -1), 0, 0, kMinus1},
                                     {"addi wraps", op_immediate(0, 1), kMax, 0, kMin},
                                     {"slti", op_immediate(2, -1), kMin, 0, 1},
                                     {"slti", op_immediate(2, -1), 0, 0, 0},
                                     {"sltiu", op_immediate(3, -1), 5, 0, 1},
                                     {"sltiu", op_immediate(3, 1), 1, 0, 0},
                                     {"xori", op_immediate(4, -1), 0x0ff0, 0, 0xfffff00f},
                                     {"ori", op_immediate(6, 0x70f), 0xf0, 0, 0x7ff},
                                     {"andi", op_immediate(7, -2048), 0x12345fff, 0, 0x12345800},
                                     {"slli", shift(0, 1, 31), 3, 0, kMin},
                                     {"srli", shift(0, 5, 31), kMin, 0, 1},
                                     {"srai", shift(0x20, 5, 31), kMin, 0, kMinus1},
                                     {"srai", shift(0x20, 5, 4), 0x70, 0, 7},
                                     {"lui", lui(a0, 0xfffff000), 0, 0, 0xfffff000},
                                 });
}

TEST(Instructions, IntegerWithRegisters) {
  expect_results(Bench::ideal(), {
                                     {"add", op(0, 0), kMax, 1, kMin},
                                     {"sub", op(0x20, 0), 0, 1, kMinus1},
                                     {"sll", op(0, 1), 1, 35, 8},
                                     {"slt", op(0, 2), kMin, kMax, 1},
                                     {"slt", op(0, 2), 1, kMinus1, 0},
                                     {"sltu", op(0, 3), 1, kMinus1, 1},
                                     {"sltu", op(0, 3), kMin, kMax, 0},
                                     {"xor", op(0, 4), 0xff00, 0x0ff0, 0xf0f0},
                                     {"srl", op(0, 5), kMin, 63, 1},
                                     {"sra", op(0x20, 5), kMin, 32 + 4, 0xf8000000},
                                     {"or", op(0, 6), 0xf0, 0x0f, 0xff},
                                     {"and", op(0, 7), 0xff0, 0x0ff, 0x0f0},
                                 });
}

TEST(Instructions, MultiplyAndDivide) {
  expect_results(Bench::ideal(), {
                                     {"mul", op(1, 0), 0x10001, 0x10001, 0x20001},
                                     {"mul", op(1, 0), kMinus1, kMinus1, 1},
                                     {"mulh", op(1, 1), kMin, kMin, 0x40000000},
                                     {"mulh", op(1, 1), kMinus1, 1, kMinus1},
                                     {"mulhsu", op(1, 2), kMinus1, kMinus1, kMinus1},
                                     {"mulhsu", op(1, 2), kMin, 2, kMinus1},
                                     {"mulhu", op(1, 3), kMinus1, kMinus1, 0xfffffffe},
                                     {"div", op(1, 4), static_cast<std::uint32_t>(-7), 2,
                                      static_cast<std::uint32_t>(-3)},
                                     {"div overflow", op(1, 4), kMin, kMinus1, kMin},
                                     {"div by zero", op(1, 4), 7, 0, kMinus1},
                                     {"divu", op(1, 5), kMinus1, 2, kMax},
                                     {"divu by zero", op(1, 5), 7, 0, kMinus1},
                                     {"rem", op(1, 6), static_cast<std::uint32_t>(-7), 2, kMinus1},
                                     {"rem overflow", op(1, 6), kMin, kMinus1, 0},
                                     {"rem by zero", op(1, 6), 7, 0, 7},
                                     {"remu", op(1, 7), kMinus1, 10, 5},
                                     {"remu by zero", op(1, 7), kMinus1, 0, kMinus1},
                                 });
}

TEST(Instructions, BitManipulation) {
  CpuConfig config = Bench::ideal();
  config.profile.isa = "rv32imc_zicsr_zifencei_zba_zbb_zbs";
  expect_results(config, {
                             {"sh1add", op(0x10, 2), 3, 100, 106},
                             {"sh2add", op(0x10, 4), 3, 100, 112},
                             {"sh3add", op(0x10, 6), 3, 100, 124},
                             {"andn", op(0x20, 7), 0xff, 0x0f, 0xf0},
                             {"orn", op(0x20, 6), 1, 0xfffffff0, 0x0f},
                             {"xnor", op(0x20, 4), 0xff, 0x0f, 0xffffff0f},
                             {"clz", shift(0x30, 1, 0), 1, 0, 31},
                             {"clz 0", shift(0x30, 1, 0), 0, 0, 32},
                             {"ctz", shift(0x30, 1, 1), kMin, 0, 31},
                             {"ctz 0", shift(0x30, 1, 1), 0, 0, 32},
                             {"cpop", shift(0x30, 1, 2), 0xf0f0f0f0, 0, 16},
                             {"max", op(0x05, 6), kMinus1, 1, 1},
                             {"maxu", op(0x05, 7), kMinus1, 1, kMinus1},
                             {"min", op(0x05, 4), kMinus1, 1, kMinus1},
                             {"minu", op(0x05, 5), kMinus1, 1, 1},
                             {"sext.b", shift(0x30, 1, 4), 0x180, 0, 0xffffff80},
                             {"sext.h", shift(0x30, 1, 5), 0x18000, 0, 0xffff8000},
                             {"zext.h", r_type(0x04, 4, a0, a1, 0), kMinus1, 0, 0xffff},
                             {"rol", op(0x30, 1), 0x80000001, 1, 3},
                             {"rol 0", op(0x30, 1), 0x80000001, 32, 0x80000001},
                             {"ror", op(0x30, 5), 3, 1, 0x80000001},
                             {"rori", shift(0x30, 5, 4), 0x12345678, 0, 0x81234567},
                             {"orc.b", shift(0x14, 5, 7), 0x00100001, 0, 0x00ff00ff},
                             {"rev8", shift(0x34, 5, 24), 0x12345678, 0, 0x78563412},
                             {"bclr", op(0x24, 1), 0xff, 3, 0xf7},
                             {"bclri", shift(0x24, 1, 31), kMinus1, 0, kMax},
                             {"bext", op(0x24, 5), kMin, 31, 1},
                             {"bexti", shift(0x24, 5, 1), 5, 0, 0},
                             {"binv", op(0x34, 1), 1, 32, 0},
                             {"binvi", shift(0x34, 1, 4), 0, 0, 16},
                             {"bset", op(0x14, 1), 0, 31, kMin},
                             {"bseti", shift(0x14, 1, 0), 2, 0, 3},
                         });
}

TEST(Instructions, WritesToX0AreLost) {
  Bench bench;
  bench.run(Program().words(addi(x0, x0, 5), lui(x0, 0x1000), jal(x0, 4), add(a0, x0, x0)).exit());
  EXPECT_EQ(bench.cpu.reg(0), 0U);
  EXPECT_EQ(bench.cpu.reg(a0), 0U);
}

TEST(Instructions, AuipcAndLinksKnowTheirAddress) {
  Bench bench;
  bench.run(Program()
                .words(addi(a3, x0, 0), 0x12345517U /* auipc a0,0x12345 */)
                .word(jal(a1, 8))
                .word(addi(a3, x0, 1))
                .li(a4, 0x80000020)
                .word(jalr(a2, a4, 1))  // bit 0 of the target is dropped
                .word(addi(a3, x0, 2))
                .exit());
  EXPECT_EQ(bench.cpu.reg(a0), 0x80000004 + 0x12345000);
  EXPECT_EQ(bench.cpu.reg(a1), 0x8000000cU);
  EXPECT_EQ(bench.cpu.reg(a2), 0x8000001cU);
  EXPECT_EQ(bench.cpu.reg(a3), 0U);
}

TEST(Instructions, JalrReadsItsSourceBeforeItWritesTheLink) {
  Bench bench;
  bench.run(Program().li(a0, 0x80000010).words(jalr(a0, a0, 0), kEbreak).exit(a0));
  EXPECT_EQ(bench.outcome.exit_code(), static_cast<int>(0x8000000c));
}

TEST(Instructions, EveryBranchBothWays) {
  struct BranchCase {
    std::uint32_t funct3, a, b;
    bool taken;
  };
  const std::vector<BranchCase> cases = {
      {0, 1, 1, true},     {0, 1, 2, false},      {1, 1, 2, true},        {1, 1, 1, false},
      {4, kMin, 0, true},  {4, 0, kMin, false},   {5, 0, kMin, true},     {5, 3, 3, true},
      {5, kMin, 0, false}, {6, 0, kMinus1, true}, {6, kMinus1, 0, false}, {7, kMinus1, 0, true},
      {7, 3, 3, true},     {7, 0, kMinus1, false}};
  Bench bench;
  Program program;
  program.li(s0, 0x80008000);
  for (const BranchCase& each : cases) {
    program.li(a1, each.a).li(a2, each.b).word(addi(a0, x0, 1));
    program.words(b_type(8, a1, a2, each.funct3), addi(a0, x0, 0));
    program.words(sw(a0, s0, 0), addi(s0, s0, 4));
  }
  bench.run(program.exit());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(bench.around.word(0x80008000 + 4 * static_cast<std::uint32_t>(i)),
              cases[i].taken ? 1U : 0U)
        << i;
  }
}

TEST(Instructions, LoadsExtendAndStoresCut) {
  Bench bench;
  Program program;
  program.li(s0, 0x80008000).li(a1, 0x8182f3f4).word(sw(a1, s0, 0));
  program.words(i_type(0, s0, 0, a2, 0x03), i_type(1, s0, 4, a3, 0x03));  // lb, lbu
  program.words(i_type(0, s0, 1, a4, 0x03), i_type(2, s0, 5, a5, 0x03));  // lh, lhu
  program.word(lw(a6, s0, 0));
  program.words(s_type(4, a1, s0, 0), s_type(8, a1, s0, 1));  // sb, sh
  bench.run(program.exit());
  EXPECT_EQ(bench.cpu.reg(a2), 0xfffffff4);
  EXPECT_EQ(bench.cpu.reg(a3), 0xf3U);
  EXPECT_EQ(bench.cpu.reg(a4), 0xfffff3f4);
  EXPECT_EQ(bench.cpu.reg(a5), 0x8182U);
  EXPECT_EQ(bench.cpu.reg(a6), 0x8182f3f4);
  EXPECT_EQ(bench.around.word(0x80008004), 0xf4U);
  EXPECT_EQ(bench.around.word(0x80008008), 0xf3f4U);
}

// Every misalignment, within a word, across words and across pages; through host pointers and
// through the bus.
void expect_misaligned(bool direct) {
  CpuConfig config = Bench::ideal();
  config.direct_memory = direct;
  Bench bench(config);
  Program program;
  program.li(a1, 0x44332211).li(s1, 0x8000a000);
  for (std::int32_t i = 0; i < 4; ++i) {
    program.li(s0, 0x80008ffd + static_cast<std::uint32_t>(i));
    program.words(sw(a1, s0, 0), lw(a2, s0, 0), i_type(1, s0, 1, a3, 0x03));  // lh at +1
    program.words(sw(a2, s1, 8 * i), sw(a3, s1, 8 * i + 4));
  }
  program.li(s0, 0x80008100).words(s_type(3, a1, s0, 1), lw(a4, s0, 0), lw(a5, s0, 4));  // sh at 3
  bench.run(program.exit());
  ASSERT_EQ(bench.outcome.cause(), "");
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(bench.around.word(0x8000a000 + 8 * i), 0x44332211U) << i;
    EXPECT_EQ(bench.around.word(0x8000a004 + 8 * i), 0x3322U) << i;
  }
  EXPECT_EQ(bench.cpu.reg(a4), 0x11000000U);
  EXPECT_EQ(bench.cpu.reg(a5), 0x22U);
}

TEST(Instructions, MisalignedAccessThroughHostPointers) {
  expect_misaligned(true);
}
TEST(Instructions, MisalignedAccessThroughTheBus) {
  expect_misaligned(false);
}

TEST(Instructions, CompressedCodeMayStraddleWords) {
  Bench bench;
  bench.run(Program()
                .half(c_addi(a0, 1))
                .word(addi(a0, a0, 2))  // at 2 mod 4
                .half(c_addi(a0, 4))
                .word(jal(a1, 6))
                .half(c_addi(a0, 8))
                .word(addi(a0, a0, 16))
                .exit(a0));
  EXPECT_EQ(bench.outcome.exit_code(), 1 + 2 + 4 + 16);
  EXPECT_EQ(bench.cpu.reg(a1), 0x8000000cU);
}

TEST(Instructions, FenceIShowsWhatWasWrittenIntoCode) {
  Bench bench;
  Program program;
  // The loop runs twice: first the original, then the instruction that it wrote over it.
  program.li(s0, 0x80000020).li(a1, addi(a0, a0, 100)).word(addi(s1, x0, 2));
  program.pad_to(0x80000020);
  program.words(addi(a0, a0, 1), sw(a1, s0, 0), kFenceI, addi(s1, s1, -1), bne(s1, x0, -16));
  bench.run(program.exit(a0));
  EXPECT_EQ(bench.outcome.exit_code(), 101);
}

}  // namespace
}  // namespace docsis_vp::platform::testing::instruction_test
