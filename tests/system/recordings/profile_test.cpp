// Profiles and coverage account for everything the CPU did, and change nothing.
#include <gmock/gmock.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::profile_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kRun = "scenarios/quickstart.json --duration 1";

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Costs of a callgrind file: of lines themselves and, apart, of calls.
struct Costs {
  explicit Costs(const std::string& path) {
    std::istringstream lines(text_of(path));
    std::string function;
    bool is_call = false;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string first;
      unsigned long long cycles = 0;
      unsigned long long count = 0;
      words >> first;
      if (first == "totals:") {
        words >> total_cycles >> total_instructions;
      } else if (line.rfind("fn=", 0) == 0) {
        function = line.substr(3);
      } else if (line.rfind("cfn=", 0) == 0) {
        callee = line.substr(4);
      } else if (line.rfind("calls=", 0) == 0) {
        is_call = true;
        calls[function + ">" + callee] += std::stoull(line.substr(6));
      } else if (!line.empty() && line[0] >= '0' && line[0] <= '9') {
        words >> cycles >> count;
        (is_call ? inclusive_cycles[function + ">" + callee] : self_cycles[function]) += cycles;
        (is_call ? called_instructions : self_instructions) += count;
        is_call = false;
      }
    }
  }
  unsigned long long all_cycles() const {
    unsigned long long sum = 0;
    for (const auto& [function, cycles] : self_cycles) {
      sum += cycles;
    }
    return sum;
  }

  std::string callee;
  std::map<std::string, unsigned long long> self_cycles, inclusive_cycles, calls;
  unsigned long long self_instructions = 0, called_instructions = 0;
  unsigned long long total_cycles = 0, total_instructions = 0;
};

TEST(Profile, AccountsForEveryCycleAndInstructionOfTheCpu) {
  const TemporaryFolder folder;
  const JsonNode results = run_results(kRun + " --callgrind " + folder.file("c"));
  const Costs costs(folder.file("c"));
  EXPECT_EQ(static_cast<double>(costs.total_cycles), number(results, "cpus.0.cycles_busy"));
  EXPECT_EQ(static_cast<double>(costs.total_instructions), number(results, "cpus.0.instructions"));
  EXPECT_EQ(costs.all_cycles(), costs.total_cycles);
  EXPECT_EQ(costs.self_instructions, costs.total_instructions);
}

TEST(Profile, KnowsWhoCalledWhomAndLeavesInterruptsToThemselves) {
  const TemporaryFolder folder;
  run_results(kRun + " --callgrind " + folder.file("c"));
  const Costs costs(folder.file("c"));
  // A tick every 16 ms, the first at 0, one service flow.
  EXPECT_EQ(costs.calls.at("external_interrupt>docsis_pie_update"), 63U);
  EXPECT_EQ(costs.calls.at("_start>main"), 1U);
  EXPECT_GE(costs.inclusive_cycles.at("external_interrupt>docsis_pie_update"),
            costs.self_cycles.at("docsis_pie_update"));
  EXPECT_LT(costs.inclusive_cycles.at("external_interrupt>docsis_pie_update"), costs.total_cycles);
  // main never returns; what interrupts it is not its cost.
  EXPECT_LT(costs.inclusive_cycles.at("_start>main"),
            costs.total_cycles - costs.inclusive_cycles.at("external_interrupt>docsis_pie_update"));
  for (const auto& [call, count] : costs.calls) {
    EXPECT_NE(call.substr(call.find('>') + 1), "external_interrupt") << call;
  }
}

