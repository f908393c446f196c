#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/report/defaults.h"
#include "app/report/packet_choice.h"
#include "app/report/page.h"
#include "app/report/series.h"
#include "platform/base/errors.h"
#include "system/json/node.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app::report_test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsNan;
using ::testing::Not;

constexpr const char* kQuickstart = "run scenarios/quickstart.json --duration 2 --quiet ";
const ServiceFlowNames kOfQuickstart = {{"cm0", "upstream", "us0"}};
constexpr const char* kDataBegins = R"(<script type="application/json" id="data">)";

Series series_in(const std::string& csv) {
  std::istringstream stream(csv);
  return read_series(stream, "t.csv");
}

std::string objection_to(const std::string& csv) {
  try {
    series_in(csv);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

std::string contents(const fs::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

system::JsonNode data_of(const fs::path& page) {
  const std::string text = contents(page);
  const std::size_t begin = text.find(kDataBegins) + std::string(kDataBegins).size();
  return system::parse_json(text.substr(begin, text.find("</script>", begin) - begin), "data");
}

TEST(ReportSeries, AreTheColumnsOfEachFlow) {
  const Series series = series_in(
      "time_s,modem,service_flow,queue_bytes,flow,cwnd_bytes\r\n"
      "0,cm0,us0,10,,\n"
      "0,cm0,\"a \"\"b\"\", c\",20,,\n"
      "0,cm0,,,up,1500\n"
      "0.5,cm0,us0,11,,\n"
      "1,cm0,,,up,3000\n");
  EXPECT_THAT(series.times_s, ElementsAre(0, 0.5, 1));
  ASSERT_EQ(series.lines.size(), 3U);
  EXPECT_EQ(series.lines[0].flow, "up");
  EXPECT_EQ(series.lines[0].column, "cwnd_bytes");
  EXPECT_THAT(series.lines[0].values, ElementsAre(1500, IsNan(), 3000));
  EXPECT_EQ(series.lines[1].service_flow, "a \"b\", c");
  EXPECT_THAT(series.lines[1].values, ElementsAre(20, IsNan(), IsNan()));
  EXPECT_THAT(series.lines[2].values, ElementsAre(10, 11, IsNan()));
}

TEST(ReportSeries, AnObjectionNamesTheLine) {
  const std::string head = "time_s,modem,service_flow,flow,x\n";
  EXPECT_EQ(objection_to(""), "t.csv:1: it is empty, expected a row of names");
  EXPECT_EQ(objection_to("time_s,modem,flow\n"), "t.csv:1: a column is missing: service_flow");
  EXPECT_EQ(objection_to(head + "0,a,b,,1,2\n"), "t.csv:2: expected 5 cells, got 6");
  EXPECT_EQ(objection_to(head + "0,a,b,,x1\n"), "t.csv:2: x: expected a number, got \"x1\"");
  EXPECT_EQ(objection_to(head + "0,a,b,,inf\n"), "t.csv:2: x: expected a number, got \"inf\"");
  EXPECT_EQ(objection_to(head + "1,a,b,,1\n0.5,a,b,,1\n"),
            "t.csv:3: time_s: expected no less than in the line before");
  EXPECT_EQ(objection_to(head + "0,a,b,,1\n1,a,b,,1"), "t.csv:3: expected a whole line");
  EXPECT_EQ(objection_to(head), "none");
}

TEST(ReportSeries, ThinnedOnesKeepTheLeastAndTheLargestOfEachPart) {
  Series series;
  series.lines.push_back({"cm0", "us0", "", "x", {}});
  for (int i = 0; i < 1'000; ++i) {
    series.times_s.push_back(i);
    series.lines[0].values.push_back(i == 333 ? 1e6 : i == 337 ? -1e6 : i % 2);
  }
  const Series thin = thinned(series, 10);
  EXPECT_EQ(thin.times_s.size(), 20U);
  EXPECT_EQ(thin.times_s[6], 300);
  EXPECT_EQ(thin.times_s[7], 350);
  EXPECT_EQ(thin.lines[0].values[6], 1e6) << "it came first";
  EXPECT_EQ(thin.lines[0].values[7], -1e6);
  EXPECT_EQ(thin.lines[0].values[0], 0);
  EXPECT_EQ(thin.lines[0].values[1], 1);
  EXPECT_EQ(thinned(series, 500).times_s, series.times_s) << "short enough";
}

TEST(ReportSeries, AreJsonWithNullWhereNothingWasSampled) {
  Series series;
  series.times_s = {0, 0.125};
  series.lines.push_back({"cm0", "<us\">", "", "x", {1.0 / 3, std::nan("")}});
  EXPECT_EQ(series_json(series),
            R"({"times":[0,0.125],"lines":[{"modem":"cm0","service_flow":"<us\">","flow":"",)"
            R"("column":"x","values":[0.33333,null]}]})");
}

TEST(ReportPage, JsonIsCompactAndInertInAScript) {
  EXPECT_EQ(compact_json("{ \"a b\" : [ 1,\n 2 ],\t\"c\\\" <\": \"</script>\" }"),
            R"({"a b":[1,2],"c\" \u003c":"\u003c/script>"})");
}

class Report : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << text;
  }

  const TemporaryFolder folder_;
};

