#include <gmock/gmock.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "system/json/node.h"
#include "tests/app/program.h"
#include "tests/app/started_program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app {
namespace {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Run : public ::testing::Test {
 protected:
  Outcome run(const std::string& arguments) const {
    return run_program("run " + arguments + " -o " + folder_.string());
  }
  std::string file(const std::string& name) const {
    std::ifstream stream(folder_ / name);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  const TemporaryFolder parent_;
  const fs::path folder_ = parent_.path() / "out";
};

TEST_F(Run, QuickstartSendsNineToTenMegabits) {
  const Outcome outcome = run("scenarios/quickstart.json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("DOCSIS-PIE in firmware, target 10 ms"));
  const system::JsonNode results = system::parse_json(file("results.json"), "results.json");
  const system::JsonNode& flow = results.find("service_flows")->elements.at(0);
  EXPECT_GT(flow.find("sent_mbps")->number, 9);
  EXPECT_LT(flow.find("sent_mbps")->number, 10);
  EXPECT_GT(flow.find("aqm_drops")->number, 1000);
  EXPECT_EQ(results.find("error")->kind, system::JsonNode::Kind::kNull);
  EXPECT_EQ(results.find("firmware_sha256")->text.size(), 64U);
}

TEST_F(Run, LeavesTwoFilesAndSaysWhere) {
  const Outcome outcome = run("scenarios/overload.json --duration 0.5 --set stats.warmup_s=0");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 2);
  EXPECT_THAT(outcome.out, HasSubstr((folder_ / "results.json").string()));
  const std::string series = file("timeseries.csv");
  EXPECT_THAT(series, StartsWith("time_s,modem,service_flow,queue_bytes,"));
  // A row every 10 ms from 0 on, and the head.
  EXPECT_EQ(std::count(series.begin(), series.end(), '\n'), 1 + 50);
}

TEST_F(Run, FilesThatAreOneAreRefusedUpFront) {
  const std::string at = folder_.string();
  const struct {
    std::string options;
    const char* said;
  } cases[] = {
      {"--capture " + at + "/results.json", "results.json and --capture would both be written to "},
      {"--waves " + at + "/../out/timeseries.csv", "timeseries.csv and --waves would both"},
      {"--capture " + at + "/f --waves " + at + "/./f", "--capture and --waves would both"},
      {"--waves " + at + "/f --packets " + at + "/f", "--waves and --packets would both"},
      {"--packets " + at + "/f --timeline " + at + "/f", "--packets and --timeline would both"},
      {"--waves " + at + "/f --trace cm0=" + at + "/f", "--waves and --trace would both"},
      {"--trace " + at + "/f --log-tlm ram=" + at + "/f", "--trace and --log-tlm ram would both"},
      {"--waves " + at + "/f --console " + at + "/f", "--waves and --console would both"},
      {"--capture ''", "--capture: expected a value, got an empty one"},
      {"--waves ''", "--waves: expected a value, got an empty one"},
      {"--case ''", "--case: expected a value, got an empty one"},
      {"--firmware ''", "--firmware: expected a value, got an empty one"},
      {"--coverage cm0=", "--coverage: expected the name of a file, got an empty one"},
      {"--capture " + at + "-link", "results.json and --capture would both be written to "},
  };
  fs::create_symlink(at + "/results.json", at + "-link");
  for (const auto& [options, said] : cases) {
    const Outcome outcome = run("scenarios/quickstart.json " + options);
    EXPECT_EQ(outcome.status, 2) << options;
    EXPECT_THAT(outcome.err, HasSubstr(said));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
    EXPECT_FALSE(fs::exists(folder_));
  }
  fs::remove(at + "-link");
}

TEST_F(Run, AnEmptyFolderNameIsRefused) {
  const Outcome outcome = run_program("run scenarios/quickstart.json --duration 0.1 -o ''");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "docsis-vp: --output: expected a value, got an empty one\n");
}

TEST_F(Run, AnEmptyPathIsRefusedByEveryCommand) {
  for (const char* command : {"run ''", "check ''", "area ''", "iss ''", "report x ''",
                              "config decode ''", "config encode ''"}) {
    const Outcome outcome = run_program(command);
    EXPECT_EQ(outcome.status, 2) << command;
    EXPECT_EQ(outcome.err, "docsis-vp: expected a path, got an empty one\n");
  }
}

TEST_F(Run, SummaryNamesAPortWhereFramesWait) {
  const std::string options = "scenarios/quickstart.json --duration 1 --set stats.warmup_s=0";
  EXPECT_THAT(run(options).out, Not(HasSubstr("port lan0")));
  const std::string slow = R"( --set 'modems.cm0.lan={"ports":[{"name":"lan0","rate_mbps":10}]}')";
  EXPECT_THAT(run(options + slow).out,
              HasSubstr("  port lan0 of cm0      10 Mbit/s, frames wait "));
}

TEST_F(Run, ChecksTheBaseProtocolOfTheBuses) {
  const Outcome outcome =
      run("scenarios/quickstart.json --duration 0.3 --set stats.warmup_s=0 --check-tlm");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(run("scenarios/quickstart.json --check-tlm --replications 2").err,
              HasSubstr("--check-tlm takes one run, it does not go with --replications"));
}

// Whatever is found wrong only when the modems are there.
TEST_F(Run, WhatIsRefusedLateLeavesNoFolder) {
  const struct {
    std::string options;
    const char* said;
  } cases[] = {
      {"--gdb=0 --gdb-modem x", "--gdb-modem x: there is no modem"},
      {"--trace /proc/x", "/proc/x: cannot be written"},
      {"--console tcp:abc", "tcp:abc: expected a port"},
      {"--log-tlm ramx=" + (folder_ / "log").string(), "--log-tlm ramx: no such socket"},
      {"--waves-filter x --waves " + (folder_ / "deep/er/w").string(), "--waves-filter: no signal"},
  };
  for (const auto& [options, said] : cases) {
    const Outcome outcome = run("scenarios/quickstart.json " + options);
    EXPECT_EQ(outcome.status, 2) << options;
    EXPECT_THAT(outcome.err, HasSubstr(said));
    EXPECT_FALSE(fs::exists(folder_)) << options;
  }
}

TEST_F(Run, TheScenarioIsNotWrittenOver) {
  const fs::path copy = folder_.string() + "-scenario.json";
  fs::copy_file("scenarios/overload.json", copy, fs::copy_options::overwrite_existing);
  const auto size = fs::file_size(copy);
  for (const char* option : {"--capture", "--waves", "--packets", "--timeline", "--trace"}) {
    const Outcome outcome = run(copy.string() + " --duration 0.1 --set stats.warmup_s=0 " + option +
                                " " + (folder_ / ".." / copy.filename()).string());
    EXPECT_EQ(outcome.status, 2) << option;
    EXPECT_THAT(outcome.err,
                HasSubstr(std::string(option) + " would be written over the scenario "));
    EXPECT_EQ(fs::file_size(copy), size);
  }
  fs::remove(copy);
}

// Like a user who closes a live Wireshark.
TEST_F(Run, AnOutputThatNobodyReadsAnyMoreCannotBeWritten) {
  const std::string fifo = folder_.string() + "-fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  ASSERT_EQ(std::system(("timeout 20 head -c 10 " + fifo + " > /dev/null 2>&1 &").c_str()),
            0);  // NOLINT: ours
  const Outcome outcome =
      run("scenarios/overload.json --duration 1 --quiet --set stats.warmup_s=0 --capture " + fifo);
  fs::remove(fifo);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr(fifo + ": cannot be written"));
  for (const fs::directory_entry& left : fs::directory_iterator(folder_)) {
    EXPECT_NE(left.path().filename().string()[0], '.') << left.path();  // a half one
  }
}

