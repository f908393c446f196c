// The program under a debugger of the tests' own, which speaks what GDB speaks.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <sstream>

#include "models/aqm/docsis_pie/docsis_pie_state.h"
#include "platform/debug/debug_target.h"
#include "platform/debug/hex.h"
#include "platform/memory/elf_image.h"
#include "tests/app/elf_file.h"
#include "tests/app/gdb/debugged_run.h"
#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::app::gdb_test {
namespace {

using platform::hex_of_number;
using platform::hex_of_word;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

const std::string kScenario = "scenarios/quickstart.json --duration 0.3";
constexpr unsigned kPc = platform::DebugTarget::kPc;
constexpr unsigned kMcause = platform::DebugTarget::kFirstCsr + 0x342;
constexpr unsigned kMepc = platform::DebugTarget::kFirstCsr + 0x341;
constexpr std::uint32_t kAqmEngine = 0x20030000;

std::string image(const std::string& name) {
  return std::string(DOCSIS_VP_FIRMWARE) + "/" + name + ".elf";
}

class Gdb : public ::testing::Test {
 protected:
  std::uint32_t address_of(const std::string& symbol) const {
    return firmware_.symbol(symbol)->address;
  }
  std::uint32_t probability() const {
    return address_of("states") + offsetof(docsis_pie_state, law.drop_prob_q28);
  }
  std::string stop_point(char set, int kind, std::uint32_t address, int bytes) const {
    return set + std::to_string(kind) + "," + hex_of_number(address) + "," + std::to_string(bytes);
  }

