// `docsis-vp iss` as a user meets it: a program file in; text, status and files out.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/elf_file.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app::testing::iss_test {
namespace {

using namespace platform::testing;

struct Result {
  int status;
  std::string text;  // both streams
};

class Iss : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.file(name); }

  Result run(const std::string& arguments) const {
    const std::string command = DOCSIS_VP_SIM " iss " + arguments + " 2>&1";
    std::FILE* const pipe = popen(command.c_str(), "r");
    Result result{};
    std::array<char, 256> buffer;
    while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
      result.text += buffer.data();
    }
    result.status = WEXITSTATUS(pclose(pipe));
    return result;
  }
  Result run(const Program& program, const std::string& options = "") const {
    write_elf(path("program.elf"), program);
    return run(path("program.elf") + " " + options);
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(Iss, ReturnsTheProgramsExitCode) {
  const Result result = run(Program().words(addi(a0, x0, 42)).exit(a0));
  EXPECT_EQ(result.status, 42);
  EXPECT_EQ(result.text, "");
}

TEST_F(Iss, ShowsWhatTheProgramPrints) {
  Program program;
  program.li(s0, 0x20000000);
  for (const char character : std::string("hi\n")) {
    program.words(addi(a0, x0, character), sw(a0, s0, 4));
  }
  EXPECT_EQ(run(program.exit()).text, "hi\n");
}

// An exit status has 8 bits; a failure must not pass for success.
TEST_F(Iss, ACodeBeyondAnExitStatusStaysAFailure) {
  const struct {
    std::uint32_t code;
    int status;
    const char* told;
  } cases[] = {
      {0, 0, ""},
      {255, 255, ""},
      {256, 255, "docsis-vp: the program's exit code is 256, exit status 255\n"},
      {257, 1, "docsis-vp: the program's exit code is 257, exit status 1\n"},
      {65536, 255, "docsis-vp: the program's exit code is 65536, exit status 255\n"},
      {0xffffffff, 255, ""},  // -1
      {0xffffff00, 255, "docsis-vp: the program's exit code is -256, exit status 255\n"},
  };
  for (const auto& each : cases) {
    const Result device = run(Program().li(a0, each.code).exit(a0));
    EXPECT_EQ(device.status, each.status) << each.code;
    EXPECT_EQ(device.text, each.told);
  }
}

TEST_F(Iss, TohostEndsTheRunByTheHtifRule) {
  for (const int test : {0, 7}) {
    Program program;
    program.li(s0, 0x80001000).words(addi(a0, x0, 2 * test + 1), addi(a1, x0, 2));
    // A word beside tohost and an even value are no end.
    program.words(sw(a0, s0, 8), sw(a1, s0, 0), sw(a0, s0, 0), sw(x0, s0, 4), jal(x0, 0));
    write_elf(path("program.elf"), program.pad_to(0x80001010), 0x80001000);
    const Result result = run(path("program.elf") + " --max-instructions 100");
    EXPECT_EQ(result.status, test) << result.text;
  }
}

TEST_F(Iss, IsWhatBareTestProgramsExpect) {
  for (const char* profile : {"ibex-small", "ibex-maxperf", "ideal", "zero"}) {
    const Result result = run(DOCSIS_VP_TEST_ENVIRONMENT " --max-instructions 100000 --profile " +
                              std::string(profile));
    EXPECT_EQ(result.status, 0) << profile << ": check " << result.status << " " << result.text;
  }
}

TEST_F(Iss, RunsAtThePaceOfTheProfile) {
  const Program program = Program().words(mul(a0, a0, a0), csrrs(a0, csr::kMcycle, x0)).exit(a0);
  EXPECT_EQ(run(program).status, 3);
  EXPECT_EQ(run(program, "--profile ibex-maxperf").status, 1);
}

TEST_F(Iss, TakesAProfileFromAFile) {
  std::ofstream(path("my.profile")) << "extends = ibex-small\nmul = 9\nisa = rv32imc_zbb\n";
  // clz of 1 is 31.
  const Program program = Program()
                              .words(addi(a1, x0, 1), 0x60059593U, mul(a0, a0, a0))
                              .words(csrrs(a0, csr::kMcycle, x0), add(a0, a0, a1))
                              .exit(a0);
  EXPECT_EQ(run(program, "--profile " + path("my.profile")).status, 1 + 1 + 9 + 31);
  std::ofstream(path("my.profile")) << "mul = many\n";
  const Result bad = run(program, "--profile " + path("my.profile"));
  EXPECT_EQ(bad.status, 2);
  EXPECT_EQ(bad.text, "docsis-vp: " + path("my.profile") +
                          ":1: mul: expected a whole number from 1 to 500, found 'many'\n");
}

TEST_F(Iss, HasAMachineTimerInMicroseconds) {
  // Sleeps until mtime reaches 5, then returns the time CSR; interrupts as such stay off.
  Program program;
  program.li(s0, 0x20104000).words(addi(a0, x0, 5), sw(a0, s0, 0), sw(x0, s0, 4));
  program.words(addi(a1, x0, 0x80), csrrw(x0, csr::kMie, a1), kWfi, csrrs(a0, csr::kTime, x0));
  const Result result = run(program.exit(a0));
  EXPECT_EQ(result.status, 5) << result.text;
}

TEST_F(Iss, FailuresOfTheProgramAreStatus3AndOneLine) {
  const Result trap = run(Program().words(kNop, kEbreak), "--no-rerun");
  EXPECT_EQ(trap.status, 3);
  EXPECT_EQ(trap.text,
            "docsis-vp: cpu: trap without a handler (mtvec was never written): breakpoint at pc "
            "0x80000004, pc 0x80000004\n");
  const Result limit = run(Program().words(jal(x0, 0)), "--max-instructions 1000 --no-rerun");
  EXPECT_EQ(limit.status, 3);
  EXPECT_EQ(limit.text, "docsis-vp: cpu: instruction limit of 1000 reached, pc 0x80000000\n");
  const Result sleep = run(Program().words(kWfi, kNop));
  EXPECT_EQ(sleep.status, 3);
  EXPECT_NE(sleep.text.find("deadlock"), std::string::npos);
}

TEST_F(Iss, AFailedProgramIsRunAgainToSayHowItFailed) {
  Program program;
  program.li(s0, 0x20000000).words(addi(a0, x0, '!'), sw(a0, s0, 4));
  const Result result = run(program.words(jal(x0, 8), kNop, kEbreak));
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.text.rfind("!docsis-vp: cpu: trap without a handler", 0), 0U) << result.text;
  EXPECT_NE(result.text.find("\nfault of the program at "), std::string::npos) << result.text;
  EXPECT_NE(result.text.find(": trap: breakpoint at pc 0x80000018"), std::string::npos);
  EXPECT_NE(result.text.find("\nlast 1 branches, the latest last\n"), std::string::npos);
  EXPECT_NE(result.text.find(" s  0x80000010 -> 0x80000018\n"), std::string::npos);
}