// Asked to end: no files, half or whole, and no processes.
TEST_F(Run, SignalsEndItWithoutFiles) {
  const std::string at = folder_.string();
  const std::string outputs = "--capture " + at + "/c.pcapng --packets " + at + "/p.csv.gz " +
                              "--timeline " + at + "/t.pftrace -o " + at;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    std::signal(number, SIG_DFL);  // nohup would have it ignored
    StartedProgram program("run scenarios/quickstart.json --gdb=0 --gdb-no-wait --duration 80000 " +
                           outputs);
    program.signal(number);
    EXPECT_EQ(program.status(), 128 + number);
    EXPECT_FALSE(fs::exists(folder_)) << number;
  }
}

TEST_F(Run, LooksAtQueuesAsOftenAsAsked) {
  const Outcome outcome =
      run("scenarios/overload.json --duration 0.5 --quiet --set stats.warmup_s=0 "
          "--set stats.queue_interval_s=0.1");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string series = file("timeseries.csv");
  EXPECT_EQ(std::count(series.begin(), series.end(), '\n'), 1 + 5);
  EXPECT_THAT(series, HasSubstr("\n0.4,"));
}

TEST_F(Run, TimeSeriesHasQueuesOfBothDirectionsAndWindows) {
  const Outcome outcome =
      run("scenarios/traffic/mix.json --duration 8 --quiet --set stats.tcp_interval_s=0.5 "
          "--set service_flows.ds0.aqm=pie");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string series = file("timeseries.csv");
  // Rows of one instant: the modem's queue, the CMTS's queue with its law, then flows in scenario
  // order.
  EXPECT_THAT(series,
              ContainsRegex("\n6,cm0,us0,[0-9]+,[0-9.e-]+,[0-9.e-]+,[0-9.e-]+,[0-9]+,"
                            "[0-9]+,,,,,,,,,,[0-9.e-]+,,,,0\n"
                            "6,cm0,ds0,[0-9]+,[0-9.e-]+,[0-9.e-]+,[0-9.e-]+,,,,,,,,,,,,,,,,\n"
                            "6,cm0,,,,,,,,,,,,backup,[0-9]+,[0-9]*,[0-9]+,[0-9.]+,,,,,\n"));
  EXPECT_THAT(series, ContainsRegex("\n7\\.5,cm0,,,,,,,,,,,,download,[0-9]+,"));
  EXPECT_THAT(series, Not(HasSubstr("\n7.6,cm0,,,,,,,,,,,,download")));
  EXPECT_THAT(series, Not(HasSubstr(",,call,")));  // has no window
}