TEST_F(Report, HoldsResultsAndSeriesAsTheRunLeftThem) {
  const Outcome outcome =
      run_program("run scenarios/quickstart.json --duration 2 --report -o " + path("one"));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\n  " + path("one/report.html") + "\n"));
  const system::JsonNode data = data_of(path("one/report.html"));
  ASSERT_EQ(data.elements.size(), 1U);
  const system::JsonNode& run = data.elements[0].find("runs")->elements.at(0);
  EXPECT_EQ(run.find("results")->find("seed")->text, "1");
  EXPECT_THAT(contents(path("one/report.html")),
              HasSubstr(compact_json(contents(path("one/results.json")))));
  EXPECT_EQ(run.find("series")->find("times")->elements.size(), 200U);
}

TEST_F(Report, RunsForAPageMeasureWhatItDraws) {
  ASSERT_EQ(run_program(kQuickstart + std::string("--report --set stats.columns=aqm_drops -o ") +
                        path("one"))
                .status,
            0);
  EXPECT_THAT(contents(path("one/results.json")), HasSubstr("\"delay_stages\": ["));
  EXPECT_THAT(contents(path("one/timeseries.csv")),
              HasSubstr(",missed_grants,aqm_drops,offered_mbps,sent_mbps,buffer_drops,"));
  ASSERT_EQ(run_program(kQuickstart + std::string("--report --set stats.delay_stages=false -o ") +
                        path("two"))
                .status,
            0);
  EXPECT_THAT(contents(path("two/results.json")), Not(HasSubstr("\"delay_stages\": [")));
}

TEST(ReportDefaults, AreThoseOfTheScenario) {
  const system::JsonNode keys = system::parse_json(defaults_json(), "defaults");
  const system::JsonNode& stats = *keys.find("stats")->find("of");
  EXPECT_EQ(stats.find("queue_interval_s")->find("is")->number, 0.01);
  EXPECT_EQ(*stats.find("columns")->find_string("by"), "none");
  const system::JsonNode& flow = *keys.find("flows")->find("of");
  EXPECT_TRUE(flow.find("modem")->members.empty()) << "it must be given";
}

TEST_F(Report, HoldsAChoiceOfPackets) {
  const std::string run = "run scenarios/overload.json --duration 2 --set stats.warmup_s=0 -q -o " +
                          path("one") + " --packets ";
  ASSERT_EQ(run_program(run + path("p.csv.gz") + " --report").status, 0);
  ASSERT_EQ(run_program(run + path("p.csv")).status, 0);
  const system::JsonNode packed =
      system::parse_json(choose_packets(path("p.csv.gz"), kOfQuickstart).json, "packed");
  EXPECT_EQ(choose_packets(path("p.csv.gz"), kOfQuickstart).json,
            choose_packets(path("p.csv"), kOfQuickstart).json);
  EXPECT_THAT(contents(path("one/report.html")),
              HasSubstr(choose_packets(path("p.csv"), kOfQuickstart).json));
  const auto& columns = packed.find("columns")->elements;
  const auto delay = std::find_if(columns.begin(), columns.end(),
                                  [](const auto& name) { return name.text == "one_way_ps"; }) -
                     columns.begin();
  std::map<std::string, std::vector<std::string>> chosen;
  for (const system::JsonNode& each : packed.find("chosen")->elements) {
    chosen[*each.find_string("why")].push_back(each.find("packet")->text);
  }
  EXPECT_EQ(chosen["slowest"].size(), 8U);
  EXPECT_EQ(chosen["latest"].size(), 3U);
  EXPECT_EQ(chosen["lost: aqm"].size(), 6U);
  EXPECT_EQ(chosen["in the middle"].size(), 1U);
  double slowest_ms = 0;
  for (const system::JsonNode& row : packed.find("rows")->elements) {
    slowest_ms = std::max(slowest_ms, row.elements[static_cast<std::size_t>(delay)].number / 1e9);
  }
  const system::JsonNode results = system::parse_json(contents(path("one/results.json")), "one");
  EXPECT_NEAR(slowest_ms,
              results.find("flows")->elements[0].find("one_way_ms")->find("max")->number, 1e-9);
}

