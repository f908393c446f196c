#include "system/scenario/read/merge.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "models/docsis/config_file/config_file.h"
#include "platform/base/errors.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/scenario/read/load.h"
#include "system/traffic/trace/trace_settings.h"
#include "tests/support/temporary_folder.h"
#include "tests/system/scenario/minimal.h"

namespace docsis_vp::system {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

// A folder of scenario files that goes with the test.
class ScenarioFiles : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_.path() / "more"); }

  std::string write(const std::string& name, const std::string& text) {
    std::string path = folder_.file(name);
    std::ofstream(path) << text;
    return path;
  }
  static std::string error_of(const std::string& path, const Overrides& overrides = {}) {
    try {
      load_scenario(path, overrides);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  }

  TemporaryFolder folder_;
};

TEST_F(ScenarioFiles, ExtendsMergesNamedElements) {
  write("base.json", kMinimal);
  const std::string path = write("more/over.json", R"({
    "extends": "../base.json",
    "service_flows": [{"name": "us0", "aqm": "none"}],
    "flows": [{"name": "a", "modem": "cm0", "interval_us": 10}]
  })");
  const Scenario scenario = load_scenario(path).scenario;
  ASSERT_EQ(scenario.service_flows.size(), 1U);
  EXPECT_EQ(scenario.service_flows[0].max_sustained_rate_mbps, 20);
  EXPECT_EQ(scenario.service_flows[0].aqm.algorithm, "none");
  EXPECT_EQ(scenario.flows.size(), 1U);
  EXPECT_EQ(scenario.name, "over");
}

TEST_F(ScenarioFiles, PathsCountFromTheFileThatNamesThem) {
  fs::copy_file("traces/linux-upload-14mbit.pcapng", folder_.path() / "more/trace.pcap");
  std::string base = kMinimal;
  base.insert(
      1, R"("flows": [{"name": "a", "modem": "cm0", "kind": "trace", "file": "trace.pcap"}],)");
  write("more/base.json", base);
  const std::string path = write("over.json", R"({"extends": "more/base.json"})");
  EXPECT_EQ(settings_of<TraceSettings>(load_scenario(path).scenario.flows[0]).file,
            folder_.file("more/trace.pcap"));
}

// Every kind of path, and the same from wherever the file is called.
TEST_F(ScenarioFiles, EffectiveConfigurationNamesTheSameFiles) {
  write("more/rates.txt", "0 5\n");
  const auto octets = docsis::write_config_file({}, std::nullopt);
  write("more/modem.cfg", std::string(octets.begin(), octets.end()));
  for (const char* const copy : {"trace.pcap", "own", "next"}) {
    fs::copy_file("traces/linux-upload-14mbit.pcapng", folder_.path() / "more" / copy);
  }
  const std::string path = write("more/all.json", R"({
    "duration_s": 3,
    "rf": {"capacity": {"kind": "trace", "file": "rates.txt"}},
    "modems": [{"name": "cm0", "control_law": "firmware", "firmware": "./own",
                "config_file": "modem.cfg", "technology_file": "silicon.json"}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20}],
    "flows": [{"name": "a", "modem": "cm0", "kind": "trace", "file": "trace.pcap"}],
    "events": [{"time_s": 1, "kind": "update_firmware", "modem": "cm0", "firmware": "./next"}]
  })");
  const auto effective = [](const std::string& file) {
    const LoadedScenario loaded = load_scenario(file);
    return effective_configuration(loaded.scenario, loaded.directory);
  };
  const std::string first = effective(path);
  for (const char* const name : {"\"rates.txt\"", "\"./own\"", "\"modem.cfg\"", "\"silicon.json\"",
                                 "\"trace.pcap\"", "\"./next\""}) {
    EXPECT_THAT(first, HasSubstr(name));
  }
  const std::string again = write("more/effective.json", first);
  EXPECT_EQ(effective(again), first);
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  const std::string from_nearby = effective("more/effective.json");
  fs::current_path(before);
  EXPECT_EQ(from_nearby, first);
}