  const platform::ElfImage firmware_ = platform::ElfImage::read(image("docsis_pie"));
};

TEST_F(Gdb, WaitsAtTheFirstInstructionAndSaysWhere) {
  DebuggedRun run(kScenario);
  EXPECT_THAT(run.greeting(), MatchesRegex("gdb: port [0-9]+ of this machine, the run waits for: "
                                           "target remote :[0-9]+\n"));
  run.connect();
  EXPECT_THAT(run.ask("?"), StartsWith("T02"));
  EXPECT_EQ(run.reg(kPc), firmware_.entry());
  EXPECT_EQ(run.monitor("time"), "0.000000000000 s\n");
  EXPECT_EQ(run.ask("qXfer:exec-file:read::0,fff"), "l" + image("docsis_pie"));
}

TEST_F(Gdb, StopsInTheLawAndWhenTheProbabilityChanges) {
  DebuggedRun run(kScenario);
  run.connect();
  const std::uint32_t law = address_of("docsis_pie_update");
  EXPECT_EQ(run.ask(stop_point('Z', 1, law, 2)), "OK");
  EXPECT_THAT(run.ask("c"), StartsWith("T05hwbreak:;"));
  EXPECT_EQ(run.reg(kPc), law);
  EXPECT_EQ(run.reg(kMcause), 0x8000000b);  // within the external interrupt
  EXPECT_THAT(run.monitor("time"), StartsWith("0.00175"));
  // A millisecond that the host waits is none for the modem.
  EXPECT_EQ(run.monitor("time"), run.monitor("time"));

  EXPECT_EQ(run.ask(stop_point('z', 1, law, 2)), "OK");
  EXPECT_EQ(run.ask(stop_point('Z', 2, probability(), 4)), "OK");
  std::uint32_t last = run.word(probability());
  EXPECT_THAT(run.ask("c"), StartsWith("T05watch:" + hex_of_number(probability())));
  for (int i = 0; last == run.word(probability()) && i < 20; ++i) {
    EXPECT_THAT(run.ask("c"), StartsWith("T05watch:"));
  }
  EXPECT_GT(run.word(probability()), last);
}

TEST_F(Gdb, StepsAnInstructionAtATimeAndOutOfARange) {
  DebuggedRun run(kScenario);
  run.connect();
  const std::uint32_t start = run.reg(kPc);
  EXPECT_THAT(run.ask("vCont;s:1"), StartsWith("T05"));
  EXPECT_EQ(run.reg(kPc), start + 4);
  EXPECT_EQ(run.reg(platform::DebugTarget::kFirstCsr + 0xb02), 1U);  // minstret
  const std::string range = hex_of_number(start) + "," + hex_of_number(start + 16);
  EXPECT_THAT(run.ask("vCont;r" + range), StartsWith("T05"));
  EXPECT_EQ(run.reg(kPc), start + 16);
}

TEST_F(Gdb, ShowsAndChangesRegistersAndMemory) {
  DebuggedRun run(kScenario);
  run.connect();
  const std::uint32_t states = address_of("states");
  EXPECT_EQ(run.ask("M" + hex_of_number(states) + ",4:" + hex_of_word(0xabcd)), "OK");
  EXPECT_EQ(run.word(states), 0xabcdU);
  EXPECT_EQ(run.ask("Pa=" + hex_of_word(77)), "OK");
  EXPECT_EQ(run.reg(10), 77U);
  EXPECT_EQ(run.ask("P" + hex_of_number(kMepc) + "=" + hex_of_word(0x124)), "OK");
  EXPECT_EQ(run.reg(kMepc), 0x124U);
  // A breakpoint is not in memory, which is a ROM besides.
  const std::uint32_t law = address_of("docsis_pie_update");
  const std::uint32_t code = run.word(law);
  EXPECT_EQ(run.ask(stop_point('Z', 0, law, 2)), "OK");
  EXPECT_EQ(run.word(law), code);
  EXPECT_EQ(run.ask("m10000000,4"), "E0e");
  // A register of a block is written as the CPU would write it: the watchdog's timeout.
  EXPECT_EQ(run.ask("M20020004,4:" + hex_of_word(5'000'000)), "OK");
  EXPECT_THAT(run.monitor("regs watchdog"),
              ContainsRegex("0x20020004 \\+0x0004 timeout +0x004c4b40 5000000\n"));
}

TEST_F(Gdb, MonitorShowsInterruptsAndBlocks) {
  DebuggedRun run(kScenario);
  run.connect();
  run.ask(stop_point('Z', 0, address_of("external_interrupt"), 2));
  run.ask("c");
  const std::string interrupts = run.monitor("irq");
  EXPECT_THAT(interrupts, HasSubstr("aqm_tick       yes   yes     yes     1\n"));
  EXPECT_THAT(interrupts, HasSubstr("mip.external   yes   yes     yes\n"));
  EXPECT_THAT(interrupts, HasSubstr("mstatus.MIE    interrupts wait\n"));
  // Reading the claim register does not claim.
  EXPECT_THAT(run.monitor("regs plic"),
              ContainsRegex("0x24200004 \\+0x200004 claim +0x00000001 1\n"));
  EXPECT_EQ(run.monitor("irq"), interrupts);
  EXPECT_THAT(run.monitor("regs watchdog"), ContainsRegex("0x20020000 \\+0x0000 control +0x"));
  EXPECT_THAT(run.monitor("regs ram"), StartsWith("no block \"ram\"; there are exit_device "));
  EXPECT_THAT(run.monitor("stop"),
              StartsWith("unknown command \"stop\"; there are\nmonitor reset"));
  EXPECT_THAT(run.monitor("reset"), StartsWith("pc 0x"));
  EXPECT_EQ(run.reg(kPc), firmware_.entry());
}

TEST_F(Gdb, ADebuggerThatSetsNothingChangesNoResult) {
  DebuggedRun run(kScenario);
  run.connect();
  run.ask(stop_point('Z', 0, address_of("docsis_pie_update"), 2));
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(run.ask("c"), StartsWith("T05swbreak"));
    EXPECT_THAT(run.ask("s"), StartsWith("T05"));
    run.ask("g");
    run.monitor("regs aqm_engine");
    run.word(kAqmEngine);
  }
  run.ask(stop_point('z', 0, address_of("docsis_pie_update"), 2));
  run.ask(stop_point('Z', 4, probability(), 4));
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(run.ask("c"), StartsWith("T05awatch"));
  }
  run.ask(stop_point('z', 4, probability(), 4));
  EXPECT_EQ(run.ask("c"), "W00");
  EXPECT_EQ(run.status(), 0);
  EXPECT_EQ(system::without_host(run.file("out/results.json")), system::run_text(kScenario));
}

