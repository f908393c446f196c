// Tests docsis-vp-firmware-report on images of the build: its sums, and cases without a bound.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "app/firmware_report/call_graph_info.h"
#include "app/firmware_report/known_calls.h"
#include "app/firmware_report/linked_image.h"
#include "app/firmware_report/machine_code.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::app::report_test {
namespace {

using system::JsonNode;
using system::number;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

const std::string kFirmware = DOCSIS_VP_FIRMWARE_DIR "/";

JsonNode report_of(const std::string& image) {
  return system::parse_json_file(kFirmware + image + ".report.json");
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

double bound(const JsonNode& report) {
  return number(report, "stack.bound_bytes");
}

std::vector<std::string> reasons(const JsonNode& report) {
  std::vector<std::string> texts;
  for (const JsonNode& reason : report.find("stack")->find("unbounded")->elements) {
    texts.push_back(reason.text);
  }
  return texts;
}

// Returns the chain that begins with a function.
const JsonNode& root(const JsonNode& report, const std::string& function) {
  for (const JsonNode& each : report.find("stack")->find("roots")->elements) {
    if (each.find("function")->text == function) {
      return each;
    }
  }
  throw std::runtime_error("no chain from " + function);
}

TEST(FirmwareReport, EveryProgramHasABoundThatItsStackHolds) {
  for (const char* image :
       {"codel", "codel_dt", "codel_tail", "docsis_pie", "mixed", "pie", "red"}) {
    for (const char* build : {"", "-debug"}) {
      const JsonNode report = report_of(std::string(image) + build);
      EXPECT_THAT(reasons(report), ::testing::IsEmpty()) << image << build;
      EXPECT_GT(bound(report), 200) << image << build;
      EXPECT_LT(bound(report), number(report, "stack.reserved_bytes")) << image << build;
    }
  }
}

double deepest_in_a_run(const std::string& image, const std::string& drop) {
  const JsonNode results = system::run_results(
      "scenarios/quickstart.json --duration 1 --firmware " + kFirmware + image +
      ".elf --set modems.cm0.cpu.background_load.utilization=0.3 --set modems.cm0.drop=" + drop);
  return number(results, "cpus.0.stack.high_water_bytes");
}

TEST(FirmwareReport, NoRunGoesBelowTheBound) {
  for (const char* image : {"docsis_pie", "docsis_pie-debug", "mixed", "mixed-debug"}) {
    for (const char* drop : {"hardware", "firmware"}) {
      const double used = deepest_in_a_run(image, drop);
      EXPECT_LE(used, bound(report_of(image))) << image << drop;
      EXPECT_GT(used, bound(report_of(image)) / 4) << image << drop;
    }
  }
}

TEST(FirmwareReport, TheBoundIsTheProgramAndTheDeepestHandlerOnTopOfIt) {
  const JsonNode report = report_of("docsis_pie");
  double handler = 0;
  for (const char* name : {"timer_interrupt", "external_interrupt"}) {
    handler = std::max(handler, number(root(report, name), "bytes"));
  }
  EXPECT_EQ(bound(report), number(root(report, "_start"), "bytes") + handler);
  for (const JsonNode& each : report.find("stack")->find("roots")->elements) {
    double sum = 0;
    for (const JsonNode& frame : each.find("deepest")->elements) {
      sum += number(frame, "bytes");
    }
    EXPECT_EQ(sum, number(each, "bytes")) << each.find("function")->text;
  }
  EXPECT_EQ(root(report, "unhandled_trap").find("kind")->text, "anew");
}

TEST(FirmwareReport, SaysWhatKeepsItFromABound) {
  const JsonNode report = report_of("test_unknown_stack");
  EXPECT_EQ(report.find("stack")->find("bound_bytes")->kind, JsonNode::Kind::kNull);
  const std::vector<std::string> said = reasons(report);
  EXPECT_EQ(said.size(), 5U);
  EXPECT_THAT(said, Contains(HasSubstr("call by pointer in behind_a_table")));
  EXPECT_THAT(said, Contains(AllOf(HasSubstr("call by pointer in main at "),
                                   HasSubstr("tests/fw/images/unknown_stack.c:"))));
  EXPECT_THAT(said, Contains("recursion: countdown -> countdown"));
  EXPECT_THAT(said, Contains(HasSubstr("frame of room_for")));
  EXPECT_THAT(said, Contains(HasSubstr("handler timer_interrupt enables interrupts")));
  EXPECT_THAT(text_of(kFirmware + "test_unknown_stack.report.txt"),
              HasSubstr("Stack: unbounded of 2048 reserved"));
}

TEST(FirmwareReport, TakesPeoplesWordForWhatItCannotSee) {
  const JsonNode report = report_of("test_known_stack");
  const JsonNode& program = root(report, "_start");
  EXPECT_GE(number(program, "bytes"), 256) << "the deep one of what the table has";
  EXPECT_LT(number(program, "bytes"), 256 + 100);
  const double handler = number(root(report, "timer_interrupt"), "bytes");
  EXPECT_GE(handler, 128);
  EXPECT_EQ(bound(report), number(program, "bytes") + 2 * handler);
  EXPECT_GE(number(root(report, "task"), "bytes"), 1024);
  EXPECT_EQ(root(report, "task").find("kind")->text, "own stack");
}

// Libraries contain functions that were not compiled here: fw/libc/stdio.calls describes them.
TEST(FirmwareReport, BoundsTheStackUnderPrintf) {
  for (const char* image : {"shell", "shell-debug"}) {
    const JsonNode report = report_of(image);
    EXPECT_THAT(reasons(report), ::testing::IsEmpty()) << image;
    EXPECT_GT(bound(report), 300) << image;
    EXPECT_LT(bound(report), number(report, "stack.reserved_bytes")) << image;
  }
}

// libgcc's routines choose by tables of jumps that stay inside of them.
TEST(FirmwareReport, BoundsTheStackUnderArithmeticOfLibgcc) {
  const JsonNode report = report_of("test_division");
  EXPECT_THAT(reasons(report), ::testing::IsEmpty());
  EXPECT_GT(bound(report), 48);
  EXPECT_LT(bound(report), 300);
}

TEST(FirmwareReport, BoundsTheStackUnderPrintfOfFractions) {
  for (const char* image : {"test_print_double", "test_print_double_lto"}) {
    const JsonNode report = report_of(image);
    EXPECT_THAT(reasons(report), ::testing::IsEmpty()) << image;
    EXPECT_GT(bound(report), 500) << image;
    EXPECT_LT(bound(report), number(report, "stack.reserved_bytes")) << image;
  }
}

TEST(FirmwareReport, FollowsConstructorsAndVirtualFunctions) {
  for (const char* image : {"test_constructors", "test_constructors_lto"}) {
    const JsonNode report = report_of(image);
    EXPECT_THAT(reasons(report), ::testing::IsEmpty()) << image;
    EXPECT_GT(bound(report), 64) << image;
  }
  EXPECT_THAT(text_of(kFirmware + "test_constructors.report.txt"),
              HasSubstr("vtable for (anonymous namespace)::Square\n"));
}

TEST(FirmwareReport, NamesTheOptionsOfTheCompiler) {
  const JsonNode report = report_of("test_constructors_lto");
  EXPECT_EQ(report.find("optimization")->text, "-Os");
  ASSERT_EQ(report.find("options")->elements.size(), 1U);
  EXPECT_EQ(report.find("options")->elements[0].text, "-flto");
  EXPECT_THAT(text_of(kFirmware + "test_constructors_lto.report.txt"),
              ::testing::StartsWith("test_constructors_lto.elf, -Os -flto\n"));
  EXPECT_EQ(report_of("docsis_pie-debug").find("optimization")->text, "-Og");
  EXPECT_TRUE(report_of("docsis_pie").find("options")->elements.empty());
}

TEST(FirmwareReport, HasAChainForEachTask) {
  const JsonNode report = report_of("two_tasks");
  EXPECT_THAT(reasons(report), ::testing::IsEmpty());
  for (const char* task : {"run_law", "run_background", "idle"}) {
    EXPECT_EQ(root(report, task).find("kind")->text, "own stack");
  }
  EXPECT_LT(number(root(report, "run_law"), "bytes") + 128, 1024) << "and all registers";
}

TEST(FirmwareReport, InstructionsTakeFromTheStackWhatGccSays) {
  const LinkedImage image(kFirmware + "docsis_pie.elf");
  std::vector<CompiledFunction> compiled;
  std::istringstream graphs(DOCSIS_VP_CALL_GRAPHS);
  for (std::string graph; graphs >> graph;) {
    read_call_graph_info(graph, compiled);
  }
  std::map<std::string, std::uint32_t> frames;
  for (const CompiledFunction& function : compiled) {
    frames[function.name] = function.frame_bytes;
  }
  unsigned compared = 0;
  for (const ImageSymbol& symbol : image.symbols()) {
    if (symbol.is_function && frames.count(symbol.name) != 0) {
      // More where code that leaves early takes its frame in a second place.
      EXPECT_GE(machine_code(image, symbol).frame_bytes, frames[symbol.name]) << symbol.name;
      ++compared;
    }
  }
  EXPECT_GT(compared, 20U);
}

TEST(FirmwareReport, SizesAddUp) {
  for (const char* image : {"docsis_pie", "mixed-debug"}) {
    const JsonNode report = report_of(image);
    double stored = 0;
    double writable = 0;
    for (const JsonNode& section : report.find("sections")->elements) {
      stored += section.find("stored")->boolean ? number(section, "bytes") : 0;
      writable += section.find("writable")->boolean ? number(section, "bytes") : 0;
    }
    const auto size = [&report](const char* key) {
      return number(report, std::string("sizes.") + key);
    };
    EXPECT_EQ(size("rom_bytes"), stored);
    EXPECT_EQ(size("rom_bytes"),
              size("code_bytes") + size("constant_bytes") + size("initialized_bytes"));
    EXPECT_EQ(size("ram_bytes"), writable);
    EXPECT_EQ(size("ram_bytes"),
              size("initialized_bytes") + size("zeroed_bytes") + size("stack_bytes"));
    EXPECT_EQ(size("stack_bytes"), 2048);
  }
  EXPECT_GT(number(report_of("docsis_pie-debug"), "sizes.code_bytes"), 1000);
}

int report_on(const std::string& stem, const std::string& out, const std::string& said) {
  const std::string command = DOCSIS_VP_REPORT " " + kFirmware + "docsis_pie.elf " + out + " " +
                              stem + ".ci " + stem + ".calls 2>" + said;
  return std::system(command.c_str());
}

TEST(FirmwareReport, SaysInOneLineWhatIsWrong) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("x.ci")) << "something else\n";
  for (const std::string name : {"v", "w", "y", "z"}) {
    std::ofstream(folder.file(name + ".ci"))
        << "graph: { title: \"" << folder.file(name) << ".c\"\n"
        << R"ci(node: { title: "f" label: "f\nf.c:1:1\n16 bytes (static)" })ci";
  }
  std::ofstream(folder.file("v.calls")) << "pointers\n";
  std::ofstream(folder.file("w.calls")) << "frame main much\n";
  std::ofstream(folder.file("y.calls")) << "# fine\ncall main\n";
  std::ofstream(folder.file("z.calls")) << "recursion main\n";
  const struct {
    const char* file;
    const char* expected;
  } cases[] = {
      {"x", "x.ci:1: expected a graph as gcc -fcallgraph-info=su writes it\n"},
      {"v", "v.calls:1: expected pointers FUNCTION NAME...\n"},
      {"w", "w.calls:1: expected frame FUNCTION BYTES\n"},
      {"y", "y.calls:2: expected calls, frame, nesting, pointers, recursion or stack\n"},
      {"z", "z.calls:1: expected recursion FUNCTION FRAMES\n"},
      {"none", "none.ci: cannot be read\n"},
  };
  for (const auto& each : cases) {
    const std::string said = folder.file("said");
    const int status = report_on(folder.file(each.file), folder.file("out"), said);
    EXPECT_EQ(WEXITSTATUS(status), 2) << each.file;
    EXPECT_EQ(text_of(said), "docsis-vp-firmware-report: " + folder.file("") + each.expected);
    EXPECT_FALSE(std::filesystem::exists(folder.file("out.txt"))) << each.file;
  }
}

TEST(KnownCalls, AStarStandsForAnyCharacters) {
  EXPECT_TRUE(matches("pie_algorithm", "*_algorithm"));
  EXPECT_TRUE(matches("pie_algorithm", "pie*"));
  EXPECT_TRUE(matches("main", "main"));
  EXPECT_FALSE(matches("main", "mai"));
  EXPECT_FALSE(matches("pie_algorithms", "*_algorithm"));
}

}  // namespace
}  // namespace docsis_vp::app::report_test
