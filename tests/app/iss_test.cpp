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
  const std::pair<std::uint32_t, int> tests[] = {{0, 0}, {7, 7}, {256, 255}, {512, 255}};
  for (const auto& [test, status] : tests) {
    Program program;
    program.li(s0, 0x80001000).li(a0, 2 * test + 1);
    // A word beside tohost and nothing at all are no end.
    program.words(sw(x0, s0, 4), sw(a0, s0, 8), sw(x0, s0, 0), sw(a0, s0, 0), jal(x0, 0));
    write_elf(path("program.elf"), program.pad_to(0x80001010), 0x80001000);
    const Result result = run(path("program.elf") + " --max-instructions 100");
    EXPECT_EQ(result.status, status) << result.text;
  }
}

// A program that makes system calls by tohost, as those of riscv-tests' benchmarks do: the eight
// 64-bit words of the call at 0x80001100, text at 0x80001200.
class Htif : public Iss {
 protected:
  static constexpr std::uint32_t kTohost = 0x80001000, kFromhost = 0x80001040, kCall = 0x80001100,
                                 kText = 0x80001200;
  static constexpr Register kResult = s4;  // what the call returned, the lower word

  static Program begin() {
    Program program;
    return program.li(s0, kTohost).li(s1, kFromhost).li(s2, kCall);
  }
  static void call(Program& program, std::uint32_t number, std::vector<std::uint32_t> arguments) {
    arguments.insert(arguments.begin(), number);
    std::int32_t offset = 0;
    for (const std::uint32_t word : arguments) {
      program.li(t0, word).words(sw(t0, s2, offset), sw(x0, s2, offset + 4));
      offset += 8;
    }
    program.words(sw(s2, s0, 0), sw(x0, s0, 4));
    program.words(lw(t0, s1, 0), beq(t0, x0, -4), sw(x0, s1, 0), lw(kResult, s2, 0));
  }
  Result run_calls(Program program, const std::string& text, const std::string& options = "") {
    program.pad_to(kTohost);
    while (program.here() < kText) {
      program.half(0);
    }
    for (std::size_t i = 0; i < text.size(); i += 2) {
      const auto at = [&text](std::size_t place) {
        return place < text.size() ? static_cast<std::uint8_t>(text[place]) : 0U;
      };
      program.half(at(i) | at(i + 1) << 8);
    }
    testing::write_elf(path("htif.elf"), program, kTohost, kFromhost);
    return run(path("htif.elf") + " --max-instructions 10000 --no-rerun " + options);
  }
};

TEST_F(Htif, WritesTextAndReturnsItsLength) {
  Program program = begin();
  call(program, 64, {1, kText, 3});
  call(program, 64, {2, kText + 3, 6});
  const Result result = run_calls(program.exit(kResult), "hi\nthere\n");
  EXPECT_EQ(result.status, 6) << result.text;
  EXPECT_EQ(result.text, "hi\nthere\n");
}

TEST_F(Htif, WritesOfOtherDescriptorsAreAnError) {
  Program program = begin();
  call(program, 64, {3, kText, 3});
  const Result result = run_calls(program.exit(kResult), "hi\n");
  EXPECT_EQ(result.status, 256 - 9) << "-EBADF";
  EXPECT_EQ(result.text, "");
}

TEST_F(Htif, ExitsWithAStatusAndTheRestOfALine) {
  Program program = begin();
  call(program, 64, {1, kText, 4});
  call(program, 93, {5});
  const Result result = run_calls(program, "bye!");
  EXPECT_EQ(result.status, 5);
  EXPECT_EQ(result.text, "bye!");
}

TEST_F(Htif, PrintsCharactersOfTheTerminal) {
  Program program = begin();
  program.li(t1, 0x01010000);
  for (const char character : std::string("ABC\n")) {
    program.words(sw(t1, s0, 4), addi(t0, x0, character), sw(t0, s0, 0));
    program.words(lw(t0, s0, 0), bne(t0, x0, -4));  // the host has taken it
  }
  const Result result = run_calls(program.exit(), "");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.text, "ABC\n");
}

TEST_F(Htif, WhatIsNotOfferedIsAFailureOfOneLine) {
  const std::string start = "docsis-vp: host-target interface: ";
  const auto text_of = [&](const std::function<void(Program&)>& ask) {
    Program program = begin();
    ask(program);
    const Result result = run_calls(program.words(jal(x0, 0)), "");
    EXPECT_EQ(result.status, 3);
    return result.text;
  };
  EXPECT_EQ(text_of([](Program& program) {
              call(program, 63, {0, kText, 1});
            }),
            start + "system call 63 at 0x80001100 is not offered, only write (64) and exit (93)\n");
  EXPECT_EQ(text_of([](Program& program) {
              call(program, 64, {1, 0x90000000, 1});
            }),
            start + "system call write: 1 bytes from 0x90000000 are not all in memory\n");
  EXPECT_EQ(text_of([](Program& program) {
              call(program, 64, {1, kText, 0xffffffff});
            }),
            start + "system call write: 4294967295 bytes from 0x80001200 are not all in memory\n");
  EXPECT_EQ(text_of([](Program& program) { program.li(t0, 0x42).words(sw(t0, s0, 0)); }),
            start + "no memory at 0x00000042, where a system call should be\n");
  EXPECT_EQ(text_of([](Program& program) {
              program.li(t0, 0x02000000).words(sw(t0, s0, 4), sw(x0, s0, 0));
            }),
            start + "command 0 of device 2 is not offered, only system calls and the terminal\n");
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
        good + " --dump 0x0:4 " + path("dump"), good + " --dump 0x80000000:4", std::string("''"),
        good + " --dump 0x80000000:4 ''", good + " --profil ideal"}) {
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
