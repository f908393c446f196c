// Mistakes of firmware that change no result by default, made visible.
#include <gmock/gmock.h>

#include <filesystem>
#include <utility>

#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::silent_bugs_test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

const std::string kBugs = "scenarios/quickstart.json --duration 1 --firmware " +
                          std::string(DOCSIS_VP_FIRMWARE_DIR) + "/test_silent_bugs.elf";

app::Outcome run(const std::string& options, const TemporaryFolder& folder) {
  return app::run_program("run " + kBugs + options + " --no-rerun -o " + folder.path().string());
}

TEST(SilentBugs, AreSilentByDefaultButForRegisters) {
  const TemporaryFolder folder;
  const app::Outcome outcome = run("", folder);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("ended"));
  EXPECT_THAT(outcome.out, HasSubstr("1 read of watchdog.kick, which is only written, first at "));
  EXPECT_THAT(outcome.out,
              HasSubstr("3 writes to aqm_engine.flow[0].drop_prob, which is only read, first at "));
  const JsonNode results = run_results(kBugs);
  const std::vector<JsonNode>& misused =
      results.find("cpus")->elements.at(0).find("misused_registers")->elements;
  ASSERT_EQ(misused.size(), 2U);
  EXPECT_EQ(misused[0].find("register")->text, "watchdog.kick");
  EXPECT_EQ(misused[0].find("access")->text, "read");
  EXPECT_EQ(number(misused[0], "count"), 1);
  EXPECT_EQ(misused[1].find("register")->text, "aqm_engine.flow[0].drop_prob");
  EXPECT_EQ(misused[1].find("access")->text, "write");
  EXPECT_EQ(number(misused[1], "count"), 3);
  EXPECT_GT(number(misused[1], "first_s"), 0);
}

TEST(SilentBugs, ShowByPoisonedRam) {
  const TemporaryFolder folder;
  const app::Outcome outcome = run(" --set modems.cm0.cpu.poison_ram=true", folder);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("exit code 47")) << "0xdeadbeef";
}

TEST(SilentBugs, ShowByTheNullGuard) {
  const TemporaryFolder folder;
  const app::Outcome outcome = run(" --set modems.cm0.cpu.null_guard_bytes=64", folder);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, HasSubstr("trap: cause 0x00000005 "));
  EXPECT_THAT(outcome.out, HasSubstr(" mtval 0x00000008"));
  EXPECT_EQ(run(" --set modems.cm0.cpu.null_guard_bytes=8", folder).status, 0);
}

// Firmware that does nothing of the kind runs as ever, to the bit.
TEST(SilentBugs, TheOptionsChangeNothingElse) {
  const std::string quickstart = "scenarios/quickstart.json --duration 2";
  for (const char* drop : {"", " --set modems.cm0.drop=firmware"}) {
    const JsonNode plain = run_results(quickstart + drop);
    const JsonNode watched = run_results(quickstart + drop +
                                         " --set modems.cm0.cpu.poison_ram=true"
                                         " --set modems.cm0.cpu.null_guard_bytes=256");
    for (const char* key :
         {"service_flows.0.aqm_drops", "service_flows.0.queue_delay_ms.mean", "cpus.0.instructions",
          "cpus.0.cycles_busy", "cpus.0.stack.high_water_bytes"}) {
      EXPECT_EQ(number(plain, key), number(watched, key)) << key << drop;
    }
    EXPECT_TRUE(plain.find("cpus")->elements.at(0).find("misused_registers")->elements.empty());
  }
}

TEST(SilentBugs, TheStacksOfTasksAreMeasured) {
  const JsonNode results = run_results(
      "scenarios/quickstart.json --duration 1 --set modems.cm0.firmware=two_tasks "
      "--set modems.cm0.cpu.background_load.utilization=0.3");
  const std::vector<JsonNode>& tasks = results.find("cpus")->elements.at(0).find("tasks")->elements;
  ASSERT_EQ(tasks.size(), 3U);
  const std::pair<const char*, double> expected[] = {
      {"law_task", 4 * 256}, {"background_task", 4 * 128}, {"idle_task", 4 * 64}};
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    EXPECT_EQ(tasks[i].find("name")->text, expected[i].first);
    EXPECT_EQ(number(tasks[i], "reserved_bytes"), expected[i].second);
    // All registers once, at least; the bound of the report is 2 to 3 times as much.
    EXPECT_GE(number(tasks[i], "high_water_bytes"), 4 * 28) << expected[i].first;
    EXPECT_LT(number(tasks[i], "high_water_bytes"), expected[i].second);
  }
  EXPECT_GT(number(tasks[0], "high_water_bytes"), number(tasks[2], "high_water_bytes"));
  const JsonNode bare = run_results("scenarios/quickstart.json --duration 0.1");
  EXPECT_TRUE(bare.find("cpus")->elements.at(0).find("tasks")->elements.empty());
}

TEST(SilentBugs, AnUpdateAndAResetSayHowLongTheLawWasAway) {
  const auto event = [](const std::string& what) {
    return R"({"extends": ")" + std::filesystem::current_path().string() +
           R"(/scenarios/quickstart.json", "duration_s": 2, "events": [
        {"time_s": 1, "modem": "cm0", )" +
           what + "}]}";
  };
  const auto update = [&event](const std::string& takes_ms) {
    return event(R"("kind": "update_firmware", "firmware": "mixed", "takes_ms": )" + takes_ms);
  };
  const auto away_ms = [](const std::string& scenario) {
    return number(run_results(ScenarioFile(scenario).path()), "events.0.law_away_ms");
  };
  // Start-up code, and the next tick of 16 ms.
  EXPECT_GT(away_ms(update("0")), 0);
  EXPECT_LT(away_ms(update("0")), 17);
  EXPECT_GT(away_ms(update("100")), 100);
  EXPECT_LT(away_ms(update("100")), 117);
  EXPECT_LT(away_ms(event(R"("kind": "reset_cpu")")), 17);
  const TemporaryFolder folder;
  const ScenarioFile file(update("100"));
  const app::Outcome outcome =
      app::run_program("run " + file.path() + " -o " + folder.path().string());
  EXPECT_THAT(outcome.out, ContainsRegex("update_firmware of cm0 at 1.000000 s, no commit of its "
                                         "law for 1[01][0-9]\\.[0-9]{3} ms\n"));
}

TEST(SilentBugs, ALawThatDoesNotComeBackIsNotSilent) {
  const ScenarioFile file(R"({"extends": ")" + std::filesystem::current_path().string() +
                          R"(/scenarios/quickstart.json", "duration_s": 1, "events": [
      {"time_s": 0.4, "modem": "cm0", "kind": "update_firmware", "firmware": "test_masked"}]})");
  const TemporaryFolder folder;
  const app::Outcome outcome =
      app::run_program("run " + file.path() + " -o " + folder.path().string());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, ContainsRegex("update_firmware of cm0 at 0.400000 s, no commit of its "
                                         "law since, 600.000 ms\n"));
}

}  // namespace
}  // namespace docsis_vp::system::silent_bugs_test
