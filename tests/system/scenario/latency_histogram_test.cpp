// Bin edges of the latency histogram that operators read.
#include "system/scenario/fields/latency_histogram.h"

#include <gmock/gmock.h>

#include "platform/base/errors.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::latency_histogram_test {
namespace {

latency_histogram_config edges(const std::string& list) {
  const Scenario scenario =
      load_scenario_text(std::string(R"({"modems": [{"name": "cm"}], "service_flows": [
          {"name": "sf", "modem": "cm", "max_sustained_rate_mbps": 5)") +
                             (list.empty() ? "" : R"(, "latency_histogram": {"bin_edges_ms": )") +
                             list + (list.empty() ? "" : "}") + "}]}",
                         "x")
          .scenario;
  return scenario.service_flows.front().latency_histogram.edges("");
}

std::vector<unsigned> units(const latency_histogram_config& config) {
  return {config.edge_10us, config.edge_10us + config.edges};
}

TEST(LatencyHistogramKeys, DefaultIsThatOfTheModem) {
  EXPECT_EQ(units(edges("")), units(latency_histogram_usual()));
}

TEST(LatencyHistogramKeys, EdgesAreTakenToTheUnit) {
  EXPECT_EQ(units(edges("[0.01, 0.07, 0.29, 655.35]")), (std::vector<unsigned>{1, 7, 29, 65'535}));
  EXPECT_EQ(units(edges("5")), (std::vector<unsigned>{500}));
  EXPECT_EQ(units(edges("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]")).size(), 15U);
}

// Every edge that a configuration file can name survives the way through milliseconds.
TEST(LatencyHistogramKeys, MillisecondsLoseNoEdge) {
  for (unsigned unit = 1; unit <= UINT16_MAX; ++unit) {
    const latency_histogram_config one = {1, {static_cast<std::uint16_t>(unit)}};
    ASSERT_EQ(units(LatencyHistogramConfig(one).edges("")), (std::vector<unsigned>{unit}));
  }
}

TEST(LatencyHistogramKeys, WrongEdgesAreNamed) {
  const struct {
    const char* list;
    const char* message;
  } refused[] = {
      {"[0.01, 0.015]", "bin_edges_ms[1]: expected a multiple of 0.01 ms, got 0.015"},
      {"0.015", "bin_edges_ms: expected a multiple of 0.01 ms, got 0.015"},
      {"[1, 1]", "bin_edges_ms[1]: expected more than the edge before it, got 1"},
      {"[2, 1]", "bin_edges_ms[1]: expected more than the edge before it, got 1"},
      {"[0]", "bin_edges_ms[0]: expected a number from 0.01 to 655.35 ms, got 0"},
      {"655.36", "expected a number or an array of numbers from 0.01 to 655.35 ms, got 655.36"},
      {"[]", "bin_edges_ms: expected at least one number, got an empty array"},
      {"[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]", "bin_edges_ms: expected 1 to 15 edges, got 16"},
  };
  for (const auto& each : refused) {
    try {
      edges(each.list);
      ADD_FAILURE() << each.list;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr(each.message));
      EXPECT_THAT(error.what(), ::testing::HasSubstr("service_flows[0].latency_histogram"));
    }
  }
}

}  // namespace
}  // namespace docsis_vp::system::latency_histogram_test
