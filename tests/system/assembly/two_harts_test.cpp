// A modem whose control CPU has two harts: results, recordings and the debugger name each.
#include <gmock/gmock.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "models/cm/soc_registers.h"
#include "platform/base/errors.h"
#include "system/assembly/instruments/cpu_recordings.h"
#include "system/assembly/instruments/gdb_bench.h"
#include "system/assembly/system.h"
#include "system/results/summary.h"
#include "tests/platform/cpu/assembler.h"
#include "tests/platform/debug/rsp_client.h"
#include "tests/platform/memory/elf_file.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::system::two_harts_test {
namespace {

using namespace platform::testing;  // the assembler
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::uint32_t kSecond = 0x100, kHandlers = 0x200, kMhartid = 0xf14;
constexpr std::uint32_t kClint = cm::soc_registers::kClintBase;

// Every 100 us the timer interrupts hart 0, which raises the software interrupt of hart 1. Hart 1
// counts it in a0 and withdraws it.
std::vector<std::uint8_t> image() {
  Program program(0);
  const auto begin = [&program](std::uint32_t handler, std::uint32_t line) {
    program.li(t0, handler).word(csrrw(x0, csr::kMtvec, t0));
    program.li(t0, line).word(csrrw(x0, csr::kMie, t0)).li(s0, kClint).li(s1, kClint + 0x4000);
  };
  program.words(csrrs(a1, kMhartid, x0), beq(a1, x0, 16)).li(t0, kSecond).word(jalr(x0, t0, 0));
  begin(kHandlers, 1 << 7);
  program.words(addi(a0, x0, 100), sw(a0, s1, 0), sw(x0, s1, 4));
  program.words(csr_immediate(6, x0, csr::kMstatus, 8), kWfi, jal(x0, -4));
  program.pad_to(kSecond);
  begin(kHandlers + 0x40, 1 << 3);
  program.words(csr_immediate(6, x0, csr::kMstatus, 8), kWfi, jal(x0, -4));
  program.pad_to(kHandlers);
  program.words(addi(a0, a0, 100), sw(a0, s1, 0), addi(t0, x0, 1), sw(t0, s0, 4), kMret);
  program.pad_to(kHandlers + 0x40).words(addi(a0, a0, 1), sw(x0, s0, 4), kMret);
  platform::ElfFile file;
  file.add_segment(0, 0, {program.bytes().begin(), program.bytes().end()},
                   static_cast<std::uint32_t>(program.bytes().size()));
  file.add_symbol("start", 0, kSecond, STT_FUNC);
  file.add_symbol("second", kSecond, kHandlers - kSecond, STT_FUNC);
  file.add_symbol("ring", kHandlers, 0x40, STT_FUNC);
  file.add_symbol("answer", kHandlers + 0x40, 0x40, STT_FUNC);
  return file.bytes();
}

class NoText : public platform::TextSink {
  void write(std::string_view) override {}
};

class TwoHarts : public ::testing::Test {
 protected:
  TwoHarts() {
    LoadedScenario loaded = load_scenario("scenarios/quickstart.json");
    const std::vector<std::uint8_t> bytes = image();
    std::ofstream(folder_.file("two.elf"), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<long>(bytes.size()));
    loaded.scenario.modems[0].firmware = folder_.file("two.elf");
    loaded.scenario.modems[0].cpu.harts = 2;
    system = std::make_unique<System>(std::move(loaded), &console_);
    soc = system->modem_units()[0]->cpu();
  }
  void run_ms(unsigned ms) { system->run_for(sc_core::sc_time(ms, sc_core::SC_MS)); }

 private:
  TemporaryFolder folder_;
  NoText console_;

 protected:
  std::unique_ptr<System> system;
  ControlCpu* soc = nullptr;
};

TEST_F(TwoHarts, HaveResultsOfTheirOwn) {
  run_ms(10);
  const Results results = system->results();
  ASSERT_EQ(results.cpus.size(), 2U);
  EXPECT_EQ(results.cpus[0].hart, 0U);
  EXPECT_EQ(results.cpus[1].hart, 1U);
  const char* const lines[] = {"timer", "software"};
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_EQ(results.cpus[i].modem, "cm0");
    ASSERT_EQ(results.cpus[i].interrupts.size(), 1U);
    EXPECT_EQ(results.cpus[i].interrupts[0].source, lines[i]);
    EXPECT_NEAR(static_cast<double>(results.cpus[i].interrupts[0].served), 99, 1);
  }
  EXPECT_EQ(soc->hart(1).reg(a0), soc->hart(1).counters().interrupts);
  EXPECT_EQ(soc->hart(0).csr(kMhartid), 0U);
  EXPECT_EQ(soc->hart(1).csr(kMhartid), 1U);
  EXPECT_THAT(soc->position(),
              MatchesRegex("hart 0 pc 0x000000.. \\(start\\+0x..\\), hart 1 pc 0x000001.. "
                           "\\(second\\+0x..\\)"));
  EXPECT_THAT(results.json(), HasSubstr("\"hart\": 1"));
  const std::string shown = summary(results, system->scenario(), {});
  EXPECT_THAT(shown, HasSubstr("CPU of cm0.cpu0"));
  EXPECT_THAT(shown, HasSubstr("CPU of cm0.cpu1"));
}

