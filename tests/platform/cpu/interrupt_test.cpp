// Interrupts and sleep, to the picosecond.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/platform/cpu/bench.h"

namespace docsis_vp::platform::testing::interrupt_test {
namespace {

constexpr std::uint32_t kHandler = 0x80000400, kDevice = 0x20000010;

// Enables the lines in `lines` and, if `global`, interrupts as such.
Program& enable(Program& program, std::uint32_t lines, bool global = true) {
  program.li(t0, kHandler).word(csrrw(x0, csr::kMtvec, t0));
  program.li(t0, lines).word(csrrw(x0, csr::kMie, t0)).li(s0, kDevice);
  return global ? program.word(csr_immediate(6, x0, csr::kMstatus, 8)) : program.word(kNop);
}
constexpr std::uint32_t kMain = 0x80000024;  // where code behind enable() starts: at 90 ns

// The handler stores mcause and mepc to the device, which logs the time.
Program& report_handler(Program& program) {
  program.pad_to(kHandler);
  return program.words(csrrs(a0, csr::kMcause, x0), csrrs(a1, csr::kMepc, x0), sw(a0, s0, 0),
                       sw(a1, s0, 4));
}

TEST(Interrupts, AreTakenBeforeTheFirstInstructionThatStartsAtOrAfterTheRise) {
  struct Case {
    TimePs raised, first_in_handler;
    std::uint32_t interrupted_pc;
  };
  // Nops run at 90 ns, 100 ns, ... from kMain on; entry takes one cycle.
  static const Case kCases[] = {{150'000, 160'000, kMain + 24},
                                {150'001, 170'000, kMain + 28},
                                {159'999, 170'000, kMain + 28},
                                {160'000, 170'000, kMain + 28}};
  for (const Case& each : kCases) {
    SCOPED_TRACE(each.raised);
    EXPECT_EXIT(
        {
          Bench bench;
          bench.script.at(each.raised, [&] { bench.raise(HartInterrupt::kTimer); });
          Program program;
          enable(program, 0x80);
          while (program.here() < kHandler) {
            program.word(kNop);
          }
          bench.run(report_handler(program).exit());
          const auto& log = bench.around.accesses;
          const bool right = log.size() == 3 && log[0].value == 0x80000007 &&
                             log[0].at == each.first_in_handler + 20'000 &&
                             log[1].value == each.interrupted_pc &&
                             bench.cpu.interrupt_latency_ps().max() ==
                                 static_cast<std::uint64_t>(each.first_in_handler - each.raised);
          std::_Exit(right ? 0 : 1);
        },
        ::testing::ExitedWithCode(0), "");
  }
}

TEST(Interrupts, AreTakenExternalThenSoftwareThenTimer) {
  Bench bench;
  bench.script.at(200'000, [&] {
    bench.raise(HartInterrupt::kTimer);
    bench.raise(HartInterrupt::kSoftware);
    bench.raise(HartInterrupt::kExternal);
  });
  bench.around.on_write = [&](std::uint32_t address, std::uint32_t cause, TimePs) {
    if (address == kDevice) {
      bench.raise(static_cast<HartInterrupt>(cause & 31), false);
    }
  };
  Program program;
  enable(program, 0x888).word(addi(s1, x0, 3)).words(bne(s1, x0, 0)).exit();
  report_handler(program).words(addi(s1, s1, -1), kMret);
  bench.run(program);
  std::vector<std::uint32_t> causes;
  for (const auto& access : bench.around.accesses) {
    if (access.address == kDevice) {
      causes.push_back(access.value);
    }
  }
  EXPECT_EQ(causes, (std::vector<std::uint32_t>{0x8000000b, 0x80000003, 0x80000007}));
  EXPECT_EQ(bench.cpu.counters().interrupts, 3U);
}

TEST(Interrupts, VectoredModeJumpsByCause) {
  Bench bench;
  bench.script.at(200'000, [&] { bench.raise(HartInterrupt::kExternal); });
  Program program;
  enable(program, 0x888).words(csr_immediate(6, x0, csr::kMtvec, 1), jal(x0, 0));
  program.pad_to(kHandler + 4 * 11).word(addi(a0, x0, 11)).exit(a0);
  bench.run(program);
  EXPECT_EQ(bench.outcome.exit_code(), 11);
}

TEST(Interrupts, ThatAreNotEnabledWaitAndShowInMip) {
  Bench bench;
  bench.script.at(100'000, [&] { bench.raise(HartInterrupt::kSoftware); });
  Program program;
  enable(program, 0x80);
  for (int i = 0; i < 20; ++i) {
    program.word(kNop);
  }
  program.words(csrrs(a2, csr::kMip, x0), addi(a3, x0, 8));
  program.words(csrrw(x0, csr::kMie, a3), addi(a4, x0, 1)).exit();
  report_handler(program).exit();
  bench.run(program);
  EXPECT_EQ(bench.cpu.reg(a2), 8U);
  EXPECT_EQ(bench.cpu.reg(a4), 0U);  // taken right behind the write that enabled it
  EXPECT_EQ(bench.around.accesses[0].value, 0x80000003);
}

TEST(Interrupts, MretEnablesAndALevelThatStaysComesBackAtOnce) {
  Bench bench;
  bench.script.at(200'000, [&] { bench.raise(HartInterrupt::kTimer); });
  Program program;
  enable(program, 0x80).words(addi(s1, s1, 1), jal(x0, -4));
  program.pad_to(kHandler);
  program.words(addi(s2, s2, 1), sw(s1, s0, 0), addi(t1, x0, 3), beq(s2, t1, 8), kMret).exit();
  bench.run(program);
  const auto& log = bench.around.accesses;
  ASSERT_EQ(log.size(), 4U);
  EXPECT_EQ(log[0].value, log[2].value);  // nothing ran between
  EXPECT_EQ(bench.cpu.counters().interrupts, 3U);
  EXPECT_EQ(bench.cpu.interrupt_latency_ps().count(), 1U);  // one rise
}

TEST(Interrupts, NestIfTheHandlerEnablesThem) {
  Bench bench;
  bench.script.at(200'000, [&] { bench.raise(HartInterrupt::kTimer); });
  bench.script.at(300'000, [&] { bench.raise(HartInterrupt::kExternal); });
  Program program;
  enable(program, 0x880).word(jal(x0, 0));
  // The outer handler masks its own line and waits; the inner one ends the run.
  program.pad_to(kHandler).words(csrrs(a0, csr::kMcause, x0), sw(a0, s0, 0), bne(s1, x0, 28));
  program.words(addi(s1, x0, 1), addi(t1, x0, 0x80), csrrc(x0, csr::kMie, t1));
  program.words(csr_immediate(6, x0, csr::kMstatus, 8), jal(x0, 0), kNop, kNop).exit();
  bench.run(program);
  ASSERT_EQ(bench.around.accesses.size(), 3U);
  EXPECT_EQ(bench.around.accesses[0].value, 0x80000007);
  EXPECT_EQ(bench.around.accesses[1].value, 0x8000000b);
}

TEST(Interrupts, RaisedByAnAccessCountFromTheAccessOn) {
  // The device answers a write at t by raising the line at t + 55 ns.
  Bench bench;
  bench.around.on_write = [&](std::uint32_t address, std::uint32_t, TimePs at) {
    if (address == kDevice + 8) {
      bench.cpu.set_interrupt(HartInterrupt::kExternal, true, to_sc_time(at + 55'000 - now_ps()));
    }
  };
  Program program;
  enable(program, 0x800).word(sw(x0, s0, 8));
  while (program.here() < kHandler) {
    program.word(kNop);
  }
  bench.run(report_handler(program).exit());
  const auto& log = bench.around.accesses;
  ASSERT_EQ(log.size(), 4U);
  EXPECT_EQ(log[0].at, 90'000);
  EXPECT_EQ(log[2].value, kMain + 24);  // 145 ns: before the one at 150 ns
  EXPECT_EQ(log[1].at, 150'000 + 10'000 + 20'000);
}

TEST(Interrupts, MipShowsWhatTheAccessBeforeItDidToALine) {
  // The device's line follows what is written to it, at once.
  Bench bench;
  bench.around.on_write = [&](std::uint32_t address, std::uint32_t value, TimePs at) {
    if (address == kDevice + 8) {
      bench.cpu.set_interrupt(HartInterrupt::kExternal, value != 0, to_sc_time(at - now_ps()));
    }
  };
  Program program;
  enable(program, 0x800, false).words(sw(s0, s0, 8), csrrs(a0, csr::kMip, x0));
  program.words(sw(x0, s0, 8), csrrs(a1, csr::kMip, x0)).exit();
  bench.run(program);
  EXPECT_EQ(bench.cpu.reg(a0), 0x800U);
  EXPECT_EQ(bench.cpu.reg(a1), 0U);
}

TEST(Interrupts, WfiSleepsUntilAnEnabledLineRisesEvenIfInterruptsAreOff) {
  Bench bench;
  bench.script.at(1'000'000, [&] { bench.raise(HartInterrupt::kSoftware); });  // not enabled
  bench.script.at(5'000'000'000'003, [&] { bench.raise(HartInterrupt::kTimer); });
  Program program;
  enable(program, 0x80, false).words(kWfi, sw(x0, s0, 0)).exit();
  bench.run(program);
  // The first clock edge at or after the rise; nobody took an interrupt.
  EXPECT_EQ(bench.around.accesses[0].at, 5'000'000'010'000);
  EXPECT_EQ(bench.cpu.counters().interrupts, 0U);
  // Sleep is not busy: 9 + wfi + store, then li, store.
  EXPECT_EQ(bench.cpu.counters().cycles_busy, 14U);
  EXPECT_EQ(bench.cpu.counters().instructions, 14U);
}

TEST(Interrupts, SinceWhenTheyAreMaskedAndPendingIsKnownThroughSleep) {
  Bench bench;
  std::vector<std::optional<TimePs>> masked;
  std::vector<std::optional<TimePs>> pending;
  for (const TimePs at : {50'000, 95'000, 500'000, 2'000'000}) {
    bench.script.at(at, [&] {
      masked.push_back(bench.cpu.interrupts_masked_since());
      pending.push_back(bench.cpu.interrupt_pending_since(7));
    });
    if (at == 500'000) {
      bench.script.at(1'000'003, [&] { bench.raise(HartInterrupt::kTimer); });
    }
  }
  bench.script.at(3'000'000, [&] { bench.outcome.exit(0, now_ps()); });
  Program program;
  // Taken from 90 ns on; masked by the instruction that ends at 110 ns, then asleep.
  enable(program, 0x80).words(kNop, csr_immediate(7, x0, csr::kMstatus, 8), kWfi, jal(x0, 0));
  bench.run(program);
  using Times = std::vector<std::optional<TimePs>>;
  EXPECT_EQ(masked, (Times{0, {}, 110'000, 110'000}));
  EXPECT_EQ(pending, (Times{{}, {}, {}, 1'000'003}));
}

TEST(Interrupts, WfiWithALinePendingGoesOn) {
  Bench bench;
  bench.script.at(0, [&] { bench.raise(HartInterrupt::kTimer); });
  Program program;
  enable(program, 0x80, false).words(kWfi, sw(x0, s0, 0)).exit();
  bench.run(program);
  EXPECT_EQ(bench.around.accesses[0].at, 100'000);
}

TEST(Interrupts, WfiEndsForALineThatFallsBeforeTheNextEdge) {
  Bench bench;
  bench.script.at(1'000'003, [&] { bench.raise(HartInterrupt::kTimer); });
  bench.script.at(1'000'007, [&] { bench.raise(HartInterrupt::kTimer, false); });
  Program program;
  enable(program, 0x80).words(kWfi, sw(x0, s0, 0)).exit();
  bench.run(program);
  EXPECT_EQ(bench.around.accesses[0].at, 1'010'000);
  EXPECT_EQ(bench.cpu.counters().interrupts, 0U);
}

TEST(Interrupts, WfiThenHandlerReturnsBehindTheWfi) {
  CpuConfig config = Bench::with_profile("ibex-small");
  Bench bench(config);
  bench.script.at(1'000'000, [&] { bench.raise(HartInterrupt::kTimer); });
  Program program;
  enable(program, 0x80).word(kWfi).exit();
  report_handler(program).exit();
  bench.run(program);
  EXPECT_EQ(bench.around.accesses[0].at, 1'000'000 + 30'000 + 20'000);
  EXPECT_EQ(bench.around.accesses[1].value, kMain + 4);
  EXPECT_EQ(bench.cpu.interrupt_latency_ps().max(), 30'000U);
}

TEST(Interrupts, ALineThatFallsBeforeItIsTakenIsForgotten) {
  Bench bench;
  bench.script.at(200'001, [&] { bench.raise(HartInterrupt::kTimer); });
  bench.script.at(200'009, [&] { bench.raise(HartInterrupt::kTimer, false); });
  Program program;
  enable(program, 0x80);
  for (int i = 0; i < 40; ++i) {
    program.word(kNop);
  }
  bench.run(program.exit());
  EXPECT_EQ(bench.cpu.counters().interrupts, 0U);
}

TEST(Interrupts, HardwareAtTheSameInstantGoesFirst) {
  // A register that changes at 90 ns, two deltas into the instant, is read at 90 ns: new value.
  Bench bench;
  std::uint32_t value = 1;
  bench.around.on_read = [&](std::uint32_t, TimePs) { return value; };
  bench.script.at(90'000, [&] {
    sc_core::wait(sc_core::SC_ZERO_TIME);
    sc_core::wait(sc_core::SC_ZERO_TIME);
    value = 2;
  });
  Program program;
  enable(program, 0).word(lw(a0, s0, 0)).exit();
  bench.run(program);
  EXPECT_EQ(bench.around.accesses[0].at, 90'000);
  EXPECT_EQ(bench.cpu.reg(a0), 2U);
}

TEST(Interrupts, TwoCpusTakeTurnsAtOneInstant) {
  Outcome outcome;
  Surroundings around("around", outcome);
  Surroundings other("other", outcome);
  std::vector<std::pair<int, TimePs>> order;
  around.on_write = [&](std::uint32_t, std::uint32_t, TimePs at) { order.emplace_back(0, at); };
  other.on_write = [&](std::uint32_t, std::uint32_t, TimePs at) { order.emplace_back(1, at); };
  CpuConfig config = Bench::ideal();
  config.reset_pc = Surroundings::kRam;
  Cpu first("first", config, outcome);
  Cpu second("second", config, outcome);
  first.socket.bind(around.socket);
  second.socket.bind(other.socket);
  Script script("script");
  for (TimePs at = 0; at < 200'000; at += 10'000) {
    script.at(at, [] {});
  }
  const Program program =
      Program().li(s0, kDevice).words(sw(x0, s0, 0), sw(x0, s0, 0), sw(x0, s0, 0)).exit();
  around.load(program);
  other.load(program);
  sc_core::sc_start();
  const std::vector<std::pair<int, TimePs>> expected = {{0, 20'000}, {1, 20'000}, {0, 30'000},
                                                        {1, 30'000}, {0, 40'000}, {1, 40'000}};
  EXPECT_EQ(order, expected);
}

}  // namespace
}  // namespace docsis_vp::platform::testing::interrupt_test