TEST_F(Gdb, InterruptsDetachesAndComesBack) {
  DebuggedRun run("scenarios/quickstart.json --duration 10000");
  run.connect();
  run.tell("$c#63");
  run.tell("\x03");
  EXPECT_THAT(run.answer(), StartsWith("T02"));
  const double before = std::stod(run.monitor("time"));
  EXPECT_EQ(run.ask(stop_point('Z', 0, address_of("docsis_pie_update"), 2)), "OK");
  EXPECT_EQ(run.ask("D"), "OK");
  run.disconnect();
  run.connect();
  EXPECT_THAT(run.ask("?"), StartsWith("T02"));  // not at the breakpoint, which went with it
  EXPECT_GT(std::stod(run.monitor("time")), before);
  run.disconnect();  // without a word: as if detached
  run.connect();
  EXPECT_THAT(run.ask("?"), StartsWith("T02"));
  EXPECT_EQ(run.ask("vKill;1"), "OK");
  EXPECT_EQ(run.status(), 130);
  EXPECT_EQ(run.file("out/results.json"), "");
}

TEST_F(Gdb, AWatchdogsBiteHoldsTheCpuThenFailsTheRun) {
  DebuggedRun run(kScenario);
  run.connect();
  // It waits for interrupts that it will never take.
  run.ask(stop_point('Z', 0, address_of("docsis_pie_update"), 2));
  run.ask("c");
  EXPECT_EQ(run.ask("P" + hex_of_number(platform::DebugTarget::kFirstCsr + 0x304) + "=00000000"),
            "OK");  // mie
  run.ask(stop_point('z', 0, address_of("docsis_pie_update"), 2));
  EXPECT_THAT(run.ask("c"), StartsWith("T06"));
  EXPECT_THAT(run.said(), ContainsRegex("did not kick the watchdog for [0-9]+ us\n"));
  EXPECT_EQ(run.reg(kPc) & 1, 0U);
  EXPECT_EQ(run.ask("c"), "W03");
  EXPECT_EQ(run.status(), 3);
  EXPECT_THAT(run.file("err"), HasSubstr("did not kick the watchdog"));
}

TEST_F(Gdb, FollowsAFieldUpdateAndAReset) {
  const system::ScenarioFile scenario(R"({"extends": ")" + std::string(DOCSIS_VP_SOURCE) +
                                      R"(/scenarios/quickstart.json", "duration_s": 0.3, "events": [
      {"time_s": 0.1, "kind": "reset_cpu", "modem": "cm0"},
      {"time_s": 0.2, "kind": "update_firmware", "modem": "cm0", "firmware": "mixed"}]})");
  DebuggedRun run(scenario.path());
  run.connect();
  EXPECT_THAT(run.ask("qSupported:exec-events+"), HasSubstr("exec-events+"));
  EXPECT_EQ(run.ask(stop_point('Z', 0, 0x2, 2)), "OK");  // where the new one has no breakpoint
  const std::string stop = run.ask("c");
  EXPECT_THAT(stop, StartsWith("T05exec:" + platform::hex_of(image("mixed")) + ";"));
  EXPECT_EQ(run.said(), "the CPU was reset\n");
  EXPECT_EQ(run.reg(kPc), platform::ElfImage::read(image("mixed")).entry());
  EXPECT_EQ(run.monitor("time"), "0.200000000000 s\n");
  EXPECT_EQ(run.ask("qXfer:exec-file:read::0,fff"), "l" + image("mixed"));
  EXPECT_EQ(run.ask("c"), "W00");
}

