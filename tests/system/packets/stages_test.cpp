// Compares delay_stages of results.json with the rows of --packets.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tests/app/program.h"
#include "tests/system/packets/packet_rows.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::stages_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kPsPerMsReal = 1e9;

using StageTimes = std::map<std::string, double>;  // ms by key

// Stage that ends at each station, by column.
const std::map<std::string, std::string> kUpstream = {
    {"entered_ps", "host_ms"},     {"classified_ps", "verdict_ms"}, {"judged_ps", "verdict_ms"},
    {"released_ps", "queue_ms"},   {"requested_ps", "request_ms"},  {"map_received_ps", "grant_ms"},
    {"map_parsed_ps", "grant_ms"}, {"window_ps", "grant_ms"},       {"read_ps", "burst_ms"},
    {"ready_ps", "burst_ms"},      {"rf_start_ps", "burst_ms"},     {"rf_end_ps", "rf_ms"},
    {"received_ps", "rf_ms"},      {"passed_on_ps", "cmts_ms"},     {"delivered_ps", "network_ms"}};
const std::map<std::string, std::string> kDownstream = {
    {"entered_ps", "host_ms"}, {"judged_ps", "queue_ms"}, {"rf_start_ps", "queue_ms"},
    {"rf_end_ps", "rf_ms"},    {"received_ps", "rf_ms"},  {"delivered_ps", "network_ms"}};

StageTimes stages_of(const PacketRow& row) {
  const auto& ends = row.at("direction") == "upstream" ? kUpstream : kDownstream;
  StageTimes times;
  for (const auto& [column, stage] : ends) {
    times[stage] += 0;
  }
  TimePs before = *time_in(row, "created_ps");
  for (const std::string& column : kStationColumns) {
    const auto at = time_in(row, column);
    if (at && column != "created_ps") {
      times[ends.at(column)] += static_cast<double>(*at - before) / kPsPerMsReal;
      before = *at;
    }
  }
  times["one_way_ms"] = static_cast<double>(*time_in(row, "one_way_ps")) / kPsPerMsReal;
  return times;
}

// Delivered packets after the warm-up, of a flow or of a service flow.
std::vector<StageTimes> packets_of(const PacketRun& run, const JsonNode& stages) {
  const double warmup_ps = 1e12 * number(run.results, "stats.warmup_s");
  const std::string* const flow = stages.find_string("flow");
  std::vector<StageTimes> packets;
  for (const PacketRow& row : run.rows) {
    const std::string& name = row.at("flow");
    const bool is_own = flow != nullptr
                            ? name.substr(0, name.find('/')) == *flow
                            : row.at("modem") == *stages.find_string("modem") &&
                                  row.at("service_flow") == *stages.find_string("service_flow");
    if (is_own && row.at("direction") == *stages.find_string("direction") &&
        row.at("outcome") == "delivered" && std::stod(row.at("created_ps")) >= warmup_ps) {
      packets.push_back(stages_of(row));
    }
  }
  std::sort(packets.begin(), packets.end(), [](const StageTimes& a, const StageTimes& b) {
    return a.at("one_way_ms") < b.at("one_way_ms");
  });
  return packets;
}

// Mean of the packets with ranks between two shares of all; those at the bounds count in part.
StageTimes mean_between(const std::vector<StageTimes>& packets, double from, double to) {
  const double low = from * static_cast<double>(packets.size());
  const double high = to * static_cast<double>(packets.size());
  StageTimes mean;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const double inside =
        std::min(static_cast<double>(i + 1), high) - std::max(static_cast<double>(i), low);
    for (const auto& [stage, ms] : packets[i]) {
      mean[stage] += std::max(0.0, inside) / (high - low) * ms;
    }
  }
  return mean;
}

double sum_of_stages(const JsonNode& means) {
  double sum = 0;
  for (const auto& [key, value] : means.members) {
    const bool is_stage = key != "one_way_ms" && key.find("_ms") != std::string::npos;
    sum += is_stage ? value.number : 0;
  }
  return sum;
}

class DelayStages : public ::testing::TestWithParam<const char*> {};

TEST_P(DelayStages, AreMeansOfTheRowsOfPackets) {
  const PacketRun run =
      run_with_packets(std::string(GetParam()) + " --set stats.delay_stages=true");
  const JsonNode* const all = run.results.find("delay_stages");
  ASSERT_NE(all, nullptr);
  std::size_t compared = 0;
  for (const JsonNode& stages : all->elements) {
    const std::vector<StageTimes> packets = packets_of(run, stages);
    ASSERT_EQ(number(stages, "packets"), static_cast<double>(packets.size()));
    if (packets.empty()) {
      continue;
    }
    ++compared;
    for (const auto& [stage, ms] : mean_between(packets, 0, 1)) {
      EXPECT_NEAR(number(stages, "mean." + stage), ms, 1e-9 + 1e-9 * ms) << stage;
    }
    EXPECT_NEAR(sum_of_stages(*stages.find("mean")), number(stages, "mean.one_way_ms"), 1e-9);
    const JsonNode& tail = *stages.find("around_p99");
    const double exact_ms = mean_between(packets, 0.985, 0.995)["one_way_ms"];
    EXPECT_NEAR(number(tail, "one_way_ms"), exact_ms, exact_ms / 64);
    EXPECT_NEAR(sum_of_stages(tail), number(tail, "one_way_ms"), 1e-9);
  }
  EXPECT_GE(compared, 2U);
}

INSTANTIATE_TEST_SUITE_P(
    Runs, DelayStages,
    ::testing::Values("scenarios/quickstart.json --duration 1 --set modems.cm0.drop=firmware",
                      "scenarios/bonded.json --duration 0.2 --set stats.warmup_s=0.1",
                      "scenarios/mac/call-by-type.json --duration 0.5 --set stats.warmup_s=0.1",
                      "scenarios/traffic/speed-test.json --duration 0.4 --set stats.warmup_s=0"));

TEST(DelayStagesOfAFlow, HaveTheMeanOfItsOneWayDelay) {
  const PacketRun run =
      run_with_packets("scenarios/quickstart.json --duration 1 --set stats.delay_stages=true");
  EXPECT_NEAR(number(run.results, "delay_stages.0.mean.one_way_ms"),
              number(run.results, "flows.0.one_way_ms.mean"), 1e-9);
}

// Without what was asked for.
std::string without_stages(std::string text) {
  const std::string key = "\"delay_stages\": ";
  const std::size_t begin = text.find(key);
  text.erase(begin, text.find("\"mac\":") - begin);
  const std::string setting = key + "true";
  const std::size_t at = text.find(setting);
  text.erase(text.rfind(',', at), text.find_first_of(",}", at) - text.rfind(',', at));
  return text;
}

TEST(DelayStagesAsked, ChangeNoOtherResult) {
  const std::string run = "scenarios/overload.json --duration 0.5 --set stats.warmup_s=0 ";
  EXPECT_EQ(without_stages(run_text(run + "--set stats.delay_stages=true ")), run_text(run));
}

TEST(DelayStagesAsked, AreNotThereIfNobodyAsks) {
  const std::string run = "scenarios/overload.json --duration 0.5 --set stats.warmup_s=0 ";
  EXPECT_THAT(run_text(run), Not(HasSubstr("delay_stages")));
  EXPECT_THAT(app::run_program("run " + run + "--set stats.delay_stages=1").err,
              HasSubstr("stats.delay_stages: expected true or false, got 1"));
}

}  // namespace
}  // namespace docsis_vp::system::stages_test
