// Firmware that fails, and what the modem does then: end the run, start again, take the other
// image.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::cpu_recovery_test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kResets[] = R"("on_failure": "reset_cpu")";

// An update at 20 ms. recovery: members of cpu.recovery; cpu: further members of cpu.
std::string scenario(const std::string& recovery, const std::string& image,
                     const std::string& cpu = "") {
  return R"({"extends": ")" + std::filesystem::absolute("scenarios/quickstart.json").string() +
         R"(", "duration_s": 0.1, "stats": {"warmup_s": 0}, "modems": [{"name": "cm0",
      "control_law": "firmware", "cpu": {)" +
         cpu + R"("recovery": {)" + recovery + R"(}}}], "events": [{"time_s": 0.02,
      "kind": "update_firmware", "modem": "cm0", "firmware": ")" +
         image + R"("}]})";
}

struct RecoveryRun {
  app::Outcome outcome;
  std::string text;  // of results.json, without what the host took
  JsonNode results;
};

RecoveryRun run(const std::string& scenario, const std::string& options = "") {
  const ScenarioFile file(scenario);
  const TemporaryFolder folder;
  RecoveryRun run;
  run.outcome =
      app::run_program("run " + file.path() + " --no-rerun -o " + folder.file("out") + options);
  std::ifstream results(folder.file("out") + "/results.json");
  run.text = without_host({std::istreambuf_iterator<char>(results), {}});
  run.results = parse_json(run.text, "results.json");
  return run;
}

std::vector<std::string> kinds(const JsonNode& results) {
  std::vector<std::string> kinds;
  for (const JsonNode& event : results.find("events")->elements) {
    kinds.push_back(event.find("kind")->text);
  }
  return kinds;
}

double time_of(const JsonNode& results, std::size_t event) {
  return number(results, "events." + std::to_string(event) + ".time_s");
}

std::string detail(const JsonNode& results, std::size_t event, const char* key) {
  return results.find("events")->elements.at(event).find(key)->text;
}

double resets(const JsonNode& results, const std::string& cause) {
  return number(results, "cpus.0.resets." + cause);
}

TEST(CpuRecovery, EndsTheRunUnlessTheScenarioSaysOtherwise) {
  const RecoveryRun ended = run(scenario("", "test_starts_hang"));
  EXPECT_EQ(ended.outcome.status, 3);
  EXPECT_THAT(ended.outcome.err, HasSubstr("did not kick the watchdog for 2000 us"));
  EXPECT_THAT(kinds(ended.results), ElementsAre("update_firmware"));
}

TEST(CpuRecovery, GoesBackToTheImageThatWorkedWhenTheWatchdogBitesTooOften) {
  const RecoveryRun fallen = run(scenario(kResets, "test_starts_hang"));
  const JsonNode& results = fallen.results;
  EXPECT_EQ(fallen.outcome.status, 0) << fallen.outcome.err;
  ASSERT_THAT(kinds(results), ElementsAre("update_firmware", "watchdog_bite", "watchdog_bite",
                                          "watchdog_bite", "boot_fallback"));
  // From bite to bite: the reset, the start, the watchdog's time.
  EXPECT_NEAR(time_of(results, 2) - time_of(results, 1), 0.0021, 2e-5);
  EXPECT_NEAR(time_of(results, 3) - time_of(results, 2), time_of(results, 2) - time_of(results, 1),
              2e-8);
  EXPECT_EQ(time_of(results, 4), time_of(results, 3));
  EXPECT_EQ(detail(results, 4, "firmware_sha256"), results.find("firmware_sha256")->text);
  EXPECT_EQ(detail(results, 4, "from_firmware_sha256"), detail(results, 0, "firmware_sha256"));
  EXPECT_EQ(resets(results, "watchdog"), 3);
  EXPECT_EQ(resets(results, "update"), 1);
  EXPECT_EQ(resets(results, "fallbacks"), 1);
  EXPECT_THAT(fallen.outcome.out, AllOf(HasSubstr("start: cause 4 resets 1 failures 0 slot 1\n"),
                                        HasSubstr("start: cause 1 resets 2 failures 1 slot 1\n"),
                                        HasSubstr("start: cause 1 resets 3 failures 2 slot 1\n"),
                                        HasSubstr("restarted")));
  EXPECT_EQ(fallen.outcome.out.find("resets 4"), std::string::npos);
  const JsonNode all_well = run_results("scenarios/quickstart.json --duration 0.1");
  EXPECT_GT(number(results, "service_flows.0.sent_packets"),
            0.9 * number(all_well, "service_flows.0.sent_packets"));
}