TEST_F(Report, RefusesWhatIsNoFileOfPackets) {
  ASSERT_EQ(run_program(kQuickstart + std::string("-o ") + path("one")).status, 0);
  ASSERT_EQ(run_program(kQuickstart + std::string("-o ") + path("two")).status, 0);
  const auto objection = [&](const std::string& options) {
    const Outcome outcome = run_program("report " + path("one") + " " + options);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_FALSE(fs::exists(path("one/report.html")));
    return outcome.err;
  };
  const std::string packets = "--packets " + path("p.csv");
  EXPECT_THAT(objection(packets), HasSubstr("p.csv: no such file"));
  write("p.csv", "");
  EXPECT_THAT(objection(packets), HasSubstr("p.csv:1: it is empty"));
  write("p.csv", "packet,flow\n");
  EXPECT_THAT(objection(packets), HasSubstr("p.csv:1: a column is missing: modem"));
  const std::string head =
      "packet,modem,service_flow,direction,outcome,cause,one_way_ps,channel,rf_start_ps,"
      "missed_grants\n";
  write("p.csv", head + "1,a\n");
  EXPECT_THAT(objection(packets), HasSubstr("p.csv:2: expected 10 cells, got 2"));
  write("p.csv", head + "1,a,b,upstream,delivered,,x,,,\n");
  EXPECT_THAT(objection(packets), HasSubstr("p.csv:2: one_way_ps: expected an integer, got"));
  write("p.csv", head + "1,cm0,us0,upstream,delivered,,5,,,\n2,cm0,us1,upstream,delivered,,5,,,\n");
  EXPECT_THAT(objection(packets),
              HasSubstr("p.csv:3: expected a service flow of the run, which has "
                        "no us1 of cm0, upstream\n"));
  write("p.csv", head + "1,a,b");
  EXPECT_THAT(objection(packets), HasSubstr("p.csv:2: expected a whole line"));
  EXPECT_THAT(objection(path("two") + " " + packets), HasSubstr("expected the folder of one run"));
}

TEST_F(Report, TellsRunsAndReplicationsApart) {
  ASSERT_EQ(run_program(kQuickstart + std::string("-o ") + path("one")).status, 0);
  ASSERT_EQ(run_program(kQuickstart + std::string("--replications 3 --report -o ") + path("three"))
                .status,
            0);
  EXPECT_EQ(data_of(path("three/report.html")).elements[0].find("runs")->elements.size(), 3U);
  const Outcome outcome =
      run_program("report " + path("one") + " " + path("three") + " -o " + path("both.html"));
  EXPECT_EQ(outcome.out, path("both.html") + "\n") << outcome.err;
  const system::JsonNode data = data_of(path("both.html"));
  ASSERT_EQ(data.elements.size(), 2U);
  EXPECT_EQ(*data.elements[0].find_string("name"), path("one"));
  EXPECT_EQ(data.elements[0].find("runs")->elements.size(), 1U);
  EXPECT_EQ(data.elements[1].find("runs")->elements.size(), 3U);
}

