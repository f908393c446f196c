// Instruction traces and commit logs, line by line.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "platform/cpu/disassembler.h"
#include "platform/observe/commit_log.h"
#include "platform/observe/instruction_trace.h"
#include "tests/app/program.h"
#include "tests/platform/memory/elf_file.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::trace_test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

const std::string kRun = "scenarios/quickstart.json --duration 0.1 --set stats.warmup_s=0";

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    lines.push_back(line);
  }
  return lines;
}

// As Spike prints them: execute.cc of riscv-isa-sim 1.1.
TEST(CommitLog, IsThatOfSpike) {
  std::ostringstream text;
  platform::CommitLog log(text, 0);
  platform::RetiredInstruction auipc;
  auipc.pc = 0x80000000;
  auipc.bits = 0x297;
  auipc.length_bytes = 4;
  auipc.rd = 5;
  auipc.rd_value = 0x80000000;
  log.on_retired(auipc);
  platform::RetiredInstruction load;
  load.pc = 0x80000004;
  load.bits = 0x4188;
  load.length_bytes = 2;
  load.rd = 10;
  load.rd_value = 0xff;
  load.access_bytes = 4;
  load.address = 0x80001000;
  load.value = 0xff;
  log.on_retired(load);
  platform::RetiredInstruction store = load;
  store.pc = 0x80000006;
  store.bits = 0x00a58023;
  store.length_bytes = 4;
  store.rd = 0;
  store.stores = true;
  store.access_bytes = 1;
  log.on_retired(store);
  platform::RetiredInstruction csr;
  csr.pc = 0x8000000a;
  csr.bits = 0x300512f3;
  csr.length_bytes = 4;
  csr.rd = 5;
  csr.rd_value = 0x1800;
  csr.written_csr = 0x300;
  csr.csr_value = 0x1888;
  log.on_retired(csr);
  EXPECT_EQ(text.str(),
            "core   0: 3 0x80000000 (0x00000297) x5  0x80000000\n"
            "core   0: 3 0x80000004 (0x4188) x10 0x000000ff mem 0x80001000\n"
            "core   0: 3 0x80000006 (0x00a58023) mem 0x80001000 0xff\n"
            "core   0: 3 0x8000000a (0x300512f3) x5  0x00001800 c768_mstatus 0x00001888\n");
}