TEST(CpuRecovery, GoesBackAfterTrapsAndAfterImagesThatNeverStartTheWatchdog) {
  const RecoveryRun trapped = run(scenario(kResets, "test_starts_trap"));
  ASSERT_THAT(kinds(trapped.results),
              ElementsAre("update_firmware", "firmware_fault", "firmware_fault", "firmware_fault",
                          "boot_fallback"));
  EXPECT_THAT(detail(trapped.results, 1, "last_exception"),
              HasSubstr("illegal instruction 0x0 at pc "));
  EXPECT_THAT(trapped.outcome.out, HasSubstr("start: cause 2 resets 2 failures 1 slot 1\n"));
  EXPECT_EQ(resets(trapped.results, "fault"), 3);

  const std::string with_boot_rom = std::string(kResets) + R"(, "boot_watchdog_us": 5000,
      "boot_attempts": 2, "reset_us": 1000)";
  const RecoveryRun idle = run(scenario(with_boot_rom, "test_starts_idle"));
  ASSERT_THAT(kinds(idle.results),
              ElementsAre("update_firmware", "watchdog_bite", "watchdog_bite", "boot_fallback"));
  EXPECT_DOUBLE_EQ(time_of(idle.results, 1), 0.025) << "from the start of the image on";
  EXPECT_DOUBLE_EQ(time_of(idle.results, 2), 0.031);
}

TEST(CpuRecovery, AFailureAtTheInstantOfAnUpdateIsThatOfTheOldImage) {
  const std::string with_boot_rom = std::string(kResets) + R"(, "boot_watchdog_us": 20000,
      "boot_attempts": 1)";
  const RecoveryRun both =
      run(scenario(with_boot_rom, "test_starts_live"), " --firmware test_starts_idle");
  ASSERT_THAT(kinds(both.results),
              ::testing::UnorderedElementsAre("watchdog_bite", "update_firmware"));
  const std::size_t bite = kinds(both.results)[0] == "watchdog_bite" ? 0 : 1;
  EXPECT_DOUBLE_EQ(time_of(both.results, bite), 0.02);
  EXPECT_EQ(number(both.results, "events." + std::to_string(bite) + ".slot"), 0);
  EXPECT_EQ(resets(both.results, "watchdog"), 0);
  EXPECT_EQ(resets(both.results, "update"), 1);
  EXPECT_EQ(resets(both.results, "fallbacks"), 0);
}

TEST(CpuRecovery, AConfirmedImageStartsAgainAndAgain) {
  const RecoveryRun aged = run(scenario(kResets, "test_starts_age"));
  EXPECT_EQ(aged.outcome.status, 0) << aged.outcome.err;
  EXPECT_EQ(resets(aged.results, "fallbacks"), 0);
  EXPECT_GT(resets(aged.results, "watchdog"), 8);
  EXPECT_THAT(aged.outcome.out, HasSubstr("start: cause 1 resets 9 failures 1 slot 1\n"));
  const RecoveryRun alive =
      run(scenario(std::string(kResets) + R"(, "boot_watchdog_us": 100)", "test_starts_live"),
          " --firmware " DOCSIS_VP_FIRMWARE_DIR "/test_starts_live.elf");
  EXPECT_THAT(kinds(alive.results), ElementsAre("update_firmware"));
}

