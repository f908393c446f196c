// A CPU runs the present contents of memory, after changes by any writer and with any observer.
#include <gmock/gmock.h>

#include <functional>
#include <sstream>
#include <string>

#include "platform/bus/debug_access.h"
#include "platform/bus/interconnect.h"
#include "platform/bus/register_file.h"
#include "platform/bus/watched_target.h"
#include "platform/cpu/cpu.h"
#include "platform/memory/memory.h"
#include "tests/platform/cpu/apart.h"
#include "tests/platform/cpu/assembler.h"
#include "tests/platform/cpu/bench.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::testing::changed_code_test {
namespace {

constexpr std::uint32_t kRam = 0x80000000, kRamBytes = 0x10000, kExit = 0x20000000;
constexpr std::uint32_t kLoop = kRam + 0x10, kSpot = kRam + 0x40;

// The observers of a run.
struct Looks {
  bool at_instructions = false;
  bool at_the_bus = false;
  bool by_log = false;
  bool as_debugger = false;
};

struct NobodyActs : AccessObserver {
  void accessed(const WatchedAccess&) override {}
};
// Asks to be asked before every instruction, and never holds.
struct Patient : CpuDebugger {
  bool watches_instructions() const override { return true; }
  bool holds() override { return false; }
  void hold() override {}
};

struct Board {
  Board(const CpuConfig& config, const Looks& looks, bool writable) {
    CpuConfig from_ram = config;
    from_ram.reset_pc = kRam;
    from_ram.max_instructions = 1'000'000;
    cpu = std::make_unique<Cpu>("cpu", from_ram, outcome);
    MemoryParameters parameters{kRamBytes, writable, config.clock_hz, 1, 0};
    ram = std::make_unique<Memory>("ram", parameters);
    exit.add(0, {},
             [this](std::uint32_t value, TimePs at) { outcome.exit(static_cast<int>(value), at); });
    bus.map({"ram", kRam, kRamBytes}, ram->socket);
    bus.map({"exit", kExit, 4096}, exit.socket);
    cpu->socket.bind(bus.socket);
    dma.socket.bind(bus.socket);
    if (looks.by_log) {
      bus.log("ram", log);
    }
    if (looks.at_the_bus) {
      bus.observe("ram", nobody);
    }
    if (looks.at_instructions) {
      cpu->observe(watcher);
    }
    if (looks.as_debugger) {
      cpu->attach(patient);
    }
  }
  std::string run(const Program& program) {
    std::vector<std::uint8_t> bytes = program.bytes();
    write_debug(bus, program.base(), bytes.data(), static_cast<unsigned>(bytes.size()));
    sc_core::sc_start();
    std::ostringstream text;
    text << "status " << outcome.exit_code() << ' ' << outcome.cause() << " at " << outcome.at()
         << ", cycles " << cpu->counters().cycles_busy << ", instructions "
         << cpu->counters().instructions;
    return text.str();
  }
  void poke(std::uint32_t address, std::uint32_t word) {
    write_debug(bus, address, reinterpret_cast<unsigned char*>(&word), sizeof word);
  }

