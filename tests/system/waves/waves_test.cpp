// Watching a run changes nothing of it, and shows what happened when it happened.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "tests/app/program.h"
#include "tests/system/runs/run.h"
#include "tests/system/runs/series.h"

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
  const std::string dual = "scenarios/lld/attacker.json --duration 1 --set stats.warmup_s=0";
  for (const std::string& run : {kRun, dual}) {
    EXPECT_EQ(run_text(run + " --waves " + folder.file("w.vcd")), run_text(run));
  }
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

// The key of a number, a real number or a single bit.
double value_of(const std::string& text) {
  const bool is_real = text.find_first_not_of("01") != std::string::npos;
  return is_real ? std::stod(text) : static_cast<double>(std::stoull(text, nullptr, 2));
}

double value_at(const std::vector<Change>& changes, long long at_ps) {
  const auto after =
      std::upper_bound(changes.begin(), changes.end(), at_ps,
                       [](long long time, const Change& change) { return time < change.at_ps; });
  return after == changes.begin() ? 0 : value_of(std::prev(after)->value);
}

// How often a signal was not 0, and how long all together.
struct Ones {
  Ones(const std::vector<Change>& changes, long long end_ps) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
      const bool is_one = value_of(changes[i].value) != 0;
      count += is_one ? 1 : 0;
      total_ps +=
          !is_one ? 0 : (i + 1 < changes.size() ? changes[i + 1].at_ps : end_ps) - changes[i].at_ps;
    }
  }
  double count = 0;
  long long total_ps = 0;
};

// A run whose waves and results tell of the same.
struct Both {
  explicit Both(const std::string& arguments) {
    const TemporaryFolder folder;
    const app::Outcome outcome =
        app::run_program("run " + arguments + " -q --set stats.queue_interval_s=0.001 --waves " +
                         folder.file("w.vcd") + " -o " + folder.file("out"));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    results = parse_json(text_of(folder.file("out") + "/results.json"), "results.json");
    series = text_of(folder.file("out") + "/timeseries.csv");
    waves = read_dump(folder.file("w.vcd"));
  }
  long long end_ps() const { return std::llround(1e12 * number(results, "simulated_s")); }

  JsonNode results;
  std::string series;
  std::map<std::string, std::vector<Change>> waves;
};