TEST_F(Report, OfASweepHasAGroupForEachPoint) {
  ASSERT_EQ(run_program(kQuickstart + std::string("-o ") + path("runs/a")).status, 0);
  fs::copy(path("runs/a"), path("runs/b"), fs::copy_options::recursive);
  fs::copy(path("runs/a"), path("runs/c"), fs::copy_options::recursive);
  write("runs.csv",
        "point,target,\"law, and more\",seed,run,error,p99\n"
        "0,5,pie,1,a,,1\n0,5,pie,2,b,,1\n1,20,pie,1,c,,1\n1,20,pie,2,d,it failed,\n");
  const Outcome outcome = run_program("report " + folder_.path().string());
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const system::JsonNode data = data_of(path("report.html"));
  ASSERT_EQ(data.elements.size(), 2U);
  EXPECT_EQ(*data.elements[0].find_string("name"), "target 5, law, and more pie");
  EXPECT_EQ(data.elements[0].find("runs")->elements.size(), 2U);
  EXPECT_EQ(data.elements[1].find("runs")->elements.size(), 1U) << "the other run failed";
}

TEST_F(Report, NeedsNoTimeSeries) {
  ASSERT_EQ(run_program(kQuickstart + std::string("-o ") + path("one")).status, 0);
  fs::remove(path("one/timeseries.csv"));
  ASSERT_EQ(run_program("report " + path("one")).status, 0);
  const system::JsonNode data = data_of(path("one/report.html"));
  EXPECT_EQ(data.elements[0].find("runs")->elements[0].find("series")->kind,
            system::JsonNode::Kind::kNull);
}

TEST_F(Report, BadInputIsOneLineAndWritesNothing) {
  write("schema/results.json", R"({"schema": 2, "service_flows": []})");
  write("other/results.json", R"({"a": 1})");
  write("object/results.json", R"({"schema": 1, "service_flows": {}})");
  write("empty-flow/results.json", R"({"schema": 1, "service_flows": [null]})");
  write("number/results.json",
        R"({"schema": 1, "service_flows": [], "flows": [{"name": 5, "kind": "udp"}]})");
  write("half/results.json", R"({"schema": 1, "service)");
  write("series/results.json", R"({"schema": 1, "service_flows": []})");
  write("series/timeseries.csv", "time_s\n");
  write("codesign/runs/0/results.json", "{}");
  write("sweep/runs.csv", "point,target,seed,run,error\n0,5,1,ab,\n0,5\n");
  write("failed/runs.csv", "point,target,seed,run,error\n0,5,1,ab,it ended\n");
  std::string large = "point,target,seed,run\n";
  for (int i = 0; i < 33; ++i) {
    large += std::to_string(i) + "," + std::to_string(i) + ",1,ab\n";
  }
  write("large/runs.csv", large);
  write("large/runs/ab/results.json", "{}");
  fs::create_directories(path("empty"));
  const std::pair<std::string, std::string> cases[] = {
      {"",
       "a folder is missing, usage: docsis-vp report DIR... [--packets FILE [--timeline FILE]] [-o "
       "FILE]"},
      {path("none"), path("none") + ": is not a folder, expected the folder of a run"},
      {path("empty"), path("empty") + ": no results.json there"},
      {path("codesign"), path("codesign") +
                             ": no results.json there; those of a co-design's runs are in " +
                             path("codesign/runs/*")},
      {path("sweep"), path("sweep/runs.csv") + ":3: expected 5 cells, got 2"},
      {path("failed"), path("failed") + ": no results.json there"},
      {path("large"), path("large") + ": a sweep of 33 points, a report draws at most 32; name"},
      {path("schema"), path("schema/results.json") + ":1: schema: expected 1, got 2"},
      {path("other"), path("other/results.json") + ":1: these are no results of docsis-vp run"},
      {path("object"), path("object/results.json") + ":1: service_flows: expected an array, got "},
      {path("empty-flow") + " --packets x",
       path("empty-flow/results.json") + ":1: service_flows: expected objects with a text name"},
      {path("number"),
       path("number/results.json") + ":1: flows: expected objects with a text name"},
      {path("half"), path("half/results.json") + ":1: "},
      {path("series"), path("series/timeseries.csv") + ":1: a column is missing: modem"},
      {path("schema") + " " + path("schema/../schema"), ": is given twice"},
      {path("other") + " -o " + path("other/results.json"),
       "the report would be written over the results " + path("other/results.json")},
      {path("other") + " -o ''", "--output: expected a value, got an empty one"},
  };
  for (const auto& [arguments, line] : cases) {
    const Outcome outcome = run_program("report " + arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(line));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_.path())) {
    EXPECT_NE(entry.path().filename(), "report.html");
  }
  EXPECT_EQ(contents(path("other/results.json")), R"({"a": 1})");
}

}  // namespace
}  // namespace docsis_vp::app::report_test
