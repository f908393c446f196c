// Interrupts of the machine timer, seen by firmware that rewrites it at awkward moments.
#include <gtest/gtest.h>

#include <iostream>

#include "platform/bus/interconnect.h"
#include "platform/console/exit_device.h"
#include "platform/memory/memory.h"
#include "platform/timer/clint.h"
#include "tests/platform/cpu/bench.h"

namespace docsis_vp::platform::testing::timer_test {
namespace {

constexpr std::uint32_t kRam = 0x80000000, kHandler = kRam + 0x400, kClint = 0x20100000;
// Offsets from s0, which points to mtimecmp.
constexpr std::int32_t kCompareLow = 0, kCompareHigh = 4;

struct TimerBench {
  explicit TimerBench(const CpuConfig& config = Bench::ideal())
      : cpu("cpu", starting(config), outcome) {
    bus.map({"ram", kRam, 0x10000}, ram.socket);
    bus.map({"clint", kClint, 0x10000}, clint.registers.socket);
    bus.map({"exit device", 0x20000000, 0x10000}, exit_device.registers.socket);
    cpu.socket.bind(bus.socket);
  }
  void run(const Program& program) {
    std::vector<std::uint8_t> bytes = program.bytes();
    tlm::tlm_generic_payload load;
    load.set_write();
    load.set_address(program.base());
    load.set_data_ptr(bytes.data());
    load.set_data_length(static_cast<unsigned>(bytes.size()));
    ASSERT_EQ(bus.transport_dbg(load), bytes.size());
    sc_core::sc_start();
    ASSERT_EQ(outcome.cause(), "");
  }

  Outcome outcome;
  Interconnect bus{"bus", 100'000'000};
  Memory ram{"ram", MemoryParameters{0x10000}};
  StreamSink screen{std::cout};
  ExitDevice exit_device{"exit_device", screen, outcome};
  Cpu cpu;
  Clint clint{"clint", cpu};

 private:
  static CpuConfig starting(CpuConfig config) {
    config.reset_pc = kRam;
    config.max_instructions = 1'000'000;
    return config;
  }
};

// Sets the timer to `compare_us` and enables its line, and, if `global`, interrupts as such. Leaves
// all ones in s1.
Program with_timer(std::int32_t compare_us, bool global) {
  Program program;
  program.li(t0, kHandler).word(csrrw(x0, csr::kMtvec, t0));
  program.li(s0, kClint + 0x4000).words(addi(s1, x0, -1), addi(t1, x0, compare_us));
  program.words(sw(t1, s0, kCompareLow), sw(x0, s0, kCompareHigh), addi(t1, x0, 0x80));
  program.word(csrrw(x0, csr::kMie, t1));
  return global ? program.word(csr_immediate(6, x0, csr::kMstatus, 8)) : program.word(kNop);
}

TEST(Timer, CompareRewrittenWhilePendingWithdrawsTheInterrupt) {
  TimerBench bench;
  Program program = with_timer(2, false);
  program.words(csrrs(a0, csr::kMip, x0), beq(a0, x0, -4));  // polls until it is pending
  program.words(sw(s1, s0, kCompareHigh), csrrs(a1, csr::kMip, x0));
  program.words(csr_immediate(6, x0, csr::kMstatus, 8), kNop, kNop).exit();
  program.pad_to(kHandler).exit(s1);
  bench.run(program);
  EXPECT_EQ(bench.cpu.reg(a0), 0x80U);
  EXPECT_EQ(bench.cpu.reg(a1), 0U);
  EXPECT_EQ(bench.cpu.counters().interrupts, 0U);
}

TEST(Timer, CompareRewrittenToAnotherPastTimeStaysPending) {
  // The handler sets the timer to 1 us, which has passed; the second time it ends the run.
  TimerBench bench;
  Program program = with_timer(3, true).words(addi(a2, a2, 1), jal(x0, -4));
  program.pad_to(kHandler).words(addi(s2, s2, 1), addi(t1, x0, 2), beq(s2, t1, 20));
  program.words(addi(t1, x0, 1), sw(t1, s0, kCompareLow), add(a3, a2, x0), kMret).exit();
  bench.run(program);
  EXPECT_EQ(bench.cpu.reg(a2), bench.cpu.reg(a3));  // nothing ran between
  EXPECT_EQ(bench.cpu.counters().interrupts, 2U);
}

TEST(Timer, CompareMovedEarlierAndLaterFiresOnceAtTheLastTime) {
  TimerBench bench;
  Program program = with_timer(50, true).words(addi(t1, x0, 5), sw(t1, s0, kCompareLow));
  program.words(addi(t1, x0, 8), sw(t1, s0, kCompareLow), jal(x0, 0));
  program.pad_to(kHandler).word(csrrs(a0, csr::kMcycle, x0)).exit();
  bench.run(program);
  EXPECT_EQ(bench.cpu.reg(a0), 801U);  // 8 us, and a cycle to get there
  EXPECT_EQ(bench.cpu.counters().interrupts, 1U);
}

TEST(Timer, InterruptsBackToBackCostAReturnAndAnEntry) {
  TimerBench bench(Bench::with_profile("ibex-small"));
  Program program = with_timer(2, true).word(jal(x0, 0));
  program.pad_to(kHandler).words(csrrs(a0, csr::kMcycle, x0), bne(s2, x0, 16));
  program.words(add(a1, a0, x0), addi(s2, x0, 1), kMret).exit();
  bench.run(program);
  EXPECT_EQ(bench.cpu.reg(a0) - bench.cpu.reg(a1), 1U + 1 + 1 + 1 + 3 + 3);
}

TEST(Timer, WfiInsideTheHandlerWakesForTheNextInterruptAndTakesItAfterIt) {
  TimerBench bench;
  Program program = with_timer(4, true).words(addi(a2, a2, 1), jal(x0, -4));
  program.pad_to(kHandler).words(addi(s2, s2, 1), addi(t1, x0, 2), beq(s2, t1, 24));
  program.words(addi(t1, x0, 9), sw(t1, s0, kCompareLow), kWfi);
  program.words(csrrs(a0, csr::kTime, x0), kMret);
  program.word(csrrs(a1, csr::kTime, x0)).exit();
  bench.run(program);
  EXPECT_EQ(bench.cpu.reg(a0), 9U);
  EXPECT_EQ(bench.cpu.reg(a1), 9U);
  EXPECT_EQ(bench.cpu.counters().interrupts, 2U);
}

}  // namespace
}  // namespace docsis_vp::platform::testing::timer_test
