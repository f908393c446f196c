// Two harts on one bus: identity, machine timer, software interrupts, interrupt controller, memory.
#include <gmock/gmock.h>

#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "platform/bus/debug_access.h"
#include "platform/bus/interconnect.h"
#include "platform/console/exit_device.h"
#include "platform/irq/plic.h"
#include "platform/memory/memory.h"
#include "platform/timer/clint.h"
#include "tests/platform/cpu/apart.h"
#include "tests/platform/cpu/bench.h"

namespace docsis_vp::platform::testing::two_harts_test {
namespace {

using ::testing::ElementsAre;

constexpr std::uint32_t kRam = 0x80000000, kSecond = kRam + 0x400, kHandlers = kRam + 0x800;
constexpr std::uint32_t kData = kRam + 0x2000;
constexpr std::uint32_t kClint = 0x20100000, kPlic = 0x24000000;
constexpr std::uint32_t kMhartid = 0xf14;
// RISC-V PLIC specification 1.0, "Memory Map".
constexpr std::uint32_t kEnable[] = {kPlic + 0x2000, kPlic + 0x2080};
constexpr std::uint32_t kClaim[] = {kPlic + 0x200004, kPlic + 0x201004};

// Both harts start at kRam.
struct TwoHarts {
  explicit TwoHarts(const CpuConfig& config = Bench::ideal()) {
    for (unsigned i = 0; i < 2; ++i) {
      CpuConfig hart = config;
      hart.reset_pc = kRam;
      hart.hart_id = i;
      hart.max_instructions = 1'000'000;
      harts.push_back(std::make_unique<Cpu>(("hart" + std::to_string(i)).c_str(), hart, outcome));
      harts.back()->socket.bind(bus.socket);
    }
    clint = std::make_unique<Clint>("clint", InterruptSinks{*harts[0], *harts[1]});
    plic = std::make_unique<Plic>("plic", PlicParameters{7}, InterruptSinks{*harts[0], *harts[1]});
    constexpr auto kTiming = TargetTiming::kAnnotated;
    bus.map({"ram", kRam, 0x10000}, ram.socket, kTiming);
    bus.map({"clint", kClint, 0x10000}, clint->registers.socket, kTiming);
    bus.map({"plic", kPlic, 0x400000}, plic->registers.socket, kTiming);
    bus.map({"exit device", 0x20000000, 0x10000}, exit_device.registers.socket, kTiming);
  }
  void load(const Program& program) {
    std::vector<std::uint8_t> bytes = program.bytes();
    const auto size = static_cast<unsigned>(bytes.size());
    ASSERT_EQ(write_debug(bus, program.base(), bytes.data(), size), size);
  }
  std::uint32_t word(std::uint32_t address) { return read_word(bus, address).value_or(0xdead); }
  void run() {
    sc_core::sc_start();
    ASSERT_EQ(outcome.cause(), "");
    ASSERT_TRUE(outcome.ended());
  }