// At every row of the time series, each service flow.
void expect_rows_agree(const Both& run) {
  std::istringstream rows(run.series);
  Series series(rows);
  std::size_t compared = 0;
  while (series.next()) {
    const std::string signals = series.cell("modem") + "." + series.cell("service_flow") + ".";
    if (run.waves.count(signals + "queue_bytes") == 0) {
      continue;  // of the CMTS, or of a host
    }
    const long long at_ps = std::llround(1e12 * series.number("time_s"));
    for (const char* column :
         {"queue_bytes", "drop_probability", "sustained_tokens_bytes", "peak_tokens_bytes"}) {
      if (!series.cell(column).empty()) {
        const double expected = series.number(column);
        EXPECT_NEAR(value_at(run.waves.at(signals + column), at_ps), expected, 1e-6 * expected)
            << signals << column << " at " << series.cell("time_s") << " s";
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 2'000U);
}

void expect_drops_agree(const Both& run) {
  for (const JsonNode& flow : run.results.find("service_flows")->elements) {
    const auto drops =
        run.waves.find(flow.find("modem")->text + "." + flow.find("name")->text + ".drops");
    if (drops != run.waves.end()) {
      EXPECT_EQ(value_at(drops->second, run.end_ps()),
                number(flow, "aqm_drops") + number(flow, "buffer_drops"));
    }
  }
}

TEST(Waves, AgreeWithTheTimeSeriesInEveryRow) {
  const std::string overload = "scenarios/overload.json --duration 1 --set stats.warmup_s=0 ";
  for (const std::string& run :
       {kRun, overload, overload + "--set modems.cm0.drop=firmware",
        overload + "--set modems.cm0.control_law=hardware --set service_flows.us0.aqm=codel",
        overload + "--set modems.cm0.control_law=hardware --set service_flows.us0.aqm=ared",
        overload + "--set modems.cm0.control_law=hardware --set service_flows.us0.aqm=fq_codel",
        overload + "--set rf.upstream_loss_percent=3 --set rf.map_loss_percent=3",
        std::string("scenarios/lld/attacker.json --duration 1 --set stats.warmup_s=0"),
        std::string("scenarios/bonded.json --duration 0.5 --set stats.warmup_s=0")}) {
    SCOPED_TRACE(run);
    const Both both(run);
    expect_rows_agree(both);
    expect_drops_agree(both);
  }
}

// Each byte of a burst leaves at its own time, not when the burst is sent.
TEST(Waves, ShowBytesThatLeaveTheQueueWhenTheyAreReadOut) {
  const Both run(kRun);
  const auto& depths = run.waves.at("cm0.us0.queue_bytes");
  const auto& bursts = run.waves.at("cm0.rf_us0.burst");
  std::size_t between = 0;
  for (std::size_t i = 1; i < depths.size(); ++i) {
    const bool falls = value_of(depths[i].value) < value_of(depths[i - 1].value);
    between += falls && value_at(bursts, depths[i].at_ps) == 0 ? 1 : 0;
  }
  EXPECT_GT(between, 500U) << "a burst is filled before it is on air";
}

TEST(Waves, CountMapsGrantsAndBurstsAsResultsDo) {
  const Both run(kRun);
  EXPECT_NEAR(value_of(run.waves.at("cm0.rf_us0.maps").back().value),
              number(run.results, "mac.maps"), 1);
  const double grants = number(run.results, "mac.grants");
  const double requests = number(run.results, "mac.requests");
  EXPECT_NEAR(Ones(run.waves.at("cm0.rf_us0.grant_sid"), run.end_ps()).count, grants, 2);
  EXPECT_NEAR(Ones(run.waves.at("cm0.rf_us0.burst_ready"), run.end_ps()).count, grants, 4)
      << "a burst may be ready at the moment at which another starts";
  // Those that requests ride on have one burst.
  const double bursts = Ones(run.waves.at("cm0.rf_us0.burst"), run.end_ps()).count;
  EXPECT_GT(bursts, grants - 3);
  EXPECT_LT(bursts, grants + requests);
}

TEST(Waves, ShowTheCpuAndItsInterruptsAsResultsDo) {
  const Both run(kRun);
  const JsonNode& cpu = run.results.find("cpus")->elements.at(0);
  const auto& awake = run.waves.at("cm0.cpu.awake");
  EXPECT_NEAR(
      static_cast<double>(Ones(awake, run.end_ps()).total_ps) * 1e-12 * number(cpu, "clock_hz"),
      number(cpu, "cycles_busy"), 1);
  for (const char* line : {"aqm_tick", "external"}) {
    EXPECT_EQ(Ones(run.waves.at(std::string("cm0.irq.") + line), run.end_ps()).count,
              number(cpu, "interrupts.0.served"))
        << line;
  }
  for (const char* quiet :
       {"console", "watchdog", "ingress_hold", "verdict_port", "timer", "software"}) {
    EXPECT_EQ(Ones(run.waves.at(std::string("cm0.irq.") + quiet), run.end_ps()).count, 0) << quiet;
  }
}

TEST(Waves, ShowThePlaceOfEachInstructionOfTheTrace) {
  const TemporaryFolder folder;
  run_results("scenarios/quickstart.json --duration 0.1 --waves " + folder.file("w.vcd") +
              " --trace " + folder.file("t"));
  const auto waves = read_dump(folder.file("w.vcd"));
  const auto& pcs = waves.at("cm0.cpu.pc");
  const auto& functions = waves.at("cm0.cpu.function");
  const auto& symbols = waves.at("cm0.cpu.symbol");
  EXPECT_EQ(functions.size(), symbols.size()) << "one number for each name";
  std::istringstream lines(text_of(folder.file("t")));
  std::size_t compared = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string time, modem, pc, function, bits;
    words >> time >> modem >> pc >> function >> bits;
    if (pc.rfind("0x", 0) != 0 || bits == "interrupt") {
      continue;
    }
    const long long at_ps = std::llround(1e12 * std::stod(time));
    EXPECT_EQ(value_at(pcs, at_ps), static_cast<double>(std::stoul(pc, nullptr, 16))) << line;
    const auto after =
        std::upper_bound(functions.begin(), functions.end(), at_ps,
                         [](long long at, const Change& change) { return at < change.at_ps; });
    ASSERT_NE(after, functions.begin());
    EXPECT_EQ(std::prev(after)->value, function.substr(0, function.find('+'))) << line;
    ++compared;
  }
  EXPECT_GT(compared, 2'000U);
}

// Firmware writes the words of a flow to the engine; the waves show them in that order.
TEST(Waves, ShowTheDelaysThatFirmwareCommits) {
  const TemporaryFolder folder;
  run_results(kRun + " --waves " + folder.file("w.vcd") +
              " --log-tlm cm0.aqm_engine=" + folder.file("t.csv"));
  std::vector<double> committed = {0};
  std::istringstream lines(text_of(folder.file("t.csv")));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(",write,0x20031034,");
    if (at != std::string::npos) {
      const double delay = static_cast<double>(
          std::stoul(line.substr(at + sizeof ",write,0x20031034," - 1), nullptr, 16));
      if (delay != committed.back()) {
        committed.push_back(delay);
      }
    }
  }
  const auto waves = read_dump(folder.file("w.vcd"));
  std::vector<double> shown;
  for (const Change& change : waves.at("cm0.us0.predicted_delay_us")) {
    shown.push_back(value_of(change.value));
  }
  EXPECT_GT(committed.size(), 50U);
  EXPECT_EQ(shown, committed);
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