TEST_F(Run, QuietSaysNothingOfItsOwn) {
  const Outcome outcome =
      run("scenarios/overload.json --quiet --duration 0.1 --set stats.warmup_s=0 "
          "--set modems.cm0.control_law=hardware");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Run, OptionsReachTheConfiguration) {
  run("scenarios/overload.json --seed 7 --duration 0.2 --set stats.warmup_s=0.1 "
      "--set service_flows.0.aqm.target_ms=20");
  const system::JsonNode results = system::parse_json(file("results.json"), "results.json");
  EXPECT_EQ(results.find("seed")->number, 7);
  EXPECT_EQ(results.find("simulated_s")->number, 0.2);
  EXPECT_EQ(results.find("stats")->find("warmup_s")->number, 0.1);
  const system::JsonNode& flow = results.find("config")->find("service_flows")->elements.at(0);
  EXPECT_EQ(flow.find("aqm")->find("target_ms")->number, 20);
}

TEST_F(Run, FirmwareThatTrapsFailsTheRun) {
  const Outcome outcome =
      run("scenarios/overload.json --duration 1 --set stats.warmup_s=0 --firmware " +
          std::string(DOCSIS_VP_FIRMWARE) + "/test_trap.elf");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, StartsWith("docsis-vp: "));
  EXPECT_THAT(outcome.err, HasSubstr("\nfault of cm0 at "));
  EXPECT_EQ(
      run("scenarios/overload.json --duration 1 --set stats.warmup_s=0 --no-rerun --firmware " +
          std::string(DOCSIS_VP_FIRMWARE) + "/test_trap.elf")
          .err,
      outcome.err.substr(0, outcome.err.find('\n') + 1));
  const system::JsonNode results = system::parse_json(file("results.json"), "results.json");
  // Cause, time, program counter and symbol.
  EXPECT_THAT(results.find("error")->text,
              ::testing::MatchesRegex(
                  "firmware ended the run with exit code 1: .cm0. trap: cause 0x[0-9a-f]+ pc "
                  "0x[0-9a-f]+ mtval 0x[0-9a-f]+, at [0-9.]+ s, "
                  "cm0 at pc 0x[0-9a-f]+ \\(exit_device_exit.+\\), last exception: "
                  "load access fault at pc 0x[0-9a-f]+, address 0x2fff0000 \\(main.*\\)"));
}

// The scenario's first, once; however often the program looks at it.
TEST_F(Run, WhatHasNoEffectIsSaidOnce) {
  const std::string idle =
      R"(scenarios/overload.json --set service_flows.0.aqm.stale_ms=7 --duration 0.2 )"
      "--set stats.warmup_s=0 ";
  const std::string note =
      "docsis-vp: service flow us0: stale_ms of docsis_pie has no effect without predictor = "
      "rate_tracking or combined\n";
  const std::string trap = "--firmware " DOCSIS_VP_FIRMWARE "/test_trap.elf ";
  EXPECT_EQ(run(idle).err, note);
  EXPECT_EQ(run(idle + "--replications 2").err, note);
  EXPECT_EQ(run(idle + "--no-notes").err, "");
  const std::string failed = run(idle + trap).err;
  EXPECT_THAT(failed, StartsWith(note));
  EXPECT_THAT(failed, HasSubstr("\nfault of cm0 at "));
  EXPECT_EQ(failed.find(note), failed.rfind(note));
  EXPECT_THAT(run(idle + trap + "--no-notes --no-console").err, Not(HasSubstr(note)));
  // Bad input is one line.
  const std::string refused = run(idle + "--waves " + folder_.string() + "/results.json").err;
  EXPECT_EQ(std::count(refused.begin(), refused.end(), '\n'), 1) << refused;
}

TEST_F(Run, QuotesFirmwareInOneLineOfReadableLength) {
  const Outcome outcome =
      run("scenarios/overload.json --duration 1 --set stats.warmup_s=0 --quiet --firmware " +
          std::string(DOCSIS_VP_FIRMWARE) + "/test_babble.elf");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err,
              StartsWith("docsis-vp: firmware ended the run with exit code 9: [cm0] ?x"));
  EXPECT_THAT(outcome.err, HasSubstr("x..., at "));
  EXPECT_LT(outcome.err.find('\n'), 300U);
}

}  // namespace
}  // namespace docsis_vp::app