  Outcome outcome;
  Interconnect bus{"bus", 100'000'000};
  Memory ram{"ram", MemoryParameters{0x10000}};
  StreamSink screen{std::cout};
  ExitDevice exit_device{"exit_device", screen, outcome};
  Script script{"script"};
  std::vector<std::unique_ptr<Cpu>> harts;
  std::unique_ptr<Clint> clint;
  std::unique_ptr<Plic> plic;
};

// Hart 0 goes on behind this, hart 1 at kSecond. Hart n takes interrupts at kHandlers + 0x400 n.
Program beginning() {
  Program program(kRam);
  program.words(csrrs(a0, kMhartid, x0), beq(a0, x0, 16)).li(t0, kSecond).word(jalr(x0, t0, 0));
  return program;
}

Program& taking(Program& program, unsigned hart, std::uint32_t lines) {
  program.li(t0, kHandlers + 0x400 * hart).word(csrrw(x0, csr::kMtvec, t0));
  return program.li(t0, lines).word(csrrs(x0, csr::kMie, t0));
}

// Waits for interrupts for ever.
Program& waiting(Program& program) {
  return program.words(csr_immediate(6, x0, csr::kMstatus, 8), kWfi, jal(x0, -4));
}

TEST(TwoHarts, StartTogetherAndKnowWhoTheyAre) {
  TwoHarts soc;
  Program program = beginning();
  program.li(t0, kData).words(sw(a0, t0, 0), jal(x0, 0));
  program.pad_to(kSecond).li(t0, kData).word(sw(a0, t0, 4));
  for (int i = 0; i < 10; ++i) {
    program.word(kNop);
  }
  soc.load(program.exit());
  soc.run();
  EXPECT_EQ(soc.word(kData), 0U);
  EXPECT_EQ(soc.word(kData + 4), 1U);
  EXPECT_EQ(soc.harts[0]->csr(kMhartid), 0U);
  EXPECT_EQ(soc.harts[1]->csr(kMhartid), 1U);
  // An instruction every 10 ns on both; hart 1 has 20 before the one that ends the run.
  EXPECT_EQ(soc.outcome.at(), 20 * 10 * kPsPerNs);
  EXPECT_EQ(soc.harts[0]->counters().instructions, 21U);
  EXPECT_EQ(soc.harts[1]->counters().instructions, 21U);
}

// The timer of hart 0 rings at 20 us, that of hart 1 at 50 us. The handler of hart 0 raises the
// software interrupt of hart 1.
TEST(TwoHarts, EachHasItsOwnTimerAndSoftwareInterrupt) {
  TwoHarts soc;
  constexpr std::uint32_t kCompare = kClint + 0x4000;
  Program program = beginning();
  program.li(s0, kCompare).words(addi(t0, x0, 20), sw(t0, s0, 0), sw(x0, s0, 4));
  waiting(taking(program, 0, 0x888));
  program.pad_to(kSecond).li(s0, kCompare);
  program.words(addi(t0, x0, 50), sw(t0, s0, 8), sw(x0, s0, 12));
  waiting(taking(program, 1, 0x888));
  program.pad_to(kHandlers).words(csrrs(s2, csr::kMcause, x0), addi(t0, x0, -1), sw(t0, s0, 4));
  program.words(addi(s3, s3, 1), addi(t0, x0, 1)).li(t1, kClint).words(sw(t0, t1, 4), kMret);
  program.pad_to(kHandlers + 0x400).words(addi(s3, s3, 1), bne(s4, x0, 24));
  program.word(csrrs(s4, csr::kMcause, x0)).li(t1, kClint).words(sw(x0, t1, 4), kMret);
  program.word(csrrs(s5, csr::kMcause, x0)).exit();
  soc.load(program);
  std::vector<std::string> changes;
  for (unsigned i = 0; i < 2; ++i) {
    soc.harts[i]->observe_lines([&changes, i](HartInterrupt line, bool level, TimePs at) {
      changes.push_back(std::to_string(at / kPsPerNs) + " hart " + std::to_string(i) + " line " +
                        std::to_string(static_cast<unsigned>(line)) + (level ? " up" : " down"));
    });
  }
  soc.run();
  EXPECT_THAT(changes, ElementsAre("20000 hart 0 line 7 up", "20030 hart 0 line 7 down",
                                   "20080 hart 1 line 3 up", "20140 hart 1 line 3 down",
                                   "50000 hart 1 line 7 up"));
  EXPECT_EQ(soc.harts[0]->reg(s2), 0x80000007U);
  EXPECT_EQ(soc.harts[0]->reg(s3), 1U);
  EXPECT_EQ(soc.harts[1]->reg(s4), 0x80000003U);
  EXPECT_EQ(soc.harts[1]->reg(s5), 0x80000007U);
  EXPECT_EQ(soc.harts[1]->reg(s3), 2U);
}

// Context n is hart n. Source 1 is enabled for hart 0, source 2 for hart 1, source 3 for both.
TEST(TwoHarts, ClaimInterruptsByContextsOfTheirOwn) {
  TwoHarts soc;
  Program program = beginning();
  program.li(t0, kPlic).words(addi(t1, x0, 1), sw(t1, t0, 4), sw(t1, t0, 8), sw(t1, t0, 12));
  const auto enable = [&program](unsigned hart, std::int32_t sources) {
    program.li(t0, kEnable[hart]).words(addi(t1, x0, sources), sw(t1, t0, 0));
    program.li(s0, kClaim[hart]);
    waiting(taking(program, hart, 0x888));
  };
  enable(0, 1 << 1 | 1 << 3);
  program.pad_to(kSecond);
  enable(1, 1 << 2 | 1 << 3);
  for (unsigned hart = 0; hart < 2; ++hart) {
    // The claims, oldest in the highest octet.
    program.pad_to(kHandlers + 0x400 * hart);
    program.words(lw(t0, s0, 0), i_type(8, s2, 1, s2), add(s2, s2, t0), sw(t0, s0, 0), kMret);
  }
  soc.load(program);
  std::vector<std::string> claims;
  soc.plic->observe_claims([&claims](unsigned source, unsigned context) {
    claims.push_back(std::to_string(source) + " by " + std::to_string(context));
  });
  for (const unsigned source : {2U, 1U, 3U}) {
    soc.script.at(10 * kPsPerUs + source * kPsPerUs,
                  [&soc, source] { soc.plic->pulse(source, now_ps()); });
  }
  soc.script.at(20 * kPsPerUs, [&soc] { soc.outcome.exit(0, now_ps()); });
  soc.run();
  // Both harts trap for source 3; the first one to claim gets it, the other one 0.
  EXPECT_THAT(claims, ElementsAre("1 by 0", "2 by 1", "3 by 0"));
  EXPECT_EQ(soc.harts[0]->reg(s2), 0x0103U);
  EXPECT_EQ(soc.harts[1]->reg(s2), 0x0200U);
  EXPECT_EQ(soc.harts[0]->counters().interrupts, 2U);
  EXPECT_EQ(soc.harts[1]->counters().interrupts, 2U);
}

// Hart 0 writes n, hart 1 answers n + 1, a hundred times; each polls the other's word in memory.
std::string play_ping_pong(const CpuConfig& config) {
  TwoHarts soc(config);
  Program program = beginning();
  program.li(s0, kData).li(s1, 200).words(addi(s2, s2, 1), sw(s2, s0, 0));
  program.words(addi(s2, s2, 1), lw(t0, s0, 4), bne(t0, s2, -4), bne(s2, s1, -20)).exit(s2);
  program.pad_to(kSecond).li(s0, kData);
  program.words(addi(s2, s2, 1), lw(t0, s0, 0), bne(t0, s2, -4), addi(s2, s2, 1), sw(s2, s0, 4));
  program.word(jal(x0, -20));
  soc.load(program);
  soc.run();
  std::ostringstream text;
  text << soc.outcome.exit_code() << " at " << soc.outcome.at();
  for (const auto& hart : soc.harts) {
    text << ", " << hart->counters().instructions << ' ' << hart->counters().cycles_busy;
  }
  return text.str();
}

TEST(TwoHarts, ShareMemoryInTheOrderOfTimeHoweverFarAndFastTheyRun) {
  CpuConfig config = Bench::with_profile("ibex-small");
  const std::string reference = observe_apart([&] { return play_ping_pong(config); });
  EXPECT_EQ(reference.substr(0, 7), "200 at ");
  for (const TimePs quantum : {TimePs{1}, 100 * kPsPerNs, kPsPerMs}) {
    for (const bool direct : {false, true}) {
      config.quantum_ps = quantum;
      config.direct_memory = direct;
      config.whole_blocks = direct;
      EXPECT_EQ(observe_apart([&] { return play_ping_pong(config); }), reference)
          << "quantum " << quantum << " ps, direct memory " << direct;
    }
  }
}

// Hart 0 rewrites the instruction that hart 1 repeats.
TEST(TwoHarts, RunCodeThatTheOtherHasChanged) {
  TwoHarts soc;
  Program program = beginning();
  for (int i = 0; i < 100; ++i) {
    program.word(kNop);
  }
  program.li(t0, kSecond + 4).li(t1, addi(a1, x0, 7)).words(sw(t1, t0, 0), jal(x0, 0));
  program.pad_to(kSecond).words(addi(s2, s2, 1), addi(a1, x0, 5), addi(t0, x0, 7));
  program.words(kFenceI, bne(a1, t0, -16)).exit(a1);
  soc.load(program);
  soc.run();
  EXPECT_EQ(soc.outcome.exit_code(), 7);
  EXPECT_GT(soc.harts[1]->reg(s2), 10U);
}

}  // namespace
}  // namespace docsis_vp::platform::testing::two_harts_test