TEST(Profile, FollowsAFieldUpdate) {
  const TemporaryFolder folder;
  const ScenarioFile scenario(R"({"extends": ")" + std::filesystem::current_path().string() +
                              R"(/scenarios/quickstart.json", "duration_s": 1,
      "events": [{"time_s": 0.5, "kind": "update_firmware", "modem": "cm0", "firmware": "mixed",
                  "takes_ms": 1}]})");
  const JsonNode results =
      run_results(scenario.path() + " --callgrind " + folder.file("c") + " --coverage " +
                  folder.file("i") + " --trace " + folder.file("t") + " --trace-window 0.4:0.6");
  const Costs costs(folder.file("c"));
  EXPECT_EQ(costs.all_cycles(), costs.total_cycles);
  EXPECT_EQ(static_cast<double>(costs.total_cycles), number(results, "cpus.0.cycles_busy"));
  EXPECT_EQ(costs.calls.count("external_interrupt>docsis_pie_update"), 1U) << "the first image";
  EXPECT_GT(costs.self_cycles.count("queue_manager_start") + costs.self_cycles.count("main"), 0U);
  EXPECT_THAT(text_of(folder.file("i")), HasSubstr("SF:fw/common/queue_manager.c\n"));
  EXPECT_THAT(text_of(folder.file("i")), HasSubstr("SF:fw/docsis_pie/main.c\n"));
  std::istringstream lines(text_of(folder.file("t")));
  bool queue_manager = false;
  for (std::string line; std::getline(lines, line);) {
    const bool new_one = line.find("queue_manager") != std::string::npos;
    queue_manager |= new_one;
    EXPECT_FALSE(new_one && std::stod(line) < 0.501) << line;
  }
  EXPECT_TRUE(queue_manager);
}

TEST(Profile, ShowsTheTenMostExpensiveFunctions) {
  const TemporaryFolder folder;
  const app::Outcome outcome =
      app::run_program("run " + kRun + " --profile -o " + folder.file("out"));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Firmware of cm0, cycles by function\n"));
  EXPECT_THAT(outcome.out, HasSubstr("  docsis_pie_update\n"));
}

TEST(Coverage, CountsLinesAndFunctions) {
  const TemporaryFolder folder;
  run_results(kRun + " --coverage cm0=" + folder.file("i"));
  const std::string text = text_of(folder.file("i"));
  EXPECT_EQ(text.rfind("TN:firmware\nSF:", 0), 0U);
  EXPECT_THAT(text, HasSubstr("FNDA:63,docsis_pie_update\n"));
  EXPECT_THAT(text, HasSubstr("FNDA:0,trap_report\n"));
  EXPECT_THAT(text, HasSubstr("SF:models/aqm/docsis_pie/docsis_pie.c\n"));
}

std::string of_image(const std::string& name) {
  return kRun + " --firmware " DOCSIS_VP_FIRMWARE "/test_" + name + ".elf";
}

// A source says behind some lines how often they run: "/* 27 */".
TEST(Coverage, CountsEveryCopyOfALine) {
  const TemporaryFolder folder;
  for (const char* image : {"copies", "copies_Og", "copies_O0"}) {
    run_results(of_image(image) + " --coverage " + folder.file("i"));
    const std::string text = text_of(folder.file("i"));
    const std::size_t begin = text.find("SF:tests/fw/images/copies.c\n");
    ASSERT_NE(begin, std::string::npos);
    const std::string part = text.substr(begin, text.find("end_of_record", begin) - begin);
    std::istringstream lines(text_of("tests/fw/images/copies.c"));
    std::size_t number = 0;
    std::size_t told = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const std::size_t comment = line.rfind("/* ");
      if (comment != std::string::npos && std::isdigit(line[comment + 3]) != 0) {
        EXPECT_THAT(part, HasSubstr("\nDA:" + std::to_string(number) + "," +
                                    std::to_string(std::stoi(line.substr(comment + 3))) + "\n"))
            << image << ": " << line;
        ++told;
      }
    }
    EXPECT_GT(told, 15U);
  }
}

TEST(Coverage, SaysWhereFunctionsAreDeclared) {
  const TemporaryFolder folder;
  run_results(of_image("copies") + " --coverage " + folder.file("i"));
  const std::string text = text_of(folder.file("i"));
  std::istringstream lines(text_of("tests/fw/images/copies.c"));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    for (const char* name : {"one", "two", "nested", "labelled", "chosen"}) {
      if (line.rfind("__attribute__((noinline", 0) == 0 &&
          line.find(std::string(" ") + name + "(") != std::string::npos) {
        EXPECT_THAT(text, HasSubstr("\nFN:" + std::to_string(number) + "," + name + "\n"));
      }
    }
  }
  EXPECT_THAT(text, HasSubstr("\nFNDA:3,one\n"));
  EXPECT_THAT(text, HasSubstr("\nFNDA:4,two\n"));
  EXPECT_THAT(text, Not(HasSubstr("inner_label")));
}

