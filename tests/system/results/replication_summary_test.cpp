#include "system/results/replication_summary.h"

#include <gmock/gmock.h>

namespace docsis_vp::system::replication_summary_test {
namespace {

using ::testing::HasSubstr;

JsonNode summary_of(const std::vector<const char*>& results, std::vector<unsigned> failed = {}) {
  Replications all;
  all.scenario = "example";
  all.first_seed = 5;
  all.count = static_cast<unsigned>(results.size() + failed.size());
  all.failed = std::move(failed);
  for (const char* text : results) {
    all.results.push_back(parse_json(text, "results.json"));
  }
  return parse_json(all.json(), "summary.json");
}

TEST(Replications, EveryNumberBecomesAnEstimate) {
  const JsonNode summary = summary_of({R"({"seed": 5, "wall_s": 9, "mac": {"maps": 10}})",
                                       R"({"seed": 6, "wall_s": 8, "mac": {"maps": 14}})"});
  const JsonNode& maps = *summary.find("mac")->find("maps");
  EXPECT_EQ(maps.find("mean")->number, 12);
  EXPECT_NEAR(maps.find("ci95")->number, 12.7062047362 * 2, 1e-9);
  EXPECT_EQ(maps.find("n")->number, 2);
  EXPECT_EQ(summary.find("wall_s"), nullptr);
  EXPECT_EQ(summary.find("seed"), nullptr);
  EXPECT_EQ(summary.find("seeds")->elements.at(1).number, 6);
}

TEST(Replications, LeavesOutListsOfSingleGrants) {
  const JsonNode summary = summary_of(
      {R"({"mac": {"missed_by_cause": {"verdict": 1}, "missed_grants": [{"modem": "a", "x": 1}]}})",
       R"({"mac": {"missed_by_cause": {"verdict": 3}, "missed_grants": []}})"});
  const JsonNode& mac = *summary.find("mac");
  EXPECT_EQ(mac.find("missed_grants"), nullptr);
  EXPECT_EQ(mac.find("missed_by_cause")->find("verdict")->find("mean")->number, 2);
}

TEST(Replications, MatchesObjectsByName) {
  const JsonNode summary =
      summary_of({R"({"flows": [{"name": "a", "x": 1}, {"name": "b", "x": 2}]})",
                  R"({"flows": [{"name": "b", "x": 4}, {"name": "a", "x": 3}]})"});
  const JsonNode& flows = *summary.find("flows");
  EXPECT_EQ(*flows.elements.at(0).find_string("name"), "a");
  EXPECT_EQ(flows.elements.at(0).find("x")->find("mean")->number, 2);
  EXPECT_EQ(flows.elements.at(1).find("x")->find("mean")->number, 3);
}

// An interrupt that never came in a replication is not listed there.
TEST(Replications, MatchesObjectsOfWhichSomeAreMissing) {
  const JsonNode summary = summary_of(
      {R"({"irq": [], "pair": [{"x": 1}, {"x": 2}]})",
       R"({"irq": [{"source": "tick", "n": 8}], "pair": [{"x": 3}]})",
       R"({"irq": [{"source": "hold", "n": 1}, {"source": "tick", "n": 4}], "pair": []})"});
  const JsonNode& irq = *summary.find("irq");
  ASSERT_EQ(irq.elements.size(), 2U);
  EXPECT_EQ(*irq.elements[0].find_string("source"), "tick");
  EXPECT_EQ(irq.elements[0].find("n")->find("mean")->number, 6);
  EXPECT_EQ(irq.elements[0].find("n")->find("n")->number, 2);
  EXPECT_EQ(*irq.elements[1].find_string("source"), "hold");
  EXPECT_EQ(irq.elements[1].find("n")->find("mean")->number, 1);
  const JsonNode& pair = *summary.find("pair");
  ASSERT_EQ(pair.elements.size(), 2U);
  EXPECT_EQ(pair.elements[0].find("x")->find("mean")->number, 2);
  EXPECT_EQ(pair.elements[1].find("x")->find("n")->number, 1);
}

// A histogram is that of all values; edges that only one has are kept where nothing is divided.
TEST(Replications, MergesHistograms) {
  const JsonNode summary =
      summary_of({R"({"flows": [{"name": "a", "rtt_ms": {"p50": 2, "histogram": {"edges": [1, 2, 3],
           "counts": [4, 1]}}}]})",
                  R"({"flows": [{"name": "a", "rtt_ms": {"p50": null, "histogram": {"edges": [],
           "counts": []}}}]})",
                  R"({"flows": [{"name": "a", "rtt_ms": {"p50": 4, "histogram": {"edges": [2, 3, 5],
           "counts": [3, 7]}}}]})"});
  const JsonNode& rtt = *summary.find("flows")->elements.at(0).find("rtt_ms");
  EXPECT_EQ(rtt.find("p50")->find("mean")->number, 3);
  std::vector<double> edges;
  for (const JsonNode& edge : rtt.find("histogram")->find("edges")->elements) {
    edges.push_back(edge.number);
  }
  std::vector<double> counts;
  for (const JsonNode& count : rtt.find("histogram")->find("counts")->elements) {
    counts.push_back(count.number);
  }
  EXPECT_EQ(edges, (std::vector<double>{1, 2, 3, 5}));
  EXPECT_EQ(counts, (std::vector<double>{4, 4, 7}));
}

TEST(Replications, SumTheBinsThatOperatorsRead) {
  const JsonNode summary =
      summary_of({R"({"service_flows": [{"name": "a", "latency_histogram": {"bin_edges_ms": [1, 5],
           "counts": [1, 2, 3], "max_ms": 7}}]})",
                  R"({"service_flows": [{"name": "a", "latency_histogram": {"bin_edges_ms": [1, 5],
           "counts": [10, 20, 30], "max_ms": 9}}]})"});
  const JsonNode& latency =
      *summary.find("service_flows")->elements.at(0).find("latency_histogram");
  EXPECT_EQ(latency.find("bin_edges_ms")->elements.at(1).number, 5);
  ASSERT_EQ(latency.find("counts")->elements.size(), 3U);
  EXPECT_EQ(latency.find("counts")->elements[0].number, 11);
  EXPECT_EQ(latency.find("counts")->elements[2].number, 33);
  EXPECT_EQ(latency.find("max_ms")->find("mean")->number, 8);
}

// A value missing in one replication counts in the others.
TEST(Replications, CountsOnlyThoseThatHaveANumber) {
  const JsonNode summary = summary_of({R"({"x": null, "y": null})", R"({"x": 7, "y": null})"}, {2});
  EXPECT_EQ(summary.find("x")->find("n")->number, 1);
  EXPECT_EQ(summary.find("x")->find("ci95")->kind, JsonNode::Kind::kNull);
  EXPECT_EQ(summary.find("y"), nullptr);
  EXPECT_EQ(summary.find("replications")->number, 3);
  EXPECT_EQ(summary.find("failed")->elements.at(0).number, 2);
}

TEST(Replications, TableShowsMeanAndInterval) {
  const std::string text =
      replication_table(summary_of({R"({"flows": [{"name": "up", "goodput_mbps": 4}]})",
                                    R"({"flows": [{"name": "up", "goodput_mbps": 6}]})"}));
  EXPECT_THAT(text, HasSubstr("example: 2 replications, seeds 5 to 6"));
  EXPECT_THAT(text, HasSubstr("goodput_mbps                        5  +- 12.71"));
}

}  // namespace
}  // namespace docsis_vp::system::replication_summary_test
