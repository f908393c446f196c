// Cycles per instruction, every row and note of the profiles' tables.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "platform/base/errors.h"
#include "tests/platform/cpu/bench.h"

namespace docsis_vp::platform::testing::cycle_test {
namespace {

struct Case {
  const char* name;
  std::function<void(Program&)> emit;
  std::uint32_t small, maxperf;
};

// Registers on entry: s0 points to memory, a1 = 7, a2 = 3.
std::vector<Case> cases() {
  const auto code = [](auto... words) {
    return [=](Program& program) { program.words(words...); };
  };
  const std::uint32_t lh_3 = i_type(3, s0, 1, a0, 0x03), lw_2 = lw(a0, s0, 2);
  const std::uint32_t lh_1 = i_type(1, s0, 1, a0, 0x03);
  const auto shift = r_type(0x20, 5, a0, a1, 4, 0x13);
  const auto m = [](std::uint32_t funct3, std::uint32_t divisor) {
    return r_type(1, funct3, a0, a1, divisor);
  };
  return {
      {"alu", code(addi(a0, a1, 1), lui(a0, 0x1000), 0x00000517U, shift), 4, 4},
      {"csr read", code(csrrs(a0, csr::kMie, x0)), 1, 1},
      {"csr write mscratch", code(csrrw(a0, csr::kMscratch, x0)), 1, 1},
      {"csr write mepc", code(csrrw(a0, csr::kMepc, x0)), 1, 1},
      {"csr write mie", code(csrrw(a0, csr::kMie, x0)), 3, 3},
      {"csr set mie", code(csr_immediate(6, a0, csr::kMie, 8)), 3, 3},
      {"csr set mie with no bits", code(csr_immediate(6, a0, csr::kMie, 0)), 1, 1},
      {"load", code(lw(a0, s0, 0), kNop), 2 + 1, 1 + 1},
      {"load then use", code(lw(a0, s0, 0), add(a3, a0, a0)), 2 + 1, 1 + 1 + 1},
      {"load then use as rs2", code(lw(a0, s0, 0), add(a3, a1, a0)), 2 + 1, 1 + 1 + 1},
      {"load then store of it", code(lw(a0, s0, 0), sw(a0, s0, 4)), 2 + 2, 1 + 1 + 1},
      {"load then use one later", code(lw(a0, s0, 0), kNop, add(a3, a0, a0)), 4, 3},
      {"load into x0", code(lw(x0, s0, 0), add(a3, x0, x0)), 3, 2},
      {"load then its immediate field looks like rs2", code(lw(a0, s0, 0), addi(a3, a1, 10)), 3, 2},
      {"load then branch on it", code(lw(a0, s0, 0), bne(a0, a0, 8)), 2 + 1, 1 + 1 + 1},
      {"load then csr write of it", code(lw(a0, s0, 0), csrrw(x0, csr::kMscratch, a0)), 3, 3},
      {"load then csr read", code(lw(a0, s0, 0), csrrs(a3, csr::kMscratch, x0)), 3, 2},
      {"store", code(sw(a0, s0, 0)), 2, 1},
      {"load across words", code(lw_2, kNop), 3 + 1, 2 + 1},
      {"load across words then use", code(lh_3, add(a3, a0, a0)), 3 + 1, 2 + 1 + 1},
      {"misaligned within a word", code(lh_1, kNop), 2 + 1, 1 + 1},
      {"store across words", code(sw(a0, s0, 1)), 3, 2},
      {"mul", code(mul(a0, a1, a2)), 3, 1},
      {"mulh", code(m(1, a2)), 4, 2},
      {"mulhsu", code(m(2, a2)), 4, 2},
      {"mulhu", code(m(3, a2)), 4, 2},
      {"div", code(m(4, a2)), 37, 37},
      {"divu", code(m(5, a2)), 37, 37},
      {"rem", code(m(6, a2)), 37, 37},
      {"remu", code(m(7, a2)), 37, 37},
      {"div by zero", code(m(4, x0)), 2, 2},
      {"remu by zero", code(m(7, x0)), 2, 2},
      {"mul then use", code(mul(a0, a1, a2), add(a3, a0, a0)), 4, 2},
      {"branch not taken", code(beq(a1, a2, 8)), 1, 1},
      {"branch taken", code(bne(a1, a2, 8), kNop), 3, 2},
      {"jal", code(jal(a0, 8), kNop), 2, 2},
      {"jalr", code(0x00000517U /* auipc a0,0 */, jalr(a0, a0, 12), kNop), 1 + 2, 1 + 2},
      {"c.j", [](Program& p) { p.half(0xa011).half(kCNop).half(kCNop).half(kCNop); }, 2 + 2, 2 + 2},
      {"to 32 bits at 2 mod 4",
       [](Program& p) { p.word(jal(x0, 6)).half(kCNop).word(kNop).half(kCNop); }, 2 + 1 + 2,
       2 + 1 + 2},
      {"branch to 32 bits at 2 mod 4",
       [](Program& p) { p.word(bne(a1, a2, 6)).half(kCNop).word(kNop).half(kCNop); }, 3 + 1 + 2,
       2 + 1 + 2},
      {"jalr to 32 bits at 2 mod 4",
       [](Program& p) {
         p.words(0x00000517U, jalr(x0, a0, 10)).half(kCNop).word(kNop).half(kCNop);
       },
       1 + 2 + 1 + 2, 1 + 2 + 1 + 2},
      {"to 16 bits at 2 mod 4", [](Program& p) { p.word(jal(x0, 6)).half(kCNop).half(kCNop); },
       2 + 1, 2 + 1},
      {"straight line across words",
       [](Program& p) { p.half(kCNop).words(kNop, kNop, kNop).half(kCNop); }, 5, 5},
      {"fence", code(kFence), 1, 1},
      {"fence.i", code(kFenceI), 2, 2},
      {"ecall and mret", code(kEcall), 3 + 4 + 3, 3 + 4 + 3},  // four in the handler
  };
}

void expect_cycles(const std::string& profile, std::uint32_t Case::*expected) {
  Bench bench(Bench::with_profile(profile));
  constexpr std::uint32_t kHandler = 0x80000010, kResults = 0x8000c000;
  Program program;
  program.word(jal(x0, 0x40)).pad_to(kHandler);
  program.words(csrrs(t1, csr::kMepc, x0), addi(t1, t1, 4), csrrw(x0, csr::kMepc, t1),
                addi(t1, x0, 0), kMret);
  program.pad_to(0x80000040).li(t0, kHandler).word(csrrw(x0, csr::kMtvec, t0));
  program.li(s0, 0x80008000).li(s1, kResults);
  const std::vector<Case> all = cases();
  for (const Case& each : all) {
    program.words(addi(a1, x0, 7), addi(a2, x0, 3), csrrs(s10, csr::kMcycle, x0));
    each.emit(program);
    program.words(csrrs(s11, csr::kMcycle, x0), sw(s10, s1, 0), sw(s11, s1, 4), addi(s1, s1, 8));
  }
  bench.run(program.exit());
  ASSERT_EQ(bench.outcome.cause(), "");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t at = kResults + 8 * static_cast<std::uint32_t>(i);
    EXPECT_EQ(bench.around.word(at + 4) - bench.around.word(at) - 1, all[i].*expected)
        << profile << ": " << all[i].name;
  }
}

TEST(Cycles, IbexSmall) {
  expect_cycles("ibex-small", &Case::small);
}
TEST(Cycles, IbexMaxperf) {
  expect_cycles("ibex-maxperf", &Case::maxperf);
}

TEST(Cycles, LoadUseAcrossTheEndOfABlock) {
  // A device load ends the stretch of code that runs at once.
  Bench bench(Bench::with_profile("ibex-maxperf"));
  bench.run(Program()
                .li(s0, 0x20000010)
                .words(csrrs(a0, csr::kMcycle, x0), lw(a1, s0, 0), add(a2, a1, a1))
                .words(csrrs(a3, csr::kMcycle, x0), lw(a1, s0, 0), kNop)
                .words(csrrs(a4, csr::kMcycle, x0))
                .exit());
  EXPECT_EQ(bench.cpu.reg(a3) - bench.cpu.reg(a0), 1U + 1 + 1 + 1);
  EXPECT_EQ(bench.cpu.reg(a4) - bench.cpu.reg(a3), 1U + 1 + 1);
}

TEST(Cycles, LongStraightCodeChangesNothing) {
  Bench bench(Bench::with_profile("ibex-maxperf"));
  Program program;
  program.li(s0, 0x80008000).word(csrrs(s10, csr::kMcycle, x0));
  for (int i = 0; i < 500; ++i) {
    program.words(lw(a0, s0, 0), add(a1, a0, a0));
  }
  bench.run(program.word(csrrs(s11, csr::kMcycle, x0)).exit());
  EXPECT_EQ(bench.cpu.reg(s11) - bench.cpu.reg(s10), 1U + 500 * 3);
}

TEST(Cycles, IdealTakesOneEach) {
  Bench bench;
  bench.run(Program()
                .li(s0, 0x80008000)
                .words(csrrs(s10, csr::kMcycle, x0), lw(a0, s0, 1), mul(a0, a0, a0))
                .words(jal(x0, 4), r_type(1, 4, a0, a0, a0), csrrw(x0, csr::kMie, x0))
                .word(csrrs(s11, csr::kMcycle, x0))
                .exit());
  EXPECT_EQ(bench.cpu.reg(s11) - bench.cpu.reg(s10), 6U);
  EXPECT_EQ(bench.cpu.counters().cycles_busy, bench.cpu.counters().instructions);
}

void expect_wait_states(bool direct) {
  CpuConfig config = Bench::ideal();
  config.direct_memory = direct;
  Bench bench(config);
  bench.around.ram_latency_ps = 20'000;  // two cycles
  bench.around.device_latency_ps = 35'000;
  bench.run(Program()
                .li(s0, 0x80008000)
                .li(s2, 0x20000010)
                .words(csrrs(a0, csr::kMcycle, x0), kNop, csrrs(a1, csr::kMcycle, x0))
                .words(lw(t0, s0, 0), csrrs(a2, csr::kMcycle, x0), sw(t0, s0, 0))
                .words(csrrs(a3, csr::kMcycle, x0), lw(t0, s0, 2), csrrs(a4, csr::kMcycle, x0))
                .words(jal(x0, 4), csrrs(a5, csr::kMcycle, x0), lw(t0, s2, 0))
                .word(csrrs(a6, csr::kMcycle, x0))
                .exit());
  EXPECT_EQ(bench.cpu.reg(a1) - bench.cpu.reg(a0), 2U);
  EXPECT_EQ(bench.cpu.reg(a2) - bench.cpu.reg(a1), 1U + 1 + 2);      // load
  EXPECT_EQ(bench.cpu.reg(a3) - bench.cpu.reg(a2), 1U + 1 + 2);      // store
  EXPECT_EQ(bench.cpu.reg(a4) - bench.cpu.reg(a3), 1U + 1 + 2 + 2);  // two words
  EXPECT_EQ(bench.cpu.reg(a5) - bench.cpu.reg(a4), 1U + 1 + 2);      // fetch of a target
  EXPECT_EQ(bench.cpu.reg(a6) - bench.cpu.reg(a5), 1U + 1 + 4);      // 35 ns are 4 cycles
}

TEST(Cycles, WaitStatesAddToDataAccessesAndTransfers) {
  expect_wait_states(true);
}
TEST(Cycles, WaitStatesAreTheSameThroughTheBus) {
  expect_wait_states(false);
}

TEST(Cycles, ZeroTakesNoTimeUntilItSleeps) {
  Bench bench(Bench::with_profile("zero"));
  bench.around.ram_latency_ps = 20'000;
  bench.around.device_latency_ps = 20'000;
  bench.script.at(12'345, [&] { bench.raise(HartInterrupt::kTimer); });
  bench.run(Program()
                .li(s0, 0x20000010)
                .words(lw(a0, s0, 0), csr_immediate(5, x0, csr::kMie, 0), addi(a1, x0, 0x80))
                .words(csrrw(x0, csr::kMie, a1), sw(a1, s0, 4), kWfi, sw(a1, s0, 8))
                .word(csrrs(a0, csr::kMcycle, x0))
                .exit());
  ASSERT_EQ(bench.around.accesses.size(), 4U);
  EXPECT_EQ(bench.around.accesses[1].at, 0);
  EXPECT_EQ(bench.around.accesses[2].at, 12'345);
  EXPECT_EQ(bench.cpu.reg(a0), 0U);
  EXPECT_EQ(bench.cpu.counters().cycles_busy, 0U);
}

TEST(Cycles, AMillionInstructionsAtOneInstantEndTheRun) {
  Bench bench(Bench::with_profile("zero"));
  bench.run(Program().word(jal(x0, 0)));
  EXPECT_TRUE(bench.outcome.failed());
  EXPECT_EQ(bench.outcome.cause(),
            "cpu: no progress: 1000000 instructions at one instant, pc 0x80000000");
  EXPECT_EQ(bench.cpu.counters().instructions, 1'000'000U);
}

TEST(Cycles, InstructionLimitIsExact) {
  CpuConfig config = Bench::with_profile("ibex-small");
  config.max_instructions = 12'345;
  Bench bench(config);
  bench.run(Program().words(mul(a0, a1, a2), addi(a3, a3, 1), jal(x0, -8)));
  EXPECT_EQ(bench.outcome.cause(), "cpu: instruction limit of 12345 reached, pc 0x80000000");
  EXPECT_EQ(bench.cpu.counters().instructions, 12'345U);
  EXPECT_EQ(bench.cpu.reg(a3), 12'345U / 3);
}

TEST(Cycles, UnknownProfileNamesTheKnown) {
  EXPECT_EQ(cycle_profile("ibex-small").divide, 37U);
  try {
    cycle_profile("fast");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "cycle profile 'fast' is unknown; expected one of ibex-small, ibex-maxperf, "
                 "ideal, zero");
  }
}

}  // namespace
}  // namespace docsis_vp::platform::testing::cycle_test
