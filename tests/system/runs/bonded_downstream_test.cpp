// Downstream service flows on bonded channels, whole and lossy.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/models/cmts/max_min.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::bonded_downstream_test {
namespace {

const char* const kBonded = "scenarios/bonded.json --duration 3 ";

double sum_downstream(const JsonNode& results, const std::string& key) {
  double sum = 0;
  for (const JsonNode& flow : results.find("service_flows")->elements) {
    if (flow.find("direction")->text == "downstream") sum += number(flow, key);
  }
  return sum;
}

void expect_conserved(const JsonNode& results) {
  EXPECT_EQ(sum_downstream(results, "offered_packets"),
            sum_downstream(results, "sent_packets") + sum_downstream(results, "aqm_drops") +
                sum_downstream(results, "buffer_drops") + sum_downstream(results, "rf_lost") +
                sum_downstream(results, "queued_at_end"));
}

TEST(BondedDownstreamRun, CarriesInOrderWhatNoChannelAloneCould) {
  const JsonNode results = run_results(kBonded);
  EXPECT_GT(sum_downstream(results, "sent_mbps"), 130);
  EXPECT_LT(sum_downstream(results, "sent_mbps"), 164);
  expect_conserved(results);
  EXPECT_EQ(number(results, "mac.resequencing.missing"), 0);
  EXPECT_EQ(number(results, "mac.resequencing.late"), 0);
  EXPECT_GT(number(results, "mac.resequencing.out_of_order"), 300);
  EXPECT_LT(number(results, "mac.resequencing.skew_ms.max"), 2);
  EXPECT_EQ(results.find("mac")->find("downstream_channels")->elements.size(), 4U);
}

TEST(BondedDownstreamRun, LosesPacketsOnThePlantAndGivesThemUp) {
  const JsonNode results = run_results(std::string(kBonded) + "--set rf.downstream_loss_percent=1");
  expect_conserved(results);
  const double lost = sum_downstream(results, "rf_lost");
  const double sent = sum_downstream(results, "sent_packets");
  EXPECT_NEAR(lost / (lost + sent), 0.01, 0.003);
  // The modem may not have noticed the last losses yet.
  EXPECT_NEAR(number(results, "mac.resequencing.missing"), lost, 8);
}

TEST(BondedDownstreamRun, LosesPacketsByScript) {
  const JsonNode results = run_results(
      "scenarios/traffic/cbr.json --duration 3 --set stats.warmup_s=0 "
      R"(--set 'events=[{"time_s": 1, "kind": "lose_packet", "modem": "cm0", "count": 3}]' )"
      R"(--set 'flows=[{"name": "down", "modem": "cm0", "direction": "downstream", "rate_mbps": 5}]')");
  EXPECT_EQ(sum_downstream(results, "rf_lost"), 3);
  EXPECT_EQ(results.find("events")->elements.size(), 3U);
  expect_conserved(results);
}

// Numbers have 16 bits: outages of half a round and of a whole one, less one packet.
TEST(BondedDownstreamRun, AnOutageOfAnyLengthTakesNothingBehindIt) {
  const ScenarioFile scenario(R"({"duration_s": 3.5, "seed": 1,
    "rf": {"downstream_channels": [
      {"name": "ds0", "rate_mbps": 100}, {"name": "ds1", "rate_mbps": 100,
       "extra_latency_us": 300}]},
    "modems": [{"name": "cm0"}],
    "service_flows": [
      {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20},
      {"name": "ds", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 90,
       "aqm": "none"}],
    "flows": [{"name": "d", "kind": "udp", "modem": "cm0", "direction": "downstream",
      "packet_bytes": 64, "rate_mbps": 20, "stop_s": 3}],
    "events": [{"time_s": 0.5, "kind": "lose_packet", "modem": "cm0", "count": 1}]})");
  for (const int lost : {32'767, 65'535}) {
    const JsonNode results =
        run_results(scenario.path() + " --set events.0.count=" + std::to_string(lost));
    EXPECT_EQ(number(results.find("flows")->elements.at(0), "lost_packets"), lost);
    EXPECT_EQ(number(results, "mac.resequencing.late"), 0) << lost;
    EXPECT_EQ(number(results, "mac.resequencing.missing"), lost);
  }
}

std::string two_service_flows(const std::string& modem, const std::string& upstream_mbps) {
  return R"({"name": "u)" + modem + R"(", "modem": ")" + modem +
         R"(", "max_sustained_rate_mbps": )" + upstream_mbps + R"(}, {"name": "d)" + modem +
         R"(", "modem": ")" + modem +
         R"(", "direction": "downstream", "max_sustained_rate_mbps": 100})";
}

std::string downstream_flow(const std::string& modem, const std::string& traffic) {
  return R"({"name": "t)" + modem + R"(", "modem": ")" + modem +
         R"(", "direction": "downstream", )" + traffic + "}";
}