TEST_F(Gdb, WavesOfADebuggedRunAreThoseOfAnyRun) {
  const TemporaryFolder folder;
  const auto waves = [&folder](const std::string& name) {
    std::ifstream file(folder.file(name));
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  DebuggedRun run(kScenario + " --waves " + folder.file("debugged.vcd"));
  run.connect();
  run.ask(stop_point('Z', 0, address_of("docsis_pie_update"), 2));
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(run.ask("c"), StartsWith("T05swbreak"));
    EXPECT_THAT(run.ask("s"), StartsWith("T05"));
    EXPECT_EQ(run.monitor("time"), run.monitor("time"));
  }
  run.ask(stop_point('z', 0, address_of("docsis_pie_update"), 2));
  EXPECT_EQ(run.ask("c"), "W00");
  EXPECT_EQ(run.status(), 0);
  system::run_text(kScenario + " --waves " + folder.file("plain.vcd"));
  EXPECT_GT(waves("plain.vcd").size(), 10'000U);
  EXPECT_TRUE(waves("plain.vcd") == waves("debugged.vcd"));
}

// All registers of a block with their names, however many there are.
TEST_F(Gdb, MonitorShowsLargeBlocksWhole) {
  DebuggedRun run(kScenario + " --log-tlm rom=/dev/null --log-tlm aqm_engine=/dev/null");
  run.connect();
  run.ask(stop_point('Z', 0, address_of("docsis_pie_update"), 2));
  run.ask("c");
  const auto whole = [&run](const std::string& block) {
    run.forget_said();
    const std::string end = run.monitor("regs " + block);  // what was said comes before
    return run.said() + end;
  };
  const std::string engine = whole("aqm_engine");
  EXPECT_GT(engine.size(), 5000U);
  EXPECT_THAT(engine, StartsWith("0x20030000 +0x0000 interrupt_status "));
  EXPECT_THAT(engine, ContainsRegex("\n0x20031000 \\+0x1000 flow\\[0\\]\\.depth_bytes +0x"));
  EXPECT_THAT(engine, ContainsRegex("\n0x20034000 \\+0x4000 options\\[0\\]\\.value\\[0\\] +0x"));
  std::istringstream lines(engine);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_THAT(line, MatchesRegex("0x[0-9a-f]{8} \\+0x[0-9a-f]{4} [a-z0-9_.]+(\\[[0-9]+\\])?"
                                   "[a-z0-9_.]*(\\[[0-9]+\\])? +0x[0-9a-f]{8} [0-9]+"));
  }
  EXPECT_THAT(whole("rom"), StartsWith("no block \"rom\"; there are exit_device "))
      << "a memory that is logged is one";
}

TEST_F(Gdb, MonitorCutsNothing) {
  DebuggedRun run(kScenario + " --set service_flows.us0.aqm.algorithm=docsis_pie");
  run.connect();
  const std::string end = run.monitor("regs plic");
  const std::string plic = run.said() + end;
  EXPECT_THAT(plic, ContainsRegex("\\+0x007c priority\\[31\\] +0x"));
  EXPECT_EQ(plic.back(), '\n');
}

// GDB manual, "Continuing at a Different Address".
TEST_F(Gdb, HoldsAtABreakpointWhereExecutionResumes) {
  DebuggedRun run(kScenario);
  run.connect();
  const std::uint32_t law = address_of("docsis_pie_update");
  const std::uint32_t other = address_of("docsis_pie_queue_delay_us");
  run.ask(stop_point('Z', 1, law, 2));
  EXPECT_THAT(run.ask("c"), StartsWith("T05hwbreak"));
  // Elsewhere, by a register and by the packet.
  EXPECT_EQ(run.ask(stop_point('Z', 0, other, 2)), "OK");
  EXPECT_EQ(run.ask("P20=" + hex_of_word(other)), "OK");
  EXPECT_THAT(run.ask("vCont;c"), StartsWith("T05swbreak"));
  EXPECT_EQ(run.reg(kPc), other);
  EXPECT_THAT(run.ask("c" + hex_of_number(law)), StartsWith("T05hwbreak"));
  EXPECT_EQ(run.reg(kPc), law);
  EXPECT_THAT(run.ask("s"), StartsWith("T05"));
  EXPECT_NE(run.reg(kPc), law) << "a step leaves it";
}

