// The platform with blocks in gates: the same results, but for the key and the host's time.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::rtl::engine_test {
namespace {

using ::testing::HasSubstr;

struct Case {
  const char* what;
  const char* key;        // that asks for the block, of the service flow
  const char* arguments;  // but the engine
  const char* dropped;    // what has to happen, for the comparison to mean something
};

// Output of a run, line by line, without the lines that differ between engines and hosts.
std::vector<std::string> results(const Case& run, const std::string& engine,
                                 const std::string& folder) {
  const app::Outcome outcome =
      app::run_program(std::string("run ") + run.arguments + " --set stats.warmup_s=1 --quiet -o " +
                       folder + " --set service_flows.0." + run.key + "=" + engine);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::ifstream file(folder + "/results.json");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    const auto has = [&line](const char* key) { return line.find(key) != std::string::npos; };
    if (!has("engine\":") && !has("host") && !has("wall_s") && !has("cpu_s")) {
      lines.push_back(line);
    }
  }
  return lines;
}

constexpr const char* kAqm = "aqm.engine";
constexpr const char* kShaper = "shaper_engine";

class Engines : public ::testing::TestWithParam<Case> {};

TEST_P(Engines, GiveTheSameResults) {
  const TemporaryFolder folder;
  const auto model = results(GetParam(), "model", (folder.path() / "model").string());
  const auto rtl = results(GetParam(), "rtl", (folder.path() / "rtl").string());
  ASSERT_GT(model.size(), 100U);
  EXPECT_EQ(model, rtl);
  const std::string some = std::string("\"") + GetParam().dropped + "\": [1-9]";
  EXPECT_THAT(model, ::testing::Contains(::testing::ContainsRegex(some)));
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, Engines,
    ::testing::Values(
        Case{"drop_engine", kAqm, "scenarios/overload.json --duration 5", "aqm_drops"},
        Case{"drop_engine_with_few_packets", kAqm,
             "scenarios/overload.json --duration 5 --set service_flows.0.buffer_packets=20",
             "buffer_drops"},
        Case{"codel_unit", kAqm,
             "scenarios/overload.json --duration 5 --set modems.0.control_law=hardware --set "
             "service_flows.0.aqm=codel",
             "aqm_drops"},
        Case{"departure_meter", kAqm,
             "scenarios/overload.json --duration 5 --set modems.0.control_law=hardware --set "
             "service_flows.0.aqm=pie_draft",
             "aqm_drops"},
        Case{"departure_meter_of_several_queues", kAqm,
             "scenarios/overload.json --duration 5 --set modems.0.control_law=hardware --set "
             "service_flows.0.aqm=sfq_pie_draft",
             "aqm_drops"},
        Case{"departure_meter_of_2014", kAqm,
             "scenarios/overload.json --duration 5 --set modems.0.control_law=hardware --set "
             "service_flows.0.aqm=pie_linux_2014",
             "aqm_drops"},
        Case{"scheduler_and_hash", kAqm,
             "scenarios/traffic/mix.json --duration 5 --set service_flows.0.aqm=drr --set "
             "service_flows.0.aqm.queues=32",
             "buffer_drops"},
        Case{"buckets", kShaper, "scenarios/overload.json --duration 3", "aqm_drops"},
        // Silences in which buckets fill, and a peak rate that ends before the burst does.
        Case{"buckets_of_bursts", kShaper,
             "scenarios/traffic/bursty-upload.json --duration 3 --set "
             "service_flows.0.peak_rate_mbps=40 --set service_flows.0.max_burst_bytes=100000",
             "sent_packets"},
        Case{"buckets_of_a_managed_queue", kShaper,
             "scenarios/overload.json --duration 2 --set modems.0.control_law=hardware --set "
             "service_flows.0.aqm=sfq_codel",
             "aqm_drops"}),
    [](const auto& tested) { return std::string(tested.param.what); });

struct Refusal {
  const char* what;
  const char* flow;  // keys of the service flow
  const char* engine;
  const char* says;
};

class RefusedKeys : public ::testing::TestWithParam<Refusal> {};

TEST_P(RefusedKeys, BecauseTheGatesDoNotHaveIt) {
  const app::Outcome outcome = app::run_program(
      std::string("check scenarios/overload.json --set modems.0.control_law=hardware --set '") +
      "service_flows.0." + GetParam().flow + "' --set service_flows.0." + GetParam().engine);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().says));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
}

INSTANTIATE_TEST_SUITE_P(
    Service, RefusedKeys,
    ::testing::Values(
        Refusal{"law_without_gates", "aqm=red", "aqm.engine=rtl", "aqm.engine: expected model"},
        Refusal{"ecn", "aqm.ecn=true", "aqm.engine=rtl", "aqm: ecn: expected false"},
        Refusal{"root_by_table", "aqm={\"algorithm\":\"codel\",\"inverse_sqrt\":\"table\"}",
                "aqm.engine=rtl", "aqm: inverse_sqrt: expected hybrid"},
        Refusal{"number_of_queues", "aqm=drr", "aqm.engine=rtl", "aqm.queues: expected 32"},
        Refusal{"buckets_of_whole_packets", "transmit_queue.packets=32", "shaper_engine=rtl",
                "shaper_engine: expected model: the service flow has a transmit queue"},
        Refusal{"buckets_downstream", "direction=downstream", "shaper_engine=rtl",
                "shaper_engine: applies only upstream"},
        Refusal{"unknown_engine", "aqm.ecn=false", "shaper_engine=verilog",
                "shaper_engine: expected"}),
    [](const auto& tested) { return std::string(tested.param.what); });

TEST(Refused, GatesOfADataPathThatIsFirmware) {
  const app::Outcome outcome = app::run_program(
      "check scenarios/overload.json --set modems.0.drop=firmware --set "
      "service_flows.0.aqm.engine=rtl");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("service_flows[0].aqm.engine: expected model: the drop of modem cm0"));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
}

}  // namespace
}  // namespace docsis_vp::rtl::engine_test