TEST_F(TwoHarts, StartAgainTogether) {
  run_ms(1);
  soc->reset(platform::now_ps());
  EXPECT_EQ(soc->hart(0).pc(), 0U);
  EXPECT_EQ(soc->hart(1).pc(), 0U);
  run_ms(10);
  EXPECT_GT(soc->hart(1).reg(a0), 90U);
  EXPECT_EQ(system->results().cpus[0].resets.external, 1U);
}

TEST_F(TwoHarts, AreRecordedOneByOne) {
  std::ostringstream log, trace, callgrind, waves;
  CpuRecordings recordings(system->modem_units());
  recordings.commit_log("--commit-log", "cm0.cpu1", log);
  recordings.trace("--trace", "cm0.cpu1", trace, {});
  recordings.callgrind("--callgrind", "cm0.cpu0", callgrind);
  recordings.profile("--profile", "cm0.cpu1");
  system->write_waves(waves, {"cm0.cpu*", "cm0.irq.*"});
  run_ms(1);
  recordings.finish();
  system->finish_waves();
  EXPECT_THAT(log.str(), StartsWith("core   1: 3 0x00000000 "));
  EXPECT_THAT(log.str(), Not(HasSubstr("core   0")));
  EXPECT_THAT(trace.str(), HasSubstr(" cm0.cpu1 0x00000240 answer "));
  EXPECT_THAT(trace.str(), Not(HasSubstr(" ring")));
  EXPECT_THAT(callgrind.str(), HasSubstr("fn=ring\n"));
  EXPECT_THAT(callgrind.str(), Not(HasSubstr("answer")));
  EXPECT_THAT(recordings.flat_profile(), HasSubstr("Firmware of cm0.cpu1, cycles"));
  EXPECT_THAT(recordings.flat_profile(), HasSubstr("  answer\n"));
  EXPECT_THAT(waves.str(), HasSubstr("$scope module cpu0 "));
  EXPECT_THAT(waves.str(), HasSubstr("$scope module cpu1 "));
  EXPECT_THAT(waves.str(), HasSubstr(" software1 "));
}

TEST_F(TwoHarts, AreFoundByName) {
  std::ostringstream to;
  CpuRecordings recordings(system->modem_units());
  const auto refusal_of = [&](const std::string& cpu) -> std::string {
    try {
      recordings.commit_log("--commit-log", cpu, to);
      return "none";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refusal_of("cm0"), "none");
  EXPECT_EQ(refusal_of("cm0.cpu2"),
            "--commit-log: there is no hart cm0.cpu2, expected cm0.cpu0 to .cpu1");
  EXPECT_EQ(refusal_of("cm0.cpu"),
            "--commit-log: there is no hart cm0.cpu, expected cm0.cpu0 to .cpu1");
  EXPECT_EQ(refusal_of("cm1.cpu0"), "--commit-log: there is no modem cm1 with a CPU");
}

// The breakpoint in the handler of hart 1 stops thread 2.
TEST_F(TwoHarts, AreThreadsOfTheDebugger) {
  const std::uint16_t port = system->serve_gdb({});
  std::vector<std::string> answers;
  std::thread client([&] {
    RspClient debugger(port);
    for (const char* packet :
         {"?", "qfThreadInfo", "qThreadExtraInfo,2", "Z0,240,4", "vCont;c", "pa", "vCont;s:2",
          "z0,240,4", "Hg1", "pb", "Hg2", "pb", "qRcmd,697271", "D"}) {
      answers.push_back(debugger.ask(packet));
    }
  });
  run_ms(5);
  system->finish_gdb(0);
  client.join();
  ASSERT_EQ(answers.size(), 14U);
  EXPECT_EQ(answers[1], "m1,2");
  EXPECT_EQ(platform::octets_of_hex(answers[2]), "CPU of cm0, hart 1");
  EXPECT_THAT(answers[4], MatchesRegex("T05swbreak:;02:.*;20:40020000;thread:2;"));
  EXPECT_EQ(answers[5], "00000000");
  EXPECT_THAT(answers[6], MatchesRegex("T0502:.*;20:44020000;thread:2;"));
  EXPECT_EQ(answers[9], "00000000") << "mhartid of hart 0";
  EXPECT_EQ(answers[11], "01000000") << "mhartid of hart 1";
  EXPECT_THAT(platform::octets_of_hex(answers[12]).value_or(""),
              MatchesRegex("hart 0\nsource(.|\n)*\nhart 1\nsource(.|\n)*"));
}

}  // namespace
}  // namespace docsis_vp::system::two_harts_test