// One modem hears both channels, two the second alone; then one of those has three times the weight
// of the other. Of 38 Mbit/s MAPs and headers take 1 %.
TEST(BondedDownstreamRun, ModemsOnPartsOfTheChannelsGetMaxMinRates) {
  const auto scenario = [](const std::string& traffic) {
    std::string text = R"({"duration_s": 6, "seed": 1, "stats": {"warmup_s": 2},
      "rf": {"downstream_channels": [
        {"name": "d0", "rate_mbps": 38}, {"name": "d1", "rate_mbps": 38}]},
      "modems": [{"name": "both", "downstream_channels": ["d0", "d1"]},
        {"name": "one", "downstream_channels": ["d1"]},
        {"name": "two", "downstream_channels": ["d1"]}],
      "service_flows": [)";
    for (const std::string modem : {"both", "one", "two"}) {
      text += two_service_flows(modem, "20");
      text += ", ";
    }
    text.resize(text.size() - 2);
    text += R"(], "flows": [)";
    for (const std::string modem : {"both", "one", "two"}) {
      text += downstream_flow(modem, traffic);
      text += ", ";
    }
    text.resize(text.size() - 2);
    return ScenarioFile(text + "]}");
  };
  const auto rate = [](const JsonNode& results, std::size_t flow) {
    return number(results.find("service_flows")->elements.at(2 * flow + 1), "sent_mbps");
  };
  for (const std::string traffic :
       {R"("kind": "udp", "rate_mbps": 60, "packet_bytes": 1518)", R"("kind": "tcp")"}) {
    const ScenarioFile file = scenario(traffic);
    const JsonNode equal = run_results(file.path());
    EXPECT_NEAR(rate(equal, 0), 37.6, 0.02 * 37.6) << traffic;
    EXPECT_NEAR(rate(equal, 1), 18.8, 0.02 * 18.8) << traffic;
    EXPECT_NEAR(rate(equal, 2), 18.8, 0.02 * 18.8) << traffic;
    const JsonNode weighted = run_results(file.path() + " --set service_flows.5.weight=3");
    EXPECT_NEAR(rate(weighted, 0), 37.6, 0.02 * 37.6) << traffic;
    EXPECT_NEAR(rate(weighted, 1), 9.4, 0.02 * 9.4) << traffic;
    EXPECT_NEAR(rate(weighted, 2), 28.2, 0.02 * 28.2) << traffic;
  }
}

std::string modem_on(const std::string& modem, int first, int second) {
  return R"({"name": ")" + modem + R"(", "downstream_channels": ["d)" + std::to_string(first) +
         R"(", "d)" + std::to_string(second) + R"("]})";
}

// Forty modems on two of four channels, as many as drawn on each pair. The request regions carry
// the acknowledgments of all, and the queues are never empty.
TEST(BondedDownstreamRun, FortyTcpFlowsOnPairsOfChannelsGetMaxMinRates) {
  constexpr std::array<std::array<int, 2>, 6> kPairs{
      {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
  constexpr std::array<int, 6> kModems{3, 14, 2, 5, 9, 7};
  std::string modems;
  std::string service_flows;
  std::string flows;
  std::vector<cmts::MaxMinSlot> slots;
  for (std::size_t pair = 0; pair < kPairs.size(); ++pair) {
    const auto [first, second] = kPairs[pair];
    for (int i = 0; i < kModems[pair]; ++i) {
      const std::string comma = slots.empty() ? "" : ", ";
      const std::string modem = "m" + std::to_string(slots.size());
      modems += comma + modem_on(modem, first, second);
      service_flows += comma + two_service_flows(modem, "5");
      flows += comma + downstream_flow(modem, R"("kind": "tcp")");
      slots.emplace_back().channels = (1U << first) | (1U << second);
    }
  }
  const ScenarioFile scenario(
      R"({"duration_s": 8, "seed": 1, "stats": {"warmup_s": 2}, "rf": {"request_opportunities": 60,
      "downstream_channels": [{"name": "d0"}, {"name": "d1"}, {"name": "d2"}, {"name": "d3"}]},
      "modems": [)" +
      modems + R"(], "service_flows": [)" + service_flows + R"(], "flows": [)" + flows + "]}");
  const JsonNode results = run_results(scenario.path());
  // Frames without MAC headers and, on the first channel, MAPs.
  const std::vector<double> expected =
      cmts::MaxMinSolver({37.37, 37.68, 37.68, 37.68}, slots).rates();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    EXPECT_NEAR(number(results.find("service_flows")->elements.at(2 * i + 1), "sent_mbps"),
                expected[i], 0.02 * expected[i])
        << i;
  }
}

}  // namespace
}  // namespace docsis_vp::system::bonded_downstream_test