// A path in an option is relative to the working folder.
TEST_F(ScenarioFiles, EffectiveConfigurationFindsTheFilesOfOptions) {
  const std::string path = write("base.json", kMinimal);
  const LoadedScenario loaded =
      load_scenario(path, {"", {"modems.cm0.technology_file=traces/x.json"}});
  const std::string from =
      fs::absolute("traces/x.json").lexically_relative(folder_.path()).string();
  EXPECT_THAT(effective_configuration(loaded.scenario, loaded.directory),
              HasSubstr("\"technology_file\": \"" + from + "\""));
}

TEST_F(ScenarioFiles, ErrorsNameTheFileOfTheValue) {
  write("base.json", "{\n\"seed\": \"x\"}");
  const std::string path = write("over.json", "{\n\n\"extends\": \"base.json\"}");
  EXPECT_THAT(error_of(path), HasSubstr("base.json:2: seed: expected an integer"));
}

TEST_F(ScenarioFiles, CircleAndMissingBase) {
  write("a.json", "{\"extends\": \"b.json\"}");
  const std::string b = write("b.json", "{\n\"extends\": \"a.json\"}");
  EXPECT_THAT(error_of(b), HasSubstr("a.json:1: extends: "));
  EXPECT_THAT(error_of(b), HasSubstr("b.json extends itself"));
  const std::string c = write("c.json", "{\n\"extends\": \"none.json\"}");
  EXPECT_THAT(error_of(c), HasSubstr("c.json:2: extends: there is no file "));
  const std::string d = write("d.json", "{\n\"extends\": 3}");
  EXPECT_THAT(error_of(d), HasSubstr("expected the path of a scenario file, got 3"));
}

TEST_F(ScenarioFiles, CasesChangeAndRename) {
  std::string text = kMinimal;
  text.insert(
      1, R"("cases": {"fast": {"service_flows": [{"name": "us0", "max_sustained_rate_mbps": 50}]},
                              "own": {"name": "mine"}},)");
  const std::string path = write("tune.json", "{\"name\": \"tune\"," + text.substr(1));
  EXPECT_EQ(load_scenario(path).scenario.service_flows[0].max_sustained_rate_mbps, 20);
  const Scenario fast = load_scenario(path, {"fast", {}}).scenario;
  EXPECT_EQ(fast.service_flows[0].max_sustained_rate_mbps, 50);
  EXPECT_EQ(fast.name, "tune-fast");
  EXPECT_EQ(load_scenario(path, {"own", {}}).scenario.name, "mine");
  EXPECT_THAT(error_of(path, {"fats", {}}),
              HasSubstr("there is no case \"fats\", did you mean \"fast\"?"));
}

// Whatever a JSON key may be; a scenario's name is that of a folder.
TEST_F(ScenarioFiles, CasesMayHaveAnyName) {
  const std::pair<const char*, const char*> names[] = {
      {"2.5e9", "tune-2_5e9"}, {"10 Mbit/s", "tune-10_Mbit_s"}, {"../up", "tune-___up"},
      {"-a_B", "tune--a_B"},   {"\u00e9\u20ac", "tune-__"},
  };
  for (const auto& [key, name] : names) {
    const std::string path =
        write("tune.json", R"({"name": "tune", "cases": {")" + std::string(key) +
                               R"(": {"seed": 7}},)" + std::string(kMinimal).substr(1));
    const Scenario scenario = load_scenario(path, {key, {}}).scenario;
    EXPECT_EQ(scenario.name, name);
    EXPECT_EQ(scenario.seed, 7U);
  }
}

constexpr const char* kShorthands = R"({
  "duration_s": 1,
  "modems": [{"name": "cm0"}],
  "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10, "aqm": "codel", "scheduling": "rtps"}],
  "flows": [
    {"name": "t", "kind": "tcp", "modem": "cm0", "tcp": "bsd-sack"},
    {"name": "h", "kind": "has", "modem": "cm0", "direction": "downstream", "has": "clemson-2014"}],
  "cases": {
    "aqm": {"service_flows": [{"name": "us0", "aqm": {"target_ms": 7}}]},
    "scheduling": {"service_flows": [{"name": "us0", "scheduling": {"nominal_polling_interval_us": 10000}}]},
    "tcp": {"flows": [{"name": "t", "tcp": {"mss_bytes": 1000}}]},
    "has": {"flows": [{"name": "h", "has": {"buffer_s": 100}}]}
  }
})";