TEST(CpuRecovery, WithoutAnotherImageTheSameOneStartsAgain) {
  const std::string options = " --firmware " DOCSIS_VP_FIRMWARE_DIR "/test_starts_hang.elf";
  const RecoveryRun alone = run(scenario(kResets, "test_starts_live"), options);
  EXPECT_EQ(resets(alone.results, "watchdog"), 9) << "within 20 ms";
  EXPECT_EQ(resets(alone.results, "fallbacks"), 0);
  EXPECT_EQ(detail(alone.results, 9, "kind"), "update_firmware");
  const RecoveryRun second =
      run(scenario(std::string(kResets) + R"(, "fallback_firmware": "test_starts_live")",
                   "test_starts_live"),
          options);
  ASSERT_THAT(kinds(second.results), ElementsAre("watchdog_bite", "watchdog_bite", "watchdog_bite",
                                                 "boot_fallback", "update_firmware"));
  EXPECT_THAT(second.outcome.out, HasSubstr("start: cause 1 resets 3 failures 0 slot 1\n"));
  EXPECT_THAT(second.outcome.out, HasSubstr("start: cause 4 resets 4 failures 0 slot 0\n"));
}

TEST(CpuRecovery, ABiteTellsWhatInterruptsWereDoing) {
  const RecoveryRun bitten = run(scenario(kResets, "test_stuck"));
  EXPECT_THAT(detail(bitten.results, 1, "interrupts"),
              AllOf(HasSubstr("masked since 0.021"), HasSubstr("mstatus.MIE 0"),
                    HasSubstr("timer interrupt enabled, pending since 0.021 s"),
                    HasSubstr("external interrupt not enabled, not pending")));
  EXPECT_THAT(detail(bitten.results, 1, "interrupted"), HasSubstr("spin"));

  const ScenarioFile file(scenario("", "test_stuck"));
  const TemporaryFolder folder;
  const app::Outcome ended = app::run_program("run " + file.path() + " -o " + folder.file("out"));
  EXPECT_EQ(ended.status, 3);
  // The handler is taken at the first edge behind the timer's rise.
  EXPECT_THAT(ended.err, AllOf(HasSubstr("interrupts masked since 0.021"),
                               HasSubstr(" s, mstatus.MIE 0\n"
                                         "  software interrupt not enabled, not pending\n"
                                         "  timer interrupt enabled, pending since 0.021 s\n")));
  const JsonNode results = parse_json_file(folder.file("out") + "/results.json");
  EXPECT_NEAR(number(results, "fault.interrupts.masked_since_s"), 0.021, 1e-7);
  EXPECT_FALSE(results.find("fault")->find("interrupts")->find("mstatus_mie")->boolean);
  EXPECT_DOUBLE_EQ(number(results, "fault.interrupts.lines.1.pending_since_s"), 0.021);
}

TEST(CpuRecovery, HangsOnNoQuantum) {
  for (const char* image : {"test_starts_hang", "test_starts_trap"}) {
    const auto with_quantum = [image](const char* quantum_us) {
      std::string text = run(scenario(kResets, image,
                                      R"("background_load": {"utilization": 0.5}, "quantum_us": )" +
                                          std::string(quantum_us) + ", "))
                             .text;
      const std::size_t place = text.find("\"quantum_us\"");
      return text.erase(place, text.find('\n', place) - place);
    };
    const std::string usual = with_quantum("10");
    EXPECT_EQ(with_quantum("0.1"), usual) << image;
    EXPECT_EQ(with_quantum("1000"), usual) << image;
  }
}

TEST(CpuRecovery, KeysOfItNeedIt) {
  const ScenarioFile file(scenario(R"("boot_attempts": 2)", "docsis_pie"));
  const app::Outcome outcome = app::run_program("check " + file.path());
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("cpu.recovery.boot_attempts: applies only with "
                                     "on_failure = reset_cpu\n"));
}

}  // namespace
}  // namespace docsis_vp::system::cpu_recovery_test
