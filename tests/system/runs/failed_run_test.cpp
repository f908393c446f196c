// A run that firmware ends: it lasted until then, whatever the quantum.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>

#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::failed_run_test {
namespace {

constexpr double kQuantaUs[] = {0.1, 0.777, 10, 1000};

// Busy modems; firmware of the last one jumps to nowhere.
std::string scenario(unsigned modems, double quantum_us) {
  std::ostringstream text;
  text << R"({"duration_s": 0.1, "stats": {"warmup_s": 0}, "modems": [)";
  for (unsigned i = 0; i < modems; ++i) {
    text << (i == 0 ? "" : ",") << R"({"name": "cm)" << i
         << R"(", "control_law": "firmware", "cpu": {"clock_mhz": )" << 100 + 33 * i
         << R"(, "quantum_us": )" << quantum_us << R"(, "background_load": {"utilization": 0.9}}})";
  }
  text << R"(], "service_flows": [)";
  for (unsigned i = 0; i < modems; ++i) {
    text << (i == 0 ? "" : ",") << R"({"name": "us)" << i << R"(", "modem": "cm)" << i
         << R"(", "max_sustained_rate_mbps": 5})";
  }
  text << R"(], "flows": [)";
  for (unsigned i = 0; i < modems; ++i) {
    text << (i == 0 ? "" : ",") << R"({"name": "f)" << i << R"(", "modem": "cm)" << i
         << R"(", "rate_mbps": 8, "packet_bytes": 1000})";
  }
  text << R"(], "events": [{"time_s": 0.0212121, "kind": "flip_bit", "register": "pc", "bit": 29,
    "modem": "cm)"
       << modems - 1 << R"("}]})";
  return text.str();
}

// The text of results.json without what the host took, and without the quantum.
std::string results_of(const std::string& text, const std::string& options) {
  const ScenarioFile file(text);
  const TemporaryFolder folder;
  const app::Outcome outcome =
      app::run_program("run " + file.path() + " --quiet " + options + " -o " + folder.file("out"));
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  std::ifstream results(folder.file("out") + "/results.json");
  std::string kept;
  for (std::string line; std::getline(results, line);) {
    kept += line.find("\"quantum_us\":") != std::string::npos ? "" : line + "\n";
  }
  return without_host(kept);
}

double time_of(const JsonNode& results) {
  const std::string& error = results.find("error")->text;
  return std::stod(error.substr(error.find(", at 0.") + 5));
}

TEST(FailedRun, LastedUntilTheFailure) {
  const std::string text = results_of(scenario(1, 10), "--no-rerun");
  const JsonNode results = parse_json(text, "results.json");
  EXPECT_NEAR(time_of(results), 0.0212, 0.0001);
  EXPECT_EQ(number(results, "simulated_s"), time_of(results));
  EXPECT_LE(number(results, "cpus.0.utilization"), 1);
  for (const double quantum_us : kQuantaUs) {
    EXPECT_EQ(results_of(scenario(1, quantum_us), "--no-rerun"), text) << quantum_us << " us";
  }
}

TEST(FailedRun, OfSeveralModemsLetsAllOfThemGetAsFarAsTheyMayBeApart) {
  const std::string text = results_of(scenario(3, 10), "--no-rerun");
  const JsonNode results = parse_json(text, "results.json");
  EXPECT_NEAR(number(results, "simulated_s"), time_of(results) + 5e-6, 1e-12);
  for (const double quantum_us : kQuantaUs) {
    EXPECT_EQ(results_of(scenario(3, quantum_us), "--no-rerun"), text) << quantum_us << " us";
  }
}

// Looking for the fault keeps the CPUs in step.
TEST(FailedRun, IsTheSameWhereCpusAreKeptInStep) {
  const std::string apart = results_of(scenario(3, 10), "--no-rerun");
  const std::string in_step = results_of(scenario(3, 10), "");
  const auto up_to_error = [](const std::string& text) {
    const std::size_t error = text.find("  \"error\":");
    return text.substr(0, text.find("\",\n", error));
  };
  EXPECT_NE(in_step.find("  \"fault\":"), std::string::npos);
  EXPECT_EQ(up_to_error(in_step), up_to_error(apart));
}

// Firmware may do so, and the run is a good one, but no run of its scenario.
TEST(FailedRun, IsNotOneThatFirmwareEndsWithZeroWhichSaysSo) {
  const TemporaryFolder folder;
  const std::string run = "run scenarios/quickstart.json --duration 1 -o " + folder.file("out");
  const auto results = [&folder] {
    std::ifstream file(folder.file("out") + "/results.json");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return parse_json(text, "results.json");
  };
  const app::Outcome ended =
      app::run_program(run + " --firmware " DOCSIS_VP_FIRMWARE_DIR "/test_startup.elf");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, ::testing::ContainsRegex(
                             "\n  ended +by firmware of cm0 at 0\\.0000[0-9]+ s of 1 s\n"));
  EXPECT_EQ(results().find("ended_by")->text, "cm0");
  EXPECT_EQ(number(results(), "ended_at_s"), number(results(), "simulated_s"));

  const app::Outcome lasted = app::run_program(run);
  EXPECT_EQ(lasted.out.find("  ended "), std::string::npos);
  EXPECT_EQ(results().find("ended_by")->kind, JsonNode::Kind::kNull);
  EXPECT_EQ(results().find("ended_at_s")->kind, JsonNode::Kind::kNull);
}

}  // namespace
}  // namespace docsis_vp::system::failed_run_test