// A key below a shorthand leaves what the shorthand says, whichever way it comes.
TEST_F(ScenarioFiles, KeysAddToAShorthand) {
  const std::string path = write("base.json", kShorthands);
  const struct {
    std::string name;
    std::string set;
    const char* kept;
    const char* changed;
  } cases[] = {
      {"aqm", "service_flows.us0.aqm.target_ms=7", R"("algorithm": "codel")", R"("target_ms": 7)"},
      {"scheduling", "service_flows.us0.scheduling.nominal_polling_interval_us=10000",
       R"("type": "rtps")", R"("nominal_polling_interval_us": 10000)"},
      {"tcp", "flows.t.tcp.mss_bytes=1000", R"("preset": "bsd-sack")", R"("mss_bytes": 1000)"},
      {"has", "flows.h.has.buffer_s=100", R"("preset": "clemson-2014")", R"("buffer_s": 100)"},
  };
  for (const auto& c : cases) {
    const std::string in_case =
        effective_configuration(load_scenario(path, {c.name, {"name=x"}}).scenario);
    EXPECT_THAT(in_case, AllOf(HasSubstr(c.kept), HasSubstr(c.changed)));
    EXPECT_EQ(effective_configuration(load_scenario(path, {"", {c.set, "name=x"}}).scenario),
              in_case);
  }
}

TEST_F(ScenarioFiles, KeysAddToAShorthandOfTheBaseAndOfItsCases) {
  write("base.json", kShorthands);
  const std::string flow = R"({"service_flows": [{"name": "us0", "aqm": )";
  const auto aqm = [&](const std::string& name, const std::string& text, const char* of_case) {
    return load_scenario(write(name, text), {of_case, {}}).scenario.service_flows[0].aqm;
  };
  const auto of_base =
      aqm("over.json", R"({"extends": "base.json", )" + (flow + R"({"target_ms": 8}}]})").substr(1),
          "");
  EXPECT_EQ(of_base.algorithm, "codel");
  write("pie.json", R"({"extends": "base.json", "cases": {"p": )" + flow + R"("pie"}]}}})");
  const auto of_case =
      aqm("more.json",
          R"({"extends": "pie.json", "cases": {"p": )" + flow + R"({"target_ms": 8}}]}}})", "p");
  EXPECT_EQ(of_case.algorithm, "pie");
  // A case may be called what a key is.
  write("rf.json", R"({"extends": "base.json", "cases": {"rf": )" + flow + R"("pie"}]}}})");
  const auto of_rf =
      aqm("rf2.json",
          R"({"extends": "rf.json", "cases": {"rf": )" + flow + R"({"target_ms": 8}}]}}})", "rf");
  EXPECT_EQ(of_rf.algorithm, "pie");
  const auto replaced =
      aqm("none.json", R"({"extends": "over.json", )" + (flow + R"("none"}]})").substr(1), "");
  EXPECT_EQ(replaced.algorithm, "none");
}

TEST(Merge, ReplacesWhatHasNoNames) {
  JsonNode base = parse_json(R"({"a": [1, 2], "b": {"c": 1, "d": 2}, "e": 1})", "");
  merge(base, parse_json(R"({"a": [3], "b": {"c": null}, "e": {"f": 1}})", ""));
  EXPECT_EQ(base.find("a")->elements.size(), 1U);
  EXPECT_EQ(base.find("b")->find("c")->kind, JsonNode::Kind::kNull);
  EXPECT_EQ(base.find("b")->find("d")->number, 2);
  EXPECT_EQ(base.find("e")->kind, JsonNode::Kind::kObject);
}

}  // namespace
}  // namespace docsis_vp::system
