// Needs of firmware in results: stack, cycles per interrupt, time with interrupts off.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::firmware_needs_test {
namespace {

const std::string kQuickstart = std::getenv("PWD") + std::string("/scenarios/quickstart.json");
const std::string kProportional = DOCSIS_VP_FIRMWARE_DIR "/test_proportional.elf";
const std::string kRun = kQuickstart + " --duration 2";

double cpu(const JsonNode& results, const std::string& key) {
  return number(results, "cpus.0." + key);
}

const JsonNode& interrupts(const JsonNode& results) {
  return *results.find("cpus")->elements.at(0).find("interrupts");
}

// Null if there was none.
const JsonNode* interrupt(const JsonNode& results, const std::string& source) {
  for (const JsonNode& each : interrupts(results).elements) {
    if (each.find("source")->text == source) {
      return &each;
    }
  }
  return nullptr;
}

// From a commit log, how far below its highest value the stack pointer was since it had that.
double deepest(const std::string& log) {
  unsigned long highest = 0;
  unsigned long lowest = 0;
  std::ifstream file(log);
  for (std::string line; std::getline(file, line);) {
    const std::size_t at = line.find(" x2  0x");
    if (at != std::string::npos) {
      const unsigned long sp = std::stoul(line.substr(at + 5), nullptr, 16);
      lowest = sp > highest ? sp : std::min(lowest, sp);
      highest = std::max(highest, sp);
    }
  }
  return static_cast<double>(highest - lowest);
}

TEST(FirmwareNeeds, StackIsWhatTheStackPointerSaysButForWordsNeverWritten) {
  for (const char* drop : {"", " --set modems.cm0.drop=firmware"}) {
    const TemporaryFolder folder;
    const JsonNode results =
        run_results(kQuickstart + " --duration 0.3" + drop + " --commit-log " + folder.file("log"));
    const double used = cpu(results, "stack.high_water_bytes");
    EXPECT_EQ(cpu(results, "stack.reserved_bytes"), 2048);
    EXPECT_LE(used, deepest(folder.file("log")));
    EXPECT_GT(used, deepest(folder.file("log")) - 64) << drop;
  }
}

TEST(FirmwareNeeds, AnUpdateSaysWhatTheOldProgramHadAndBeginsAnew) {
  const ScenarioFile file(R"({"extends": ")" + kQuickstart + R"(", "duration_s": 2, "events": [
    {"time_s": 1, "kind": "update_firmware", "modem": "cm0", "firmware": ")" +
                          kProportional + R"("}]})");
  const JsonNode updated = run_results(file.path());
  const double before = number(updated, "events.0.stack_high_water_bytes_before");
  const double old_program = cpu(run_results(kRun), "stack.high_water_bytes");
  const double new_program =
      cpu(run_results(kRun + " --firmware " + kProportional), "stack.high_water_bytes");
  EXPECT_EQ(before, old_program);
  EXPECT_LT(new_program, old_program) << "or the next line says nothing";
  EXPECT_LE(cpu(updated, "stack.high_water_bytes"), new_program);
  EXPECT_GT(cpu(updated, "stack.high_water_bytes"), 0);
}

TEST(FirmwareNeeds, EachInterruptCountsUnderItsSource) {
  const JsonNode results = run_results(kRun + " --set modems.cm0.cpu.memory_wait_states=1");
  ASSERT_EQ(interrupts(results).elements.size(), 1U);
  const JsonNode* tick = interrupt(results, "aqm_tick");
  ASSERT_NE(tick, nullptr);
  EXPECT_NEAR(number(*tick, "served"), 2 / 0.016, 2);
  EXPECT_GT(number(*tick, "worst_cycles"), number(*tick, "mean_cycles"));
  EXPECT_GT(number(*tick, "mean_cycles"), 200);
  EXPECT_LT(number(*tick, "mean_cycles") * number(*tick, "served"), cpu(results, "cycles_busy"));
  EXPECT_GE(cpu(results, "longest_interrupts_off_cycles"), number(*tick, "worst_cycles"));
}

TEST(FirmwareNeeds, HeldPacketsAndTheTimerHaveTheirOwn) {
  const JsonNode results = run_results(
      kRun +
      " --set modems.cm0.drop=firmware --set modems.cm0.cpu.background_load.utilization=0.5");
  for (const char* source : {"aqm_tick", "ingress_hold", "timer"}) {
    ASSERT_NE(interrupt(results, source), nullptr) << source;
    EXPECT_GT(number(*interrupt(results, source), "served"), 10) << source;
  }
  EXPECT_EQ(interrupt(results, "unclaimed"), nullptr);
}

TEST(FirmwareNeeds, ACriticalSectionIsTheLongestTimeWithoutInterrupts) {
  const JsonNode results =
      run_results(kRun +
                  " --set modems.cm0.cpu.background_load.utilization=0.5"
                  " --set modems.cm0.cpu.background_load.critical_section_us=100");
  const double cycles = 100e-6 * cpu(results, "clock_hz");
  EXPECT_NEAR(cpu(results, "longest_interrupts_off_cycles"), cycles, 0.02 * cycles);
}

// Two seconds, of which the first millisecond is with interrupts on.
TEST(FirmwareNeeds, InterruptsThatStayOffCountUntilTheEnd) {
  const JsonNode results =
      run_results(kRun + " --firmware " DOCSIS_VP_FIRMWARE_DIR "/test_masked.elf");
  const double cycles = 1.999 * cpu(results, "clock_hz");
  EXPECT_NEAR(cpu(results, "longest_interrupts_off_cycles"), cycles, 0.001 * cycles);
  EXPECT_EQ(number(*interrupt(results, "timer"), "served"), 1);
  EXPECT_EQ(number(*interrupt(results, "timer"), "unreturned"), 0);
}

// Its handler goes on in main, which turns interrupts on again: about one a millisecond.
TEST(FirmwareNeeds, AHandlerWithoutTheAttributeIsNamed) {
  const TemporaryFolder folder;
  const std::string arguments =
      kRun + " --firmware " DOCSIS_VP_FIRMWARE_DIR "/test_forgotten_attribute.elf";
  const JsonNode results = run_results(arguments);
  const JsonNode* const timer = interrupt(results, "timer");
  ASSERT_NE(timer, nullptr);
  ASSERT_NE(timer->find("handler_without_mret"), nullptr);
  EXPECT_EQ(number(*timer, "served"), 0);
  EXPECT_EQ(timer->find("mean_cycles")->kind, JsonNode::Kind::kNull);
  EXPECT_NEAR(number(*timer, "unreturned"), 1999, 5);
  EXPECT_EQ(timer->find("handler_without_mret")->text, "timer_interrupt");
  EXPECT_THAT(app::run_program("run " + arguments + " -o " + folder.file("out")).out,
              ::testing::HasSubstr("interrupt timer: timer_interrupt() ends without mret, its "
                                   "declaration lacks __attribute__((interrupt))\n"));
}

TEST(FirmwareNeeds, HandlersThatReturnAreNotSuspected) {
  const JsonNode results = run_results(kRun);
  for (const JsonNode& each : interrupts(results).elements) {
    EXPECT_LE(number(each, "unreturned"), 1);
    EXPECT_EQ(each.find("handler_without_mret"), nullptr);
  }
}

}  // namespace
}  // namespace docsis_vp::system::firmware_needs_test
