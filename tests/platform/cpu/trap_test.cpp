// Traps and control and status registers, as a program sees them.
#include <gtest/gtest.h>

#include <vector>

#include "tests/platform/cpu/bench.h"

namespace docsis_vp::platform::testing::trap_test {
namespace {

constexpr std::uint32_t kHandler = 0x80000400, kScratch = 0x80008000;

// A program with a handler that leaves mcause, mepc, mtval and mstatus in s2 to s5 and skips the
// instruction, whose length the program puts into s6.
Program with_handler(const Program& body) {
  Program program;
  program.li(s6, 4).li(t0, kHandler).word(csrrw(x0, csr::kMtvec, t0));
  for (std::size_t i = 0; i < body.bytes().size(); i += 2) {
    program.half(static_cast<std::uint32_t>(body.bytes()[i] | body.bytes()[i + 1] << 8));
  }
  program.exit().pad_to(kHandler);
  program.words(csrrs(s2, csr::kMcause, x0), csrrs(s3, csr::kMepc, x0), csrrs(s4, csr::kMtval, x0),
                csrrs(s5, csr::kMstatus, x0), add(t1, s3, s6), csrrw(x0, csr::kMepc, t1), kMret);
  return program;
}
constexpr std::uint32_t kBody = 0x80000014;  // where a body starts

struct Expected {
  std::uint32_t cause, pc, value;
};

void expect_trap(const Program& body, const Expected& expected) {
  Bench bench;
  bench.run(with_handler(body));
  ASSERT_EQ(bench.outcome.cause(), "");
  EXPECT_EQ(bench.cpu.reg(s2), expected.cause);
  EXPECT_EQ(bench.cpu.reg(s3), expected.pc);
  EXPECT_EQ(bench.cpu.reg(s4), expected.value);
  EXPECT_EQ(bench.cpu.counters().exceptions, 1U);
}

TEST(Traps, Ecall) {
  expect_trap(Program().word(kEcall), {11, kBody, 0});
}
TEST(Traps, Ebreak) {
  expect_trap(Program().word(kEbreak), {3, kBody, 0});
}
TEST(Traps, CompressedEbreak) {
  expect_trap(Program().words(addi(s6, x0, 2)).half(kCEbreak).half(kCNop), {3, kBody + 4, 0});
}
TEST(Traps, IllegalShowsItsBits) {
  expect_trap(Program().word(0xffffffff), {2, kBody, 0xffffffff});
}
TEST(Traps, IllegalCompressedShowsItsBits) {
  expect_trap(Program().word(addi(s6, x0, 2)).half(0).half(kCNop), {2, kBody + 4, 0});
}
TEST(Traps, LoadFromNowhere) {
  expect_trap(Program().li(a1, 0x40000010).word(lw(a0, a1, 4)), {5, kBody + 8, 0x40000014});
}
TEST(Traps, StoreToNowhere) {
  expect_trap(Program().li(a1, 0x40000010).word(sw(a0, a1, -16)), {7, kBody + 8, 0x40000000});
}
TEST(Traps, AccessThatRunsOffTheEndOfMemoryFaultsAtTheMissingHalf) {
  expect_trap(Program().li(a1, 0x8000fffe).word(lw(a0, a1, 0)), {5, kBody + 8, 0x80010000});
}
TEST(Traps, DeviceThatWantsWordsAnswersBytesWithAFault) {
  expect_trap(Program().li(a1, 0x20000010).word(i_type(1, a1, 4, a0, 0x03)),
              {5, kBody + 8, 0x20000011});
}
TEST(Traps, ReturnFromUserOrSupervisorModeIsIllegal) {
  expect_trap(Program().word(0x10200073), {2, kBody, 0x10200073});
}

TEST(Traps, FetchFromNowhereFaultsAtTheTarget) {
  Bench bench;
  // s6 brings the handler back behind the jump.
  bench.run(with_handler(Program()
                             .li(a1, 0x40000000)
                             .li(s6, kBody + 24 - 0x40000000)
                             .word(jalr(x0, a1, 0))
                             .word(addi(a0, x0, 9))
                             .word(addi(a0, x0, 7))));
  EXPECT_EQ(bench.cpu.reg(s2), 1U);
  EXPECT_EQ(bench.cpu.reg(s3), 0x40000000U);
  EXPECT_EQ(bench.cpu.reg(s4), 0x40000000U);
  EXPECT_EQ(bench.cpu.reg(a0), 7U);
}

TEST(Traps, InstructionWhoseSecondHalfIsMissingFaultsThere) {
  Bench bench;
  Program program = with_handler(
      Program().li(a1, 0x8000fffe).li(s6, kBody + 20 - 0x8000fffe).word(jalr(x0, a1, 0)));
  bench.around.ram[0xfffe] = 0x13;  // the first half of a 32-bit instruction
  bench.run(program);
  EXPECT_EQ(bench.cpu.reg(s2), 1U);
  EXPECT_EQ(bench.cpu.reg(s3), 0x8000fffeU);
  EXPECT_EQ(bench.cpu.reg(s4), 0x80010000U);
}

TEST(Traps, StackTheInterruptEnable) {
  Bench bench;
  bench.run(with_handler(Program().words(csr_immediate(6, x0, csr::kMstatus, 8), kEcall,
                                         csrrs(a0, csr::kMstatus, x0))));
  EXPECT_EQ(bench.cpu.reg(s5), 0x1880U);  // in the handler: MPIE, not MIE
  EXPECT_EQ(bench.cpu.reg(a0), 0x1888U);  // after it: both
}

TEST(Traps, VectoredTableIsForInterruptsOnly) {
  Bench bench;
  bench.run(with_handler(
      Program().words(csr_immediate(6, x0, csr::kMtvec, 1), kEcall, csrrs(a0, csr::kMtvec, x0))));
  EXPECT_EQ(bench.cpu.reg(s2), 11U);
  EXPECT_EQ(bench.cpu.reg(a0), kHandler | 1);
}

TEST(Traps, BeforeAnyHandlerEndTheRun) {
  Bench bench;
  bench.run(Program().words(kNop, kEcall));
  EXPECT_TRUE(bench.outcome.failed());
  EXPECT_EQ(bench.outcome.cause(),
            "cpu: trap without a handler (mtvec was never written): environment call at pc "
            "0x80000004, pc 0x80000004");
}

TEST(Traps, HandlerThatTrapsForEverIsNoProgress) {
  Bench bench;
  bench.cpu.set_pc(Surroundings::kRam);
  bench.run(Program().li(t0, 0x40000000).words(csrrw(x0, csr::kMtvec, t0), kEcall));
  EXPECT_TRUE(bench.outcome.failed());
  EXPECT_NE(bench.outcome.cause().find("no progress"), std::string::npos);
  EXPECT_NE(bench.outcome.cause().find("instruction access fault at pc 0x40000000"),
            std::string::npos);
}

// The value of a register after writing all ones, and after writing zero.
struct CsrCase {
  std::uint32_t number, all_ones, zero;
};
TEST(Csrs, KeepWhatTheyImplement) {
  const std::vector<CsrCase> cases = {
      {0x300, 0x1888, 0x1800},          // mstatus: MPP is always machine mode
      {0x301, 0x40001104, 0x40001104},  // misa: RV32IMC
      {0x304, 0x888, 0},                // mie
      {0x310, 0, 0},                    // mstatush
      {0x320, 5, 0},                    // mcountinhibit: cycle and instret
      {0x323, 0, 0},                    // mhpmevent3
      {0x33f, 0, 0},                    // mhpmevent31
      {0x340, 0xffffffff, 0},           // mscratch
      {0x341, 0xfffffffe, 0},           // mepc: 16-bit aligned
      {0x342, 0xffffffff, 0},           // mcause
      {0x343, 0xffffffff, 0},           // mtval
      {0x344, 0, 0},                    // mip: lines belong to devices
      {0x7a0, 0, 0},                    // tselect
      {0x7a1, 0, 0},                    // tdata1
      {0xb03, 0, 0},                    // mhpmcounter3
      {0xb9f, 0, 0},                    // mhpmcounter31h
      {0x305, 0xfffffffd, 0},           // mtvec: direct or vectored
  };
  Bench bench;
  Program program;
  program.li(s0, kScratch).word(addi(a1, x0, -1));
  for (const CsrCase& each : cases) {
    program.words(csrrw(x0, each.number, a1), csrrs(a2, each.number, x0));
    program.words(csrrw(x0, each.number, x0), csrrs(a3, each.number, x0));
    program.words(sw(a2, s0, 0), sw(a3, s0, 4), addi(s0, s0, 8));
  }
  bench.run(program.exit());
  ASSERT_EQ(bench.outcome.cause(), "");
  std::uint32_t at = kScratch;
  for (const CsrCase& each : cases) {
    EXPECT_EQ(bench.around.word(at), each.all_ones) << std::hex << each.number;
    EXPECT_EQ(bench.around.word(at + 4), each.zero) << std::hex << each.number;
    at += 8;
  }
}

TEST(Csrs, IdentityIsReadOnly) {
  CpuConfig config = Bench::ideal();
  config.hart_id = 3;
  Bench bench(config);
  bench.run(with_handler(Program().words(csrrs(a0, 0xf14, x0), csrrs(a1, 0xf11, x0),
                                         csrrs(a2, 0xf12, x0), csrrs(a3, 0xf13, x0),
                                         csrrs(a4, 0xf15, x0), csrrw(x0, 0xf14, x0))));
  EXPECT_EQ(bench.cpu.reg(a0), 3U);
  EXPECT_EQ(bench.cpu.reg(s2), 2U);
  EXPECT_EQ(bench.cpu.reg(s4), csrrw(x0, 0xf14, x0));
  EXPECT_EQ(bench.cpu.counters().exceptions, 1U);
}

TEST(Csrs, WhatDoesNotExistTrapsAndTheProgramGoesOn) {
  // mnstatus, satp, pmpcfg0, pmpaddr0, medeleg, mideleg, mcounteren, menvcfg, tcontrol, sstatus,
  // fcsr, dcsr, a hole between the counters, and one between them and their high halves.
  const std::vector<std::uint32_t> numbers = {0x744, 0x180, 0x3a0, 0x3b0, 0x302, 0x303,
                                              0x306, 0x30a, 0x7a5, 0x100, 0x003, 0x7b0,
                                              0xb01, 0xb81, 0xb20, 0xc20, 0xcff, 0x7c0};
  Program body;
  for (const std::uint32_t number : numbers) {
    body.word(csrrs(x0, number, x0));
  }
  Bench bench;
  bench.run(with_handler(body));
  EXPECT_EQ(bench.outcome.cause(), "");
  EXPECT_EQ(bench.cpu.counters().exceptions, numbers.size());
  EXPECT_EQ(bench.cpu.reg(s2), 2U);
}

TEST(Csrs, SetAndClearWithoutBitsDoNotWriteReadOnlyCounters) {
  Bench bench;
  bench.run(with_handler(Program().words(csrrs(a0, csr::kCycle, x0), csrrc(a0, csr::kInstret, x0),
                                         csr_immediate(6, a0, csr::kTime, 0),
                                         csr_immediate(7, a0, 0xc1f, 0))));
  EXPECT_EQ(bench.cpu.counters().exceptions, 0U);
}

TEST(Csrs, SetAndClearWithARegisterWriteEvenIfItHoldsZero) {
  Bench bench;
  bench.run(with_handler(Program().words(addi(a1, x0, 0), csrrs(a0, csr::kCycle, a1))));
  EXPECT_EQ(bench.cpu.counters().exceptions, 1U);
}

TEST(Csrs, AllSixInstructionsReadBeforeTheyWrite) {
  Bench bench;
  bench.run(Program()
                .words(addi(a1, x0, 0x0f), addi(a2, x0, 0x3c))
                .words(csrrw(a0, csr::kMscratch, a1), csrrs(s0, csr::kMscratch, a2))
                .words(csrrc(s1, csr::kMscratch, a1))
                .words(csr_immediate(5, s2, csr::kMscratch, 5))
                .words(csr_immediate(6, s3, csr::kMscratch, 2))
                .words(csr_immediate(7, s4, csr::kMscratch, 1))
                .words(csrrw(a2, csr::kMscratch, a2))  // source and destination the same
                .exit());
  EXPECT_EQ(bench.cpu.reg(a0), 0U);
  EXPECT_EQ(bench.cpu.reg(s0), 0x0fU);
  EXPECT_EQ(bench.cpu.reg(s1), 0x3fU);
  EXPECT_EQ(bench.cpu.reg(s2), 0x30U);
  EXPECT_EQ(bench.cpu.reg(s3), 5U);
  EXPECT_EQ(bench.cpu.reg(s4), 7U);
  EXPECT_EQ(bench.cpu.reg(a2), 6U);
}

TEST(Csrs, CountersCountAndMayBeWritten) {
  Bench bench;
  bench.run(Program()
                .words(addi(a1, x0, -2))
                .words(csrrs(a0, csr::kMinstret, x0))
                .words(csrrw(x0, csr::kMinstret, a1))  // takes the place of its own increment
                .words(csrrs(a2, csr::kMinstret, x0), csrrs(a3, csr::kMinstret, x0))
                .words(csrrs(a4, csr::kMinstret, x0), csrrs(a5, csr::kMinstreth, x0))
                .words(csrrw(x0, csr::kMinstreth, a1), csrrs(a6, csr::kMinstreth, x0))
                .words(csrrs(a7, csr::kMinstret, x0))
                .words(csrrw(x0, csr::kMcycle, x0), csrrs(s2, csr::kMcycle, x0))
                .words(csrrs(s3, csr::kCycle, x0))
                .exit());
  EXPECT_EQ(bench.cpu.reg(a0), 1U);
  EXPECT_EQ(bench.cpu.reg(a2), 0xfffffffeU);
  EXPECT_EQ(bench.cpu.reg(a3), 0xffffffffU);
  EXPECT_EQ(bench.cpu.reg(a4), 0U);  // carried into the high half
  EXPECT_EQ(bench.cpu.reg(a5), 1U);
  EXPECT_EQ(bench.cpu.reg(a6), 0xfffffffeU);
  EXPECT_EQ(bench.cpu.reg(a7), 3U);  // the write to the high half did not count
  EXPECT_EQ(bench.cpu.reg(s2), 0U);
  EXPECT_EQ(bench.cpu.reg(s3), 1U);
}

TEST(Csrs, InhibitedCountersStandStill) {
  Bench bench;
  bench.run(Program()
                .words(csr_immediate(5, x0, csr::kMcountinhibit, 5))
                .words(csrrs(a0, csr::kMcycle, x0), csrrs(a1, csr::kMinstret, x0), kNop, kNop)
                .words(csrrs(a2, csr::kMcycle, x0), csrrs(a3, csr::kMinstret, x0))
                .words(csr_immediate(5, x0, csr::kMinstret, 20))
                .words(csrrs(a4, csr::kMinstret, x0))
                .words(csr_immediate(5, x0, csr::kMcountinhibit, 0), kNop)
                .words(csrrs(a5, csr::kMinstret, x0))
                .exit());
  EXPECT_EQ(bench.cpu.reg(a0), bench.cpu.reg(a2));
  EXPECT_EQ(bench.cpu.reg(a1), bench.cpu.reg(a3));
  EXPECT_EQ(bench.cpu.reg(a4), 20U);
  EXPECT_EQ(bench.cpu.reg(a5), 21U);
}

TEST(Csrs, TrappingInstructionsDoNotCountAsRetired) {
  Bench bench;
  bench.run(with_handler(
      Program().words(csrrs(a0, csr::kMinstret, x0), kEcall, csrrs(a1, csr::kMinstret, x0))));
  // The read itself, not the ecall, and the handler's seven.
  EXPECT_EQ(bench.cpu.reg(a1) - bench.cpu.reg(a0), 8U);
}

TEST(Csrs, TimeIsMicroseconds) {
  CpuConfig config = Bench::ideal();
  config.clock_hz = 1'000'000;
  Bench bench(config);
  bench.run(Program()
                .words(kNop, kNop, csrrs(a0, csr::kTime, x0), kNop, csrrs(a1, csr::kTime, x0))
                .exit());
  EXPECT_EQ(bench.cpu.reg(a0), 2U);
  EXPECT_EQ(bench.cpu.reg(a1), 4U);
}

}  // namespace
}  // namespace docsis_vp::platform::testing::trap_test
