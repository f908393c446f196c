// Observers of a CPU see every instruction, and change nothing.
#include <gmock/gmock.h>

#include "platform/cpu/cpu_observer.h"
#include "tests/platform/cpu/bench.h"

namespace docsis_vp::platform::testing::observer_test {
namespace {

using ::testing::ElementsAre;

constexpr std::uint32_t kHandler = 0x80000400, kData = 0x80008000, kDevice = 0x20000010;

struct Log : CpuObserver {
  std::vector<RetiredInstruction> retired;
  std::vector<TakenTrap> traps;
  std::vector<std::string> notes;  // in the order of all
  std::uint64_t cycles = 0;

  bool on_instruction(TimePs at, std::uint32_t) override {
    starts.push_back(at);
    return true;
  }
  void on_retired(const RetiredInstruction& instruction) override {
    retired.push_back(instruction);
    cycles += instruction.cycles;
  }
  void on_trap(const TakenTrap& trap) override {
    traps.push_back(trap);
    cycles += trap.cycles;
  }
  void on_sleep(TimePs at) override { notes.push_back("sleep " + std::to_string(at)); }
  void on_wake(TimePs at) override { notes.push_back("wake " + std::to_string(at)); }
  void on_reset(TimePs at) override { notes.push_back("reset " + std::to_string(at)); }
  void on_failure(TimePs at, const std::string& cause) override {
    notes.push_back(cause.substr(0, 14) + " " + std::to_string(at));
  }
  std::vector<TimePs> starts;
};

TEST(CpuObserver, IsToldOfRegistersMemoryAndCsrsThatAnInstructionReached) {
  Bench bench;
  Log log;
  bench.cpu.observe(log);
  Program program;
  program.li(s0, kData);
  program.words(addi(a0, x0, -2), sw(a0, s0, 4), i_type(4, s0, 0, a1, 3), add(x0, a0, a0));
  program.words(csrrw(a2, csr::kMscratch, a0), csrrs(a3, csr::kMscratch, x0), jal(x0, 8), 0U);
  bench.run(program.exit());
  const auto& after = log.retired;
  const std::size_t first = 2;  // behind the li
  ASSERT_GT(after.size(), first + 6);
  EXPECT_EQ(after[first].rd, a0);
  EXPECT_EQ(after[first].rd_value, 0xfffffffe);
  EXPECT_EQ(after[first].access_bytes, 0);
  EXPECT_EQ(after[first].bits, addi(a0, x0, -2));
  EXPECT_TRUE(after[first + 1].stores);
  EXPECT_EQ(after[first + 1].rd, 0);
  EXPECT_EQ(after[first + 1].address, kData + 4);
  EXPECT_EQ(after[first + 1].value, 0xfffffffe);
  EXPECT_EQ(after[first + 1].access_bytes, 4);
  EXPECT_FALSE(after[first + 2].stores);
  EXPECT_EQ(after[first + 2].access_bytes, 1);
  EXPECT_EQ(after[first + 2].value, 0xfeU);
  EXPECT_EQ(after[first + 2].rd_value, 0xfffffffe) << "a signed byte";
  EXPECT_EQ(after[first + 3].rd, 0) << "x0 is not written";
  EXPECT_EQ(after[first + 4].written_csr, csr::kMscratch);
  EXPECT_EQ(after[first + 4].csr_value, 0xfffffffe);
  EXPECT_EQ(after[first + 5].written_csr, std::nullopt);
  EXPECT_EQ(after[first + 5].rd_value, 0xfffffffe);
  EXPECT_EQ(after[first + 6].next_pc, after[first + 6].pc + 8);
  EXPECT_EQ(after[first + 6].start, static_cast<TimePs>(10'000 * (first + 6)));
  EXPECT_EQ(after[first + 6].end, static_cast<TimePs>(10'000 * (first + 7)));
}

// Spike's commit log has it; the privileged specification sec. 3.1.6.1: MIE gets MPIE, MPIE 1.
TEST(CpuObserver, IsToldThatMretWritesMstatus) {
  Bench bench;
  Log log;
  bench.cpu.observe(log);
  Program program;
  for (const std::uint32_t mpie : {0U, 0x80U}) {
    const std::uint32_t next = program.here() + 0x20;
    program.li(t0, next).li(t1, mpie);
    program.words(csrrw(x0, csr::kMepc, t0), csrrw(x0, csr::kMstatus, t1), kMret).pad_to(next);
  }
  bench.run(program.exit());
  ASSERT_GT(log.retired.size(), 14U);
  EXPECT_EQ(log.retired[6].operation, Operation::mret);
  EXPECT_EQ(log.retired[6].written_csr, csr::kMstatus);
  EXPECT_EQ(log.retired[6].csr_value, 0x1880U);
  EXPECT_EQ(log.retired[7].written_csr, std::nullopt);
  EXPECT_EQ(log.retired[13].written_csr, csr::kMstatus);
  EXPECT_EQ(log.retired[13].csr_value, 0x1888U);
}

// Loads, divisions, taken branches and traps of a core that takes its time.
TEST(CpuObserver, IsToldOfEveryCycleOnce) {
  Bench bench(Bench::with_profile("ibex-small"));
  Log log;
  bench.cpu.observe(log);
  bench.around.device_latency_ps = 70'000;
  bench.script.at(700'000, [&] { bench.raise(HartInterrupt::kTimer); });
  Program program;
  program.li(t0, kHandler).word(csrrw(x0, csr::kMtvec, t0)).li(s0, kData).li(s1, kDevice);
  program.li(t0, 0x80).words(csrrw(x0, csr::kMie, t0), addi(a0, x0, 20));
  program.words(csr_immediate(6, x0, csr::kMstatus, 8), kEcall);
  const std::uint32_t loop = program.here();
  program.words(lw(a1, s0, 0), addi(a1, a1, 1), sw(a1, s0, 0), r_type(1, 4, a2, a1, a0));
  program.words(lw(a3, s1, 0), addi(a0, a0, -1));
  program.word(bne(a0, x0, static_cast<std::int32_t>(loop - program.here())));
  program.li(t0, 0x20000000).word(sw(x0, t0, 0)).pad_to(kHandler);
  program.words(csrrs(t1, csr::kMcause, x0), csrrs(t2, csr::kMepc, x0), addi(t2, t2, 4));
  program.words(b_type(12, t1, x0, 4), csrrw(x0, csr::kMepc, t2), kMret);
  program.words(csrrw(x0, csr::kMie, x0), kMret);  // of an interrupt
  bench.run(program);
  EXPECT_EQ(log.cycles, bench.cpu.counters().cycles_busy);
  EXPECT_EQ(log.retired.size(), bench.cpu.counters().instructions);
  EXPECT_EQ(log.starts.size(), log.retired.size() + 1) << "ecall starts and does not retire";
  ASSERT_EQ(log.traps.size(), 2U);
  EXPECT_EQ(log.traps[0].trap.cause, kMachineEcall);
  EXPECT_EQ(log.traps[0].handler, kHandler);
  EXPECT_EQ(log.traps[1].trap.cause, kInterruptCause | 7U);
}

TEST(CpuObserver, IsToldOfSleepResetAndFailure) {
  Bench bench;
  Log log;
  bench.cpu.observe(log);
  bench.script.at(500'000, [&] { bench.raise(HartInterrupt::kTimer); });
  bench.script.at(700'000, [&] { bench.cpu.reset(Surroundings::kRam + 20, 800'000); });
  Program program;
  program.li(t0, 0x80).words(csrrw(x0, csr::kMie, t0), kWfi, jal(x0, 0), 0U);
  bench.run(program);
  EXPECT_THAT(log.notes,
              ElementsAre("sleep 40000", "wake 500000", "reset 800000", "trap without a 800000"));
}

TEST(Cpu, ItsLastExceptionIsOneSinceTheLastReset) {
  Bench bench;
  bool had_one = false;
  bench.script.at(700'000, [&] {
    had_one = bench.cpu.last_exception().has_value();
    bench.cpu.reset(kHandler + 16, 800'000);
  });
  Program program;
  program.li(t0, kHandler).words(csrrw(x0, csr::kMtvec, t0), kEcall);
  program.pad_to(kHandler).words(kWfi, jal(x0, -4)).pad_to(kHandler + 16);
  program.li(t0, 0x20000000).word(sw(x0, t0, 0));
  bench.run(program);
  EXPECT_TRUE(had_one);
  EXPECT_EQ(bench.cpu.counters().exceptions, 1U);
  EXPECT_FALSE(bench.cpu.last_exception());
}

// Takes an instruction's place, once.
struct Detour : CpuObserver {
  Cpu* cpu = nullptr;
  bool on_instruction(TimePs, std::uint32_t pc) override {
    if (pc == Surroundings::kRam + 4 && cpu->reg(a0) == 1) {
      cpu->set_pc(pc + 4);
      cpu->unobserve(*this);
      return false;
    }
    return true;
  }
};

TEST(CpuObserver, MayMoveTheProgramElsewhereAndLeave) {
  Bench bench;
  Detour detour;
  Log log;
  detour.cpu = &bench.cpu;
  bench.cpu.observe(detour);
  bench.cpu.observe(log);
  Program program;
  program.words(addi(a0, x0, 1), addi(a0, a0, 16), addi(a0, a0, 2));
  bench.run(program.exit());
  EXPECT_EQ(bench.cpu.reg(a0), 3U);
  EXPECT_EQ(log.retired.size(), bench.cpu.counters().instructions);
}

TEST(CpuObserver, MayComeAndGoInMidRun) {
  Bench bench(Bench::with_profile("ibex-small"));
  Log log;
  bench.script.at(400'000, [&] { bench.cpu.observe(log); });
  bench.script.at(800'000, [&] { bench.cpu.unobserve(log); });
  Program program;
  program.li(a0, 40);
  program.words(addi(a0, a0, -1), mul(a1, a0, a0), bne(a0, x0, -8));
  bench.run(program.exit());
  ASSERT_FALSE(log.retired.empty());
  EXPECT_GE(log.retired.front().end, 400'000);
  EXPECT_LE(log.retired.back().start, 800'000);
  EXPECT_LE(log.cycles, 41U);
  EXPECT_GE(log.cycles, 39U);
}

TEST(CpuObserver, SeesAndSetsControlRegisters) {
  Bench bench;
  EXPECT_TRUE(bench.cpu.set_csr(csr::kMscratch, 77));
  EXPECT_EQ(bench.cpu.csr(csr::kMscratch), 77U);
  EXPECT_TRUE(bench.cpu.set_csr(csr::kMinstret, 1000));
  EXPECT_EQ(bench.cpu.csr(csr::kMinstret), 1000U);
  EXPECT_TRUE(bench.cpu.set_csr(csr::kMcycle, 500));
  EXPECT_EQ(bench.cpu.csr(csr::kMcycle), 500U);
  EXPECT_FALSE(bench.cpu.set_csr(0xf14, 1)) << "mhartid is read-only";
  EXPECT_FALSE(bench.cpu.set_csr(0x180, 1)) << "there is no satp";
  EXPECT_EQ(bench.cpu.csr(0x180), std::nullopt);
}

// Interrupts off for four instructions and the one that ends it; a handler of three behind the
// cycle that taking it costs.
TEST(InterruptTimes, MeasureHandlersAndTheLongestTimeWithoutInterrupts) {
  Bench bench;
  std::vector<std::pair<HartInterrupt, std::uint64_t>> served;
  bench.cpu.observe_handler_return(
      [&](HartInterrupt line, std::uint64_t cycles) { served.emplace_back(line, cycles); });
  bench.script.at(200'000, [&] { bench.raise(HartInterrupt::kSoftware); });
  bench.script.at(220'000, [&] { bench.raise(HartInterrupt::kSoftware, false); });
  Program program;
  program.li(t0, kHandler).words(csrrw(x0, csr::kMtvec, t0), addi(t0, x0, 8));
  program.words(csrrw(x0, csr::kMie, t0), csr_immediate(6, x0, csr::kMstatus, 8));
  program.words(csr_immediate(7, x0, csr::kMstatus, 8), addi(a0, x0, 1), addi(a0, x0, 1));
  program.words(addi(a0, x0, 1), addi(a0, x0, 1), csr_immediate(6, x0, csr::kMstatus, 8));
  program.words(addi(a0, x0, 30), addi(a0, a0, -1), bne(a0, x0, -4)).exit().pad_to(kHandler);
  program.words(addi(a1, x0, 1), addi(a1, x0, 1), kMret);
  bench.run(program);
  EXPECT_THAT(served, ElementsAre(std::pair(HartInterrupt::kSoftware, 4U)));
  EXPECT_EQ(bench.cpu.interrupt_times().longest_disabled_cycles(bench.cpu.hart_cycles()), 5U);
}

// One of two bits of mie is 0 for eight instructions, then both are 0 for four and the one that
// ends it.
TEST(InterruptTimes, MeasureWhatMieKeepsOut) {
  Bench bench;
  Program program;
  program.li(t0, kHandler).words(csrrw(x0, csr::kMtvec, t0), addi(t0, x0, 0x88));
  program.words(csrrw(x0, csr::kMie, t0), csr_immediate(6, x0, csr::kMstatus, 8));
  program.words(csr_immediate(7, x0, csr::kMie, 8), kNop, kNop, kNop, kNop, kNop, kNop, kNop);
  program.words(csrrw(x0, csr::kMie, x0), kNop, kNop, kNop, kNop, csrrw(x0, csr::kMie, t0), kNop);
  bench.run(program.exit());
  EXPECT_EQ(bench.cpu.interrupt_times().longest_disabled_cycles(bench.cpu.hart_cycles()), 5U);
}

constexpr std::uint32_t kTimerCause = kInterruptCause | 7;

// Sixteen are remembered.
TEST(InterruptTimes, ForgetTheOutermostOfManyNestedTraps) {
  InterruptTimes times;
  times.entered(kIllegalInstruction, 1, 0);
  for (std::uint64_t cycle = 10; cycle < 26; ++cycle) {
    times.entered(kTimerCause, cycle, 0);
  }
  for (std::uint64_t cycle = 100; cycle < 116; ++cycle) {
    EXPECT_EQ(times.left(cycle)->cycles, cycle - (125 - cycle));
  }
  EXPECT_EQ(times.open_interrupts(7), 0U);
  EXPECT_FALSE(times.left(200)) << "mret of the exception";

  times.reset(300);
  times.entered(kTimerCause, 301, 0);
  for (int i = 0; i < 16; ++i) {
    times.entered(kIllegalInstruction, 310, 0);
  }
  EXPECT_FALSE(times.last_open(7));
  for (int i = 0; i < 17; ++i) {
    EXPECT_FALSE(times.left(400));
  }
  EXPECT_EQ(times.open_interrupts(7), 1U) << "nobody saw it return";
}

TEST(InterruptTimes, CountATimeThatLasts) {
  InterruptTimes times;
  times.enabled(false, 50);
  EXPECT_EQ(times.longest_disabled_cycles(100), 0U) << "not enabled yet";
  times.enabled(true, 100);
  EXPECT_EQ(times.longest_disabled_cycles(500), 0U) << "enabled";
  times.enabled(false, 500);
  times.enabled(true, 520);
  times.enabled(false, 600);
  EXPECT_EQ(times.longest_disabled_cycles(610), 20U);
  EXPECT_EQ(times.longest_disabled_cycles(700), 100U);
  times.reset(800);
  EXPECT_EQ(times.longest_disabled_cycles(9'000), 200U) << "up to the reset";
}

TEST(InterruptTimes, KnowWhatDidNotReturn) {
  InterruptTimes times;
  times.entered(kMachineEcall, 1, 0x10);
  EXPECT_FALSE(times.left(2));
  for (std::uint64_t cycle = 100; cycle < 140; ++cycle) {
    times.entered(kTimerCause, cycle, 0x20);
  }
  times.entered(kMachineEcall, 150, 0x10);
  EXPECT_EQ(times.open_interrupts(7), 40U);
  EXPECT_EQ(times.open_interrupts(11), 0U);
  EXPECT_EQ(times.last_open(7)->since, 139U);
  EXPECT_EQ(times.last_open(7)->handler, 0x20U);
  EXPECT_FALSE(times.last_open(11));
  times.left(160);
  EXPECT_EQ(times.left(170)->cycles, 31U);
  EXPECT_EQ(times.open_interrupts(7), 39U);
  times.reset(200);
  EXPECT_EQ(times.open_interrupts(7), 0U);
  EXPECT_FALSE(times.last_open(7));
}

}  // namespace
}  // namespace docsis_vp::platform::testing::observer_test