TEST(CommitLog, HasALinePerInstruction) {
  const TemporaryFolder folder;
  const JsonNode results = run_results(kRun + " --commit-log cm0=" + folder.file("log"));
  const std::vector<std::string> lines = lines_of(folder.file("log"));
  EXPECT_EQ(static_cast<double>(lines.size()), number(results, "cpus.0.instructions"));
  // _start: la gp, __global_pointer$ begins with an auipc at 0x4.
  EXPECT_THAT(lines.front(), MatchesRegex("core   0: 3 0x00000004 \\(0x[0-9a-f]{8}\\) x3  0x.*"));
  std::size_t to_mtvec = 0;
  for (const std::string& line : lines) {
    to_mtvec += line.find(" c773_mtvec 0x00000101") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(to_mtvec, 1U);
  // mret sets MIE, from the MPIE that the interrupt left.
  EXPECT_THAT(lines, Contains(HasSubstr("(0x30200073) c768_mstatus 0x00001888")));
}

TEST(Trace, ShowsTimeFunctionAndInstruction) {
  const TemporaryFolder folder;
  const JsonNode results = run_results(kRun + " --trace " + folder.file("t"));
  const std::vector<std::string> lines = lines_of(folder.file("t"));
  EXPECT_GT(static_cast<double>(lines.size()), number(results, "cpus.0.instructions"));
  EXPECT_THAT(lines.front(), MatchesRegex("0\\.000000000000 cm0 0x00000004 _start +[0-9a-f]{8} "
                                          "auipc gp,0x[0-9a-f]+"));
  std::string all;
  for (const std::string& line : lines) {
    all.append(line).append("\n");
  }
  EXPECT_THAT(all, HasSubstr(" interrupt 11"));
  EXPECT_THAT(all, HasSubstr("cm0 sleeps"));
  EXPECT_THAT(all, HasSubstr(" mret"));
}

// C++ makes names of hundreds of characters; the columns behind them move, nothing is lost.
TEST(Trace, KeepsLongNames) {
  for (const std::size_t length : {1U, 26U, 27U, 28U, 29U, 160U, 2000U}) {
    const std::string name = "_ZN" + std::string(length, 'x') + "\xc3\xb6";
    platform::ElfFile file;
    file.add_segment(0x100, 0x100, std::string(8, '\0'), 8);
    file.add_symbol(name, 0x100, 8, STT_FUNC);
    const auto image = platform::ElfImage::parse("program", file.bytes());
    std::ostringstream text;
    platform::InstructionTrace trace(text, "cm0", image, {});
    platform::RetiredInstruction nop;
    nop.pc = 0x104;
    nop.bits = 0x13;
    nop.length_bytes = 4;
    trace.on_retired(nop);
    const std::string place = name + "+0x4";
    EXPECT_EQ(text.str(), "0.000000000000 cm0 0x00000104 " + place +
                              std::string(place.size() < 28 ? 28 - place.size() : 0, ' ') +
                              " 00000013 addi zero,zero,0\n");
  }
}

TEST(Trace, IsFilteredByFunctionRangeAndTime) {
  const TemporaryFolder folder;
  run_results(kRun + " --trace " + folder.file("f") + " --trace-filter docsis_pie_update");
  const std::vector<std::string> of_function = lines_of(folder.file("f"));
  ASSERT_FALSE(of_function.empty());
  for (const std::string& line : of_function) {
    EXPECT_THAT(line, HasSubstr(" docsis_pie_update"));
  }
  run_results(kRun + " --trace " + folder.file("r") + " --trace-filter 0x4:4");
  EXPECT_EQ(lines_of(folder.file("r")).size(), 1U);
  run_results(kRun + " --trace " + folder.file("w") + " --trace-window 0.03:0.04");
  const std::vector<std::string> in_window = lines_of(folder.file("w"));
  ASSERT_FALSE(in_window.empty());
  EXPECT_GE(std::stod(in_window.front()), 0.03);
  EXPECT_LT(std::stod(in_window.back()), 0.04);
}

struct Case {
  std::uint32_t bits;
  const char* text;
};

// riscv64-unknown-elf-objdump -d -M no-aliases, of sources assembled for rv32imc_zba_zbb_zbs.
TEST(Disassembler, WritesWhatAnAssemblerReads) {
  const Case cases[] = {
      {0x00c58533, "add a0,a1,a2"},
      {0xff010113, "addi sp,sp,-16"},
      {0x000105b7, "lui a1,0x10"},
      {0x0045a503, "lw a0,4(a1)"},
      {0xfea5ac23, "sw a0,-8(a1)"},
      {0x00b50463, "beq a0,a1,0x108"},
      {0xff5ff0ef, "jal ra,0xf4"},
      {0x00008067, "jalr zero,0(ra)"},
      {0x300512f3, "csrrw t0,0x300,a0"},
      {0x30046073, "csrrsi zero,0x300,8"},
      {0x02c5d533, "divu a0,a1,a2"},
      {0x20c5a533, "sh1add a0,a1,a2"},
      {0x60451513, "sext.b a0,a0"},
      {0x48351513, "bclri a0,a0,3"},
      {0x00351513, "slli a0,a0,3"},
      {0x30200073, "mret"},
      {0x0ff0000f, "fence"},
      {0x8082, "jalr zero,0(ra)"},
      {0x4501, "addi a0,zero,0"},
      {0xffffffff, "unknown"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(platform::disassemble(each.bits, 0x100), each.text) << std::hex << each.bits;
  }
}

}  // namespace
}  // namespace docsis_vp::system::trace_test
