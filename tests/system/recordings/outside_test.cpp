// Profiles, coverage and disassembly as other programs see them.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "platform/cpu/disassembler.h"
#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::outside_test {
namespace {

using ::testing::HasSubstr;

const std::string kRun = "scenarios/quickstart.json --duration 1";

std::string said(const std::string& command, const TemporaryFolder& folder) {
  const std::string out = folder.file("said");
  EXPECT_EQ(std::system((command + " >" + out + " 2>&1").c_str()), 0) << command;
  std::ifstream file(out);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Callgrind, IsReadByItsAnnotator) {
  const TemporaryFolder folder;
  const JsonNode results = run_results(kRun + " --callgrind " + folder.file("c"));
  const std::string text =
      said(DOCSIS_VP_CALLGRIND_ANNOTATE " --tree=calling " + folder.file("c"), folder);
  EXPECT_THAT(text, HasSubstr("docsis_pie_update"));
  EXPECT_THAT(text, ::testing::ContainsRegex("PROGRAM TOTALS"));
  std::string total = std::to_string(static_cast<long long>(number(results, "cpus.0.cycles_busy")));
  for (std::size_t i = total.size(); i > 3; i -= 3) {
    total.insert(i - 3, ",");
  }
  EXPECT_THAT(text, HasSubstr(total)) << "the CPU's own count";
}

TEST(Lcov, SumsUpTheCoverage) {
  const TemporaryFolder folder;
  run_results(kRun + " --coverage " + folder.file("i"));
  const std::string text = said(DOCSIS_VP_LCOV " --summary " + folder.file("i"), folder);
  EXPECT_THAT(text, ::testing::ContainsRegex("lines\\.+: [0-9.]+% \\([0-9]+ of [0-9]+ lines\\)"));
  EXPECT_THAT(text, ::testing::ContainsRegex("functions\\.+: [0-9.]+% \\([0-9]+ of [0-9]+ "));
}

// objdump's words in our spelling: no symbols, and decimal amounts of shifts.
std::string ours(std::string text) {
  text = std::regex_replace(text, std::regex(" *[<#].*"), "");
  text = std::regex_replace(text, std::regex("[\t ]+"), " ");
  text = std::regex_replace(text, std::regex(" $"), "");
  std::smatch amount;
  if (std::regex_match(text, amount,
                       std::regex("((?:s[rl][la]i|rori|b(?:clr|ext|inv|set)i) .*,)"
                                  "0x([0-9a-f]+)"))) {
    return amount[1].str() + std::to_string(std::stoul(amount[2], nullptr, 16));
  }
  return text;
}

TEST(Disassembler, AgreesWithObjdumpOnEveryImage) {
  const TemporaryFolder folder;
  const std::regex line(R"(^ *([0-9a-f]+):\t([0-9a-f]+) +\t(.*)$)");
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DOCSIS_VP_FIRMWARE)) {
    if (entry.path().extension() != ".elf") {
      continue;
    }
    std::istringstream lines(
        said(DOCSIS_VP_OBJDUMP " -d -M no-aliases -j .text " + entry.path().string(), folder));
    for (std::string text; std::getline(lines, text);) {
      std::smatch found;
      // Data among code, and compressed instructions, which objdump names by themselves.
      if (!std::regex_match(text, found, line) || found[2].length() != 8 ||
          found[3].str().rfind("fence", 0) == 0 || found[3].str()[0] == '.') {
        continue;
      }
      const auto pc = static_cast<std::uint32_t>(std::stoul(found[1], nullptr, 16));
      const auto bits = static_cast<std::uint32_t>(std::stoul(found[2], nullptr, 16));
      const std::string mine = platform::disassemble(bits, pc);
      if (mine.rfind("csr", 0) == 0) {
        EXPECT_EQ(mine.substr(0, mine.find(',')), ours(found[3]).substr(0, mine.find(',')));
      } else {
        EXPECT_EQ(std::regex_replace(mine, std::regex("0x"), ""),
                  std::regex_replace(ours(found[3]), std::regex("0x"), ""))
            << text;
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 1000U);
}

}  // namespace
}  // namespace docsis_vp::system::outside_test