TEST(Profile, LeavesLabelsInsideAFunctionToIt) {
  const TemporaryFolder folder;
  run_results(of_image("copies") + " --callgrind " + folder.file("c"));
  const Costs costs(folder.file("c"));
  EXPECT_EQ(costs.calls.at("main>labelled"), 1U);
  for (const auto& [function, cycles] : costs.self_cycles) {
    EXPECT_EQ(function.find("inner_label"), std::string::npos) << function;
  }
  EXPECT_EQ(costs.all_cycles(), costs.total_cycles);
}

// The call that jumps back ends with its jump, and so do those that it leaves.
TEST(Profile, UnwindsCallsThatAJumpLeaves) {
  const TemporaryFolder folder;
  run_results(of_image("unwinds") + " --callgrind " + folder.file("c"));
  const Costs costs(folder.file("c"));
  const unsigned long long work = costs.inclusive_cycles.at("main>work");
  EXPECT_GT(work, 4'000U);
  EXPECT_EQ(costs.calls.at("deeper>jump_back"), 2U);
  EXPECT_EQ(costs.inclusive_cycles.at("deeper>jump_back"), costs.self_cycles.at("jump_back"));
  EXPECT_LT(costs.inclusive_cycles.at("deeper>jump_back"), 50U);
  EXPECT_LT(costs.inclusive_cycles.at("main>deeper"), 300U);
  EXPECT_LT(costs.inclusive_cycles.at("catches>deeper"), 300U);
  EXPECT_EQ(costs.calls.at("main>work"), 1U) << "called by main, not by what it jumped out of";
  EXPECT_EQ(costs.calls.at("catches>work"), 3U);
  EXPECT_NEAR(static_cast<double>(costs.inclusive_cycles.at("main>catches")),
              static_cast<double>(3 * work), 400);
}

TEST(Recordings, ChangeNoResult) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_text(kRun + " --callgrind " + folder.file("c") + " --coverage " + folder.file("i") +
                     " --commit-log " + folder.file("l") + " --trace " + folder.file("t") +
                     " --watch-faults"),
            run_text(kRun));
}

TEST(Recordings, RefuseWhatCannotBe) {
  const TemporaryFolder folder;
  const auto error = [&folder](const std::string& options) {
    const app::Outcome outcome =
        app::run_program("run " + kRun + " -q -o " + folder.file("out") + " " + options);
    EXPECT_EQ(outcome.status, 2) << options;
    return outcome.err;
  };
  EXPECT_EQ(error("--trace cm7=x"), "docsis-vp: --trace: there is no modem cm7 with a CPU\n");
  EXPECT_EQ(app::run_program(
                "run scenarios/overload.json --duration 1 --set stats.warmup_s=0 --profile -o " +
                folder.file("out") + " --set modems.cm0.control_law=hardware")
                .err,
            "docsis-vp: --profile: there is no modem with a CPU\n");
  EXPECT_THAT(error("--callgrind /dev/null/x"), ::testing::StartsWith("docsis-vp: /dev/null"));
  EXPECT_EQ(error("--coverage x --replications 2"),
            "docsis-vp: --coverage takes one run, it does not go with --replications\n");
  EXPECT_THAT(error("--trace x --trace-filter no_such"),
              HasSubstr("--trace-filter no_such: neither ADDRESS:BYTES, such as 0x100:0x40, nor a "
                        "function of "));
  EXPECT_EQ(error("--trace-window 1:2"), "docsis-vp: --trace-window needs --trace\n");
  EXPECT_EQ(error("--trace-filter main"), "docsis-vp: --trace-filter needs --trace\n");
  EXPECT_EQ(error("--waves-filter '*'"), "docsis-vp: --waves-filter needs --waves\n");
  EXPECT_EQ(error("--trace x --trace-window 3:2"),
            "docsis-vp: --trace-window 3:2: expected FROM:TO in seconds of simulated time, such as "
            "1.5:1.6\n");
}

}  // namespace
}  // namespace docsis_vp::system::profile_test
