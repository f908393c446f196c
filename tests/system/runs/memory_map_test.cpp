// Images on the memory map that the scenario gives a control CPU, and languages they are written
// in.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::memory_map_test {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr char kCpu[] = " --set modems.cm0.cpu.";

// A modem with a CPU and what else is said, on top of the quickstart.
std::string scenario(const std::string& cpu, const std::string& rest) {
  return R"({"extends": ")" + std::filesystem::absolute("scenarios/quickstart.json").string() +
         R"(", "modems": [{"name": "cm0", "control_law": "firmware", "cpu": {)" + cpu + "}}], " +
         rest + "}";
}

// With an image of the build, for 10 ms.
app::Outcome run(const std::string& image, const std::string& options = "") {
  const TemporaryFolder folder;
  return app::run_program("run scenarios/quickstart.json --duration 0.01 --firmware " +
                          std::string(DOCSIS_VP_FIRMWARE_DIR "/") + image + ".elf -o " +
                          folder.file("out") + options);
}

std::string memories(unsigned rom_kib, unsigned ram_kib) {
  return kCpu + ("rom_kib=" + std::to_string(rom_kib)) + kCpu +
         ("ram_kib=" + std::to_string(ram_kib));
}

TEST(MemoryMap, AnImageRunsOnTheMapThatItIsLinkedForAndOnLargerOnes) {
  for (const unsigned rom_kib : {256U, 1024U}) {
    const app::Outcome outcome = run("test_large", memories(rom_kib, 512));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("large: 7 of ROM 262144 RAM 524288\n"));
  }
  EXPECT_EQ(run("docsis_pie", memories(65'536, 65'536)).status, 0);
}

TEST(MemoryMap, AnImageOfALargerMapIsRefusedInOneLine) {
  const struct {
    std::string options;
    const char* has;
  } cases[] = {{"", "64 KiB and 256 KiB"},
               {memories(256, 511), "256 KiB and 511 KiB"},
               {memories(255, 512), "255 KiB and 512 KiB"}};
  for (const auto& each : cases) {
    const app::Outcome outcome = run("test_large", each.options);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("test_large.elf: linked for 256 KiB of ROM and 512 "
                                             "KiB of RAM, but modem cm0 has "),
                                   HasSubstr(each.has), EndsWith("\n")));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  }
}

TEST(MemoryMap, AnUpdateAndAFallbackHaveToFitToo) {
  const ScenarioFile update(scenario("", R"("events": [{"time_s": 0.001,
      "kind": "update_firmware", "modem": "cm0", "firmware": "test_large"}])"));
  const app::Outcome updated = app::run_program("check " + update.path());
  EXPECT_EQ(updated.status, 2);
  EXPECT_THAT(updated.err, AllOf(HasSubstr("events[0].firmware"), HasSubstr("linked for 256 KiB")));
  const app::Outcome fallen = app::run_program("check scenarios/quickstart.json" +
                                               std::string(kCpu) + "recovery.on_failure=reset_cpu" +
                                               kCpu + "recovery.fallback_firmware=test_large");
  EXPECT_EQ(fallen.status, 2);
  EXPECT_THAT(fallen.err,
              AllOf(HasSubstr("cpu.recovery.fallback_firmware"), HasSubstr("linked for 256 KiB")));
}

double busy(const std::string& options) {
  return number(run_results("scenarios/quickstart.json --duration 0.2" + options),
                "cpus.0.cycles_busy");
}

// ROM holds instructions, RAM variables and the stack; each costs what it alone costs.
TEST(MemoryMap, WaitStatesOfRomAndRamCountEachByItself) {
  const std::string rom = std::string(kCpu) + "rom_wait_states=3";
  const std::string ram = std::string(kCpu) + "ram_wait_states=2";
  const double none = busy("");
  const double of_rom = busy(rom) - none;
  const double of_ram = busy(ram) - none;
  EXPECT_GT(of_rom, 0);
  EXPECT_GT(of_ram, 0);
  EXPECT_EQ(busy(rom + ram) - none, of_rom + of_ram);
  const std::string both = std::string(kCpu) + "memory_wait_states=3";
  EXPECT_EQ(busy(both + kCpu + "ram_wait_states=2"), busy(rom + ram));
  EXPECT_EQ(busy(both + kCpu + "ram_wait_states=0"), busy(rom));
}

TEST(MemoryMap, AFlippedBitMayLieInWhateverMemoryThereIs) {
  const auto with_ram = [](unsigned ram_kib) {
    const ScenarioFile file(scenario("\"ram_kib\": " + std::to_string(ram_kib),
                                     R"("events": [{"time_s": 0.001, "kind": "flip_bit",
      "modem": "cm0", "address": "0x80040000"}])"));
    return app::run_program("check " + file.path());
  };
  EXPECT_EQ(with_ram(256).status, 2);
  EXPECT_EQ(with_ram(260).status, 0);
}

TEST(Languages, ConstructorsRunBeforeMainInTheOrderOfTheirPriority) {
  for (const char* image : {"test_constructors", "test_constructors_lto"}) {
    const app::Outcome outcome = run(image);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("order 1 2 3 areas 25 16 9 36 c 42\n")) << image;
  }
}

// genhtml stops at the first source that it does not find.
TEST(Languages, CoverageNamesOnlySourcesThatAreThere) {
  for (const char* image : {"test_division", "test_print_double"}) {
    const TemporaryFolder folder;
    run(image, " --coverage " + folder.file("coverage.info"));
    std::ifstream coverage(folder.file("coverage.info"));
    std::size_t sources = 0;
    for (std::string line; std::getline(coverage, line);) {
      if (line.rfind("SF:", 0) == 0) {
        EXPECT_TRUE(std::filesystem::exists(line.substr(3))) << line;
        ++sources;
      }
    }
    EXPECT_GE(sources, 3U) << image;
  }
}

TEST(Languages, PrintfKnowsFractionsWhereTheImageAsksForThem) {
  for (const char* image : {"test_print_double", "test_print_double_lto"}) {
    const app::Outcome outcome = run(image);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("0.333 1e+10 7 3.3e-01\n")) << image;
  }
}

}  // namespace
}  // namespace docsis_vp::system::memory_map_test