// A trap at 0x80000018: GDB shows the place and the stack as they are.
TEST_F(Gdb, StopsAtATrapBeforeTheHandler) {
  using namespace platform::testing;
  const TemporaryFolder folder;
  constexpr std::uint32_t kHandler = 0x80000100, kTrapCsr = platform::DebugTarget::kFirstCsr;
  const struct {
    std::uint32_t instruction;
    const char* signal;
    const char* said;
  } cases[] = {
      {lw(a0, s0, 0), "T0b", "load access fault at pc 0x80000018, address 0x40000000\n"},
      {sw(a0, s0, 4), "T0b", "store access fault at pc 0x80000018, address 0x40000004\n"},
      {0xffffffff, "T04", "illegal instruction 0xffffffff at pc 0x80000018\n"},
      {kEbreak, "T05", "breakpoint at pc 0x80000018\n"},
  };
  for (const auto& each : cases) {
    Program program;
    program.li(t0, kHandler).li(s0, 0x40000000).words(csrrw(x0, csr::kMtvec, t0), kNop);
    program.words(each.instruction, addi(a1, x0, 1)).exit(a1);
    program.pad_to(kHandler).words(addi(a1, x0, 42)).exit(a1);
    testing::write_elf(folder.file("program.elf"), program);
    DebuggedRun run(folder.file("program.elf"), "iss");
    run.connect();
    EXPECT_THAT(run.ask("c"), StartsWith(each.signal));
    EXPECT_EQ(run.said(), each.said);
    EXPECT_EQ(run.reg(kPc), 0x80000018U);
    EXPECT_EQ(run.reg(kTrapCsr + 0x342), 0U) << "not taken yet";
    EXPECT_EQ(run.ask("c"), "W2a") << "the program's handler has it now";
  }
  // The debugger may correct the cause, and the instruction is tried again.
  Program program;
  program.li(s0, 0x40000000).words(lw(a0, s0, 0)).exit(a0);
  testing::write_elf(folder.file("program.elf"), program);
  DebuggedRun mended(folder.file("program.elf"), "iss");
  mended.connect();
  EXPECT_THAT(mended.ask("c"), StartsWith("T0b"));
  EXPECT_EQ(mended.ask("P8=" + hex_of_word(0x80000000)), "OK");
  EXPECT_EQ(mended.ask("c"), "W" + hex_of_number(lui(s0, 0x40000000) & 0xff));
  // Without a handler it ends the run, which needs no second stop.
  DebuggedRun failing(folder.file("program.elf"), "iss");
  failing.connect();
  EXPECT_THAT(failing.ask("c"), StartsWith("T0b"));
  EXPECT_EQ(failing.ask("C0b"), "W03");
  EXPECT_THAT(failing.said(), HasSubstr("trap without a handler"));
  EXPECT_EQ(failing.status(), 3);
}

TEST_F(Gdb, DoesNotStopAtSignalsThatPassOrAtCalls) {
  using namespace platform::testing;
  const TemporaryFolder folder;
  constexpr std::uint32_t kHandler = 0x80000100;
  Program program;
  program.li(t0, kHandler).words(csrrw(x0, csr::kMtvec, t0), kEcall, 0xffffffffU, kEcall).exit(a1);
  program.pad_to(kHandler).words(csrrs(t1, csr::kMepc, x0), addi(t1, t1, 4));
  program.words(csrrw(x0, csr::kMepc, t1), addi(a1, a1, 1), kMret);
  testing::write_elf(folder.file("program.elf"), program);
  DebuggedRun run(folder.file("program.elf"), "iss");
  run.connect();
  EXPECT_EQ(run.ask("QPassSignals:4;e"), "OK");
  EXPECT_EQ(run.ask("c"), "W03") << "three traps";
}

