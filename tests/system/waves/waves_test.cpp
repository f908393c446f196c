// Watching a run changes nothing of it, and shows what happened when it happened.
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::waves_test {
namespace {

using ::testing::HasSubstr;

const std::string kRun = "scenarios/quickstart.json --duration 2";

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Change {
  long long at_ps;
  std::string value;
};

// Changes by signal, "cm0.us0.queue_bytes".
std::map<std::string, std::vector<Change>> read_dump(const std::string& path) {
  std::istringstream lines(text_of(path));
  std::map<std::string, std::string> names;
  std::map<std::string, std::vector<Change>> changes;
  std::vector<std::string> scopes;
  long long now = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, second, third, fourth, fifth;
    words >> first >> second >> third >> fourth >> fifth;
    if (first == "$scope") {
      scopes.push_back(third);
    } else if (first == "$upscope") {
      scopes.pop_back();
    } else if (first == "$var") {
      std::string name;
      for (const std::string& scope : scopes) {
        name += scope + ".";
      }
      names[fourth] = name + fifth;
    } else if (first[0] == '#') {
      const long long time = std::stoll(first.substr(1));
      EXPECT_GE(time, now) << "time runs backwards";
      now = time;
    } else if (first[0] == 'b' || first[0] == 'r' || first[0] == 's') {
      changes[names.at(second)].push_back({now, first.substr(1)});
    } else if (first[0] == '0' || first[0] == '1') {
      changes[names.at(first.substr(1))].push_back({now, first.substr(0, 1)});
    }
  }
  return changes;
}

TEST(Waves, ChangeNoResult) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_text(kRun + " --waves " + folder.file("w.vcd")), run_text(kRun));
}

TEST(Waves, ShowLawQueueCpuAndChannelWhenTheyChange) {
  const TemporaryFolder folder;
  const JsonNode results = run_results(kRun + " --waves " + folder.file("w.vcd"));
  const auto waves = read_dump(folder.file("w.vcd"));
  // A tick every 16 ms; the CPU wakes for each, commits a few microseconds later, sleeps again.
  const auto& ticks = waves.at("cm0.irq.aqm_tick");
  EXPECT_NEAR(static_cast<double>(ticks.size()), 2 * 2 / 0.016, 4);
  std::size_t committed_behind_tick = 0;
  const auto& delays = waves.at("cm0.us0.predicted_delay_us");
  for (const Change& delay : delays) {
    for (const Change& tick : ticks) {
      const long long behind = delay.at_ps - tick.at_ps;
      committed_behind_tick += tick.value == "1" && behind > 0 && behind < 5'000'000 ? 1 : 0;
    }
  }
  EXPECT_GT(delays.size(), 50U);
  EXPECT_EQ(committed_behind_tick, delays.size() - 1) << "all but the first, of time 0";
  EXPECT_GT(waves.at("cm0.us0.drop_probability").size(), 20U);
  EXPECT_EQ(waves.at("cm0.cpu.awake").back().value, "0");
  const auto& functions = waves.at("cm0.cpu.function");
  EXPECT_TRUE(std::any_of(functions.begin(), functions.end(),
                          [](const Change& f) { return f.value == "docsis_pie_update"; }));
  EXPECT_GT(waves.at("cm0.us0.queue_bytes").size(), 1000U);
  EXPECT_GT(waves.at("cm0.us0.sustained_tokens_bytes").size(), 400U);
  EXPECT_EQ(std::stoul(waves.at("cm0.us0.drops").back().value, nullptr, 2),
            number(results, "service_flows.0.aqm_drops"));
  EXPECT_NEAR(static_cast<double>(std::stoul(waves.at("cm0.rf_us0.maps").back().value, nullptr, 2)),
              number(results, "mac.maps"), 3)
      << "some are still on their way";
  // Each burst is ready before it starts.
  EXPECT_GT(waves.at("cm0.rf_us0.burst_ready").size(), 1000U);
  EXPECT_GT(waves.at("cm0.rf_us0.grant_sid").size(), 1000U);
}

TEST(Waves, AreChosenByPattern) {
  const TemporaryFolder folder;
  run_results(kRun + " --waves " + folder.file("w.vcd") + " --waves-filter '*.queue_bytes'");
  const auto waves = read_dump(folder.file("w.vcd"));
  EXPECT_EQ(waves.size(), 1U);
  EXPECT_EQ(waves.count("cm0.us0.queue_bytes"), 1U);
  const app::Outcome outcome = app::run_program("run " + kRun + " -o " + folder.file("out") +
                                                " --waves w.vcd --waves-filter nothing");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "docsis-vp: --waves-filter: no signal matches, see docs/waves.md\n");
}

TEST(Waves, WorkWithoutACpu) {
  const TemporaryFolder folder;
  run_results(
      "scenarios/overload.json --duration 1 --set stats.warmup_s=0 "
      "--set modems.cm0.control_law=hardware --waves " +
      folder.file("w.vcd"));
  const auto waves = read_dump(folder.file("w.vcd"));
  EXPECT_EQ(waves.count("cm0.cpu.awake"), 0U);
  EXPECT_GT(waves.at("cm0.us0.drop_probability").size(), 1U);
}

TEST(TransactionLog, WithholdsDirectAccessAndChangesNoResult) {
  const TemporaryFolder folder;
  const std::string logged = run_text(kRun + " --log-tlm ram=" + folder.file("ram.csv") +
                                      " --log-tlm cm0.aqm_engine=" + folder.file("aqm.csv"));
  EXPECT_EQ(logged, run_text(kRun));
  std::istringstream lines(text_of(folder.file("aqm.csv")));
  std::string header, line;
  std::getline(lines, header);
  EXPECT_EQ(header, "time_ps,command,address,data,response,latency_ps");
  std::size_t commits = 0;
  while (std::getline(lines, line)) {
    EXPECT_THAT(line, HasSubstr(",TLM_OK_RESPONSE,"));
    commits += line.find(",write,0x2003103") != std::string::npos ? 1 : 0;
  }
  EXPECT_GE(commits, 4U * 120) << "four writes a tick";
  EXPECT_GT(text_of(folder.file("ram.csv")).size(), 10'000U) << "every access of the CPU to RAM";
}

TEST(TransactionLog, RefusesWhatIsNotThere) {
  const TemporaryFolder folder;
  const auto line = [&folder](const std::string& option) {
    const app::Outcome outcome =
        app::run_program("run " + kRun + " -o " + folder.file("out") + " --log-tlm " + option);
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_EQ(line("ram"), "docsis-vp: --log-tlm ram: expected SOCKET=FILE\n");
  EXPECT_EQ(line("rum=" + folder.file("x")),
            "docsis-vp: --log-tlm rum: no such socket, did you mean \"rom\"?\n");
  EXPECT_EQ(line("cm1.ram=" + folder.file("x")),
            "docsis-vp: --log-tlm cm1.ram: there is no modem cm1 with a CPU\n");
}

}  // namespace
}  // namespace docsis_vp::system::waves_test