  Outcome outcome;
  std::ostringstream log;
  NobodyActs nobody;
  CpuObserver watcher;
  Patient patient;
  Interconnect bus{"bus", 100'000'000};
  std::unique_ptr<Memory> ram;
  RegisterFile exit{"exit"};
  TestMaster dma{"dma"};
  Script script{"script"};
  std::unique_ptr<Cpu> cpu;
};

// Runs a function in 200 rounds: a0 sums what its instruction at kSpot adds.
Program rounds() {
  Program program;
  program.words(addi(a0, x0, 0), addi(s0, x0, 200), kNop, kNop);
  program.words(jal(ra, static_cast<std::int32_t>(kSpot - kLoop)), addi(s0, s0, -1),
                bne(s0, x0, -8));
  return program.exit(a0).pad_to(kSpot).words(addi(a0, a0, 1), jalr(x0, ra, 0));
}

// The same whatever looks on, and however the CPU gets at its code; with a status other than the
// unchanged program's.
void expect_same(const std::function<std::string(const CpuConfig&, const Looks&)>& run,
                 const std::string& status) {
  for (const char* profile : {"ibex-small", "ibex-maxperf"}) {
    CpuConfig config = Bench::with_profile(profile);
    const std::string reference = observe_apart([&] { return run(config, {}); });
    EXPECT_EQ(reference.rfind("status " + status + " ", 0), 0U) << reference;
    const Looks one_by_one[] = {{true, false, false, false},
                                {false, true, false, false},
                                {false, false, true, false},
                                {false, false, false, true},
                                {true, true, true, true}};
    for (const Looks& looks : one_by_one) {
      EXPECT_EQ(observe_apart([&] { return run(config, looks); }), reference)
          << looks.at_instructions << looks.at_the_bus << looks.by_log << looks.as_debugger;
    }
    for (const TimePs quantum : {TimePs{1}, 77 * kPsPerNs, kPsPerMs}) {
      for (const bool direct : {true, false}) {
        for (const bool blocks : {true, false}) {
          config.quantum_ps = quantum;
          config.direct_memory = direct;
          config.whole_blocks = blocks;
          EXPECT_EQ(observe_apart([&] { return run(config, {}); }), reference)
              << quantum << " ps, direct " << direct << ", blocks " << blocks;
        }
      }
    }
  }
}

constexpr TimePs kMeanwhile = 12'345'678;  // after some of the rounds

TEST(ChangedCode, OfADebuggerRuns) {
  for (const bool writable : {true, false}) {  // RAM, ROM
    const auto run = [writable](const CpuConfig& config, const Looks& looks) {
      Board board(config, looks, writable);
      board.script.at(kMeanwhile, [&] { board.poke(kSpot, addi(a0, x0, 77)); });
      return board.run(rounds());
    };
    expect_same(run, "77");
  }
}

TEST(ChangedCode, OfHalfAnInstructionRuns) {
  const auto run = [](const CpuConfig& config, const Looks& looks) {
    Board board(config, looks, true);
    // addi a0, a0, 1 becomes addi a0, x0, 33: rs1 lies in both halves.
    std::uint32_t word = addi(a0, x0, 33);
    board.script.at(kMeanwhile, [&] {
      write_debug(board.bus, kSpot + 1, reinterpret_cast<unsigned char*>(&word) + 1, 3);
    });
    return board.run(rounds());
  };
  expect_same(run, "33");
}

TEST(ChangedCode, OfAnotherMasterRuns) {
  const auto run = [](const CpuConfig& config, const Looks& looks) {
    Board board(config, looks, true);
    board.script.at(kMeanwhile, [&] { board.dma.write(kSpot, addi(a0, x0, 55)); });
    return board.run(rounds());
  };
  expect_same(run, "55");
}

// Without fence.i: in the block that runs, behind it, and where it ran before.
TEST(ChangedCode, OfTheProgramItselfRuns) {
  const auto run = [](const CpuConfig& config, const Looks& looks) {
    Board board(config, looks, true);
    Program program;
    program.li(s0, kRam).li(t0, addi(a0, a0, 4));
    program.words(addi(a0, x0, 0), addi(s1, x0, 3));
    const std::uint32_t loop = program.here();
    // The instruction right behind the first store, once it ran, is another one.
    program.words(sw(t0, s0, static_cast<std::int32_t>(loop - kRam) + 4), addi(a0, a0, 1));
    // One that lies ahead in the same block; it changes from round to round.
    program.words(sw(t0, s0, static_cast<std::int32_t>(loop - kRam) + 24), kNop, kNop,
                  add(t0, t0, s2), addi(a0, a0, 1));
    program.li(s2, 1U << 20);
    program.words(addi(s1, s1, -1));
    program.word(bne(s1, x0, static_cast<std::int32_t>(loop - program.here())));
    return board.run(program.exit(a0));
  };
  // Rounds add 4 + 4, then 4 + 4 (s2 was 0 in the first one), then 5 + 5.
  expect_same(run, "26");
}

TEST(ChangedCode, OfATrampolineOnAPageOfDataRuns) {
  const auto run = [](const CpuConfig& config, const Looks& looks) {
    Board board(config, looks, true);
    Program program;
    constexpr std::uint32_t kTrampoline = kRam + 0x8008;
    program.li(s0, kTrampoline).li(t0, addi(a1, x0, 0)).li(t1, jalr(x0, ra, 0)).li(t2, 1U << 20);
    program.words(addi(a0, x0, 0), addi(s1, x0, 10), sw(t1, s0, 4));
    const std::uint32_t loop = program.here();
    // Returns the round's number; the words around it are data.
    program.words(sw(s1, s0, -4), sw(s1, s0, 8), sw(t0, s0, 0), jalr(ra, s0, 0));
    program.words(add(a0, a0, a1), add(t0, t0, t2), addi(s1, s1, -1));
    program.word(bne(s1, x0, static_cast<std::int32_t>(loop - program.here())));
    return board.run(program.exit(a0));
  };
  expect_same(run, "45");
}

}  // namespace
}  // namespace docsis_vp::platform::testing::changed_code_test