// A debugger that changes code on the page of tohost, which the CPU reaches by transactions only.
TEST_F(Gdb, RunsTheCodeThatItLoads) {
  using namespace platform::testing;
  const TemporaryFolder folder;
  constexpr std::uint32_t kSpot = 0x80000040, kTohost = 0x80000080;
  Program program;
  program.words(addi(a0, x0, 0), addi(s0, x0, 3));
  program.word(jal(ra, static_cast<std::int32_t>(kSpot - program.here())));
  program.words(addi(s0, s0, -1), bne(s0, x0, -8), add(a0, a0, a0), addi(a0, a0, 1));
  program.li(t0, kTohost).words(sw(a0, t0, 0), jal(x0, 0)).pad_to(kSpot);
  program.words(addi(a0, a0, 1), jalr(x0, ra, 0));
  while (program.here() < kTohost + 8) {
    program.half(0);
  }
  testing::write_elf(folder.file("program.elf"), program, kTohost);
  DebuggedRun run(folder.file("program.elf"), "iss");
  run.connect();
  run.ask(stop_point('Z', 0, kSpot, 4));
  EXPECT_THAT(run.ask("c"), StartsWith("T05swbreak"));
  EXPECT_THAT(run.ask("s"), StartsWith("T05"));
  EXPECT_THAT(run.ask("c"), StartsWith("T05swbreak"));  // it has run once
  run.ask(stop_point('z', 0, kSpot, 4));
  EXPECT_EQ(run.ask("M" + hex_of_number(kSpot) + ",4:" + hex_of_word(addi(a0, a0, 10))), "OK");
  EXPECT_EQ(run.ask("c"), "W" + platform::hex_of(std::string(1, 21)));
}

TEST_F(Gdb, LoadsAProgramIntoTheRom) {
  DebuggedRun run(kScenario);
  run.connect();
  EXPECT_THAT(run.ask("qXfer:memory-map:read::0,fff"),
              HasSubstr("<memory type=\"flash\" start=\"0x0\" "));
  const auto other = platform::ElfImage::read(image("mixed"));
  EXPECT_EQ(run.ask("vFlashErase:0,10000"), "OK");
  EXPECT_EQ(run.word(other.entry()), 0U);
  for (const platform::ElfImage::Segment& segment : other.segments()) {
    for (std::size_t done = 0; done < segment.bytes.size(); done += 1024) {
      const std::size_t count = std::min<std::size_t>(1024, segment.bytes.size() - done);
      EXPECT_EQ(
          run.ask("vFlashWrite:" +
                  hex_of_number(segment.load_address + static_cast<std::uint32_t>(done)) + ":" +
                  std::string(segment.bytes.begin() + static_cast<std::ptrdiff_t>(done),
                              segment.bytes.begin() + static_cast<std::ptrdiff_t>(done + count))),
          "OK");
    }
  }
  EXPECT_EQ(run.ask("vFlashDone"), "OK");
  EXPECT_EQ(run.ask("vFlashErase:80000000,100"), "E.memtype");
  EXPECT_EQ(run.ask("P20=" + hex_of_word(other.entry())), "OK");
  EXPECT_EQ(run.ask(stop_point('Z', 1, other.symbol("main")->address, 2)), "OK");
  EXPECT_THAT(run.ask("c"), StartsWith("T05hwbreak"));
  EXPECT_EQ(run.reg(kPc), other.symbol("main")->address);
  EXPECT_EQ(run.ask(stop_point('z', 1, other.symbol("main")->address, 2)), "OK");
  EXPECT_EQ(run.ask("c"), "W00");
}

// A breakpoint that is never hit: the run is that without one, in simulated and in host time.
TEST_F(Gdb, ABreakpointThatIsNotHitCostsNearlyNothing) {
  const auto seconds = [&](bool set) {
    DebuggedRun run("scenarios/quickstart.json --duration 20");
    run.connect();
    if (set) {
      run.ask(stop_point('Z', 0, address_of("unhandled_trap"), 2));
    }
    EXPECT_EQ(run.ask("c"), "W00");
    run.status();
    return system::number(system::parse_json(run.file("out/results.json"), ""), "cpu_s");
  };
  const double without = std::min(seconds(false), seconds(false));
  const double with = std::min(seconds(true), seconds(true));
  EXPECT_LT(with, 2 * without + 0.05) << without << " s without";
}