TEST_F(Iss, WritesACommitLogAsSpikeDoes) {
  const Result result =
      run(Program().words(addi(a0, x0, 42)).exit(a0), "--commit-log " + path("commits"));
  EXPECT_EQ(result.status, 42);
  std::ifstream file(path("commits"));
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line, "core   0: 3 0x80000000 (0x02a00513) x10 0x0000002a");
  EXPECT_TRUE(std::getline(file, line));
}

TEST_F(Iss, BadInputIsStatus2AndOneLine) {
  write_elf(path("good.elf"), Program().exit());
  const Result device = run("/dev/zero");  // which never ends
  EXPECT_EQ(device.status, 2);
  EXPECT_EQ(device.text, "docsis-vp: /dev/zero: not an ELF file\n");
  std::ofstream(path("bad.elf")) << "not an ELF file at all, but long enough to hold a header....";
  const std::string good = path("good.elf");
  for (const std::string& arguments :
       {std::string(), path("missing.elf"), path("bad.elf"), good + " --profile fast",
        good + " --ram 0x90000000:0x1000", good + " --ram 5", good + " --max-instructions x",
        good + " --max-instructions -1", good + " --max-instructions 0",
        good + " --dump 0x0:4 " + path("dump"), good + " --dump 0x80000000:4",
        good + " --profil ideal"}) {
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_EQ(std::count(result.text.begin(), result.text.end(), '\n'), 1) << result.text;
  }
}

TEST_F(Iss, DumpsMemoryAndCounters) {
  Program program;
  program.li(s0, 0x80000100).li(a0, 0x44434241).word(sw(a0, s0, 0)).exit();
  const Result result =
      run(program, "--dump 0x80000100:4 " + path("dump") + " --stats " + path("stats"));
  EXPECT_EQ(result.status, 0) << result.text;
  std::ifstream dump(path("dump"), std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(dump), {}), "ABCD");
  std::ifstream stats(path("stats"));
  const std::string text(std::istreambuf_iterator<char>(stats), {});
  EXPECT_NE(text.find("\"instructions\": 8"), std::string::npos) << text;
}

}  // namespace
}  // namespace docsis_vp::app::testing::iss_test