TEST_F(Gdb, ServesABareProgramToo) {
  using namespace platform::testing;
  const TemporaryFolder folder;
  testing::write_elf(folder.file("program.elf"), Program().words(addi(a0, x0, 42)).exit(a0));
  DebuggedRun run(folder.file("program.elf"), "iss");
  EXPECT_THAT(run.greeting(), HasSubstr("the program waits for: target remote :"));
  run.connect();
  EXPECT_THAT(run.ask("?"), StartsWith("T02"));
  EXPECT_EQ(run.reg(kPc), 0x80000000U);
  EXPECT_EQ(run.ask("qXfer:exec-file:read::0,fff"), "l" + folder.file("program.elf"));
  EXPECT_THAT(run.ask("s"), StartsWith("T05"));
  EXPECT_EQ(run.reg(10), 42U);
  EXPECT_EQ(run.word(0x80000000), 0x02a00513U);
  EXPECT_EQ(run.ask("Pa=" + hex_of_word(7)), "OK");
  EXPECT_EQ(run.ask("c"), "W07");
  EXPECT_EQ(run.status(), 7);
}

TEST_F(Gdb, HoldsTheCpuOfTheModemThatWasAskedFor) {
  const std::string two = kScenario + " --set modems.cm0.count=2";
  for (const std::string& modem : {std::string("cm00"), std::string("cm01")}) {
    DebuggedRun run(std::string(two).append(" --gdb-modem ").append(modem));
    run.connect();
    EXPECT_EQ(run.ask("qThreadExtraInfo,1"), platform::hex_of("CPU of " + modem));
    run.ask(stop_point('Z', 0, address_of("docsis_pie_update"), 2));
    EXPECT_THAT(run.ask("c"), StartsWith("T05swbreak"));
    run.ask("D");
    EXPECT_EQ(run.status(), 0);
    EXPECT_EQ(system::without_host(run.file("out/results.json")), system::run_text(two));
  }
}

TEST_F(Gdb, RunsOnWithoutADebuggerIfToldSo) {
  DebuggedRun run(kScenario + " --gdb-no-wait");
  EXPECT_THAT(run.greeting(), HasSubstr("at any time: target remote :"));
  EXPECT_EQ(run.status(), 0);
  EXPECT_EQ(system::without_host(run.file("out/results.json")), system::run_text(kScenario));
}

TEST_F(Gdb, RefusesWhatItCannotServeInOneLine) {
  DebuggedRun other(kScenario);
  const std::string port = std::to_string(other.port());
  const std::pair<std::string, std::string> cases[] = {
      {"scenarios/quickstart.json --gdb " + port,
       "cannot listen at port " + port + " of 127.0.0.1: Address already in use"},
      {"scenarios/quickstart.json --gdb 0 --set modems.cm0.control_law=hardware",
       "--gdb: no modem of the scenario has a CPU, see control_law and drop"},
      {"scenarios/quickstart.json --gdb 0 --gdb-modem cm7",
       "--gdb-modem cm7: there is no modem of that name with a CPU"},
      {"scenarios/quickstart.json --gdb 0 --replications 2",
       "--gdb takes one run, it does not go with --replications"},
      {"scenarios/quickstart.json --gdb 65536", "--gdb 65536: expected a port, 0 to 65535"},
      {"scenarios/quickstart.json --gdb x1", "--gdb x1: expected a port, 0 to 65535"},
      {"scenarios/quickstart.json --gdb-no-wait", "--gdb-no-wait needs --gdb"},
  };
  for (const auto& [arguments, message] : cases) {
    const TemporaryFolder folder;
    const Outcome outcome = run_program("run " + arguments + " -o " + folder.file("out"));
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(outcome.err, "docsis-vp: " + message + "\n");
    EXPECT_FALSE(std::filesystem::exists(folder.file("out/results.json")));
  }
}

}  // namespace
}  // namespace docsis_vp::app::gdb_test
