#include "app/flent_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

#include "app/report/series.h"
#include "platform/base/errors.h"
#include "platform/base/version.h"
#include "platform/trace/background_stream.h"
#include "system/json/writer.h"
#include "system/results/result_file.h"
#include "system/scenario/fields/traffic_kind.h"

namespace docsis_vp::app {

namespace {

using Layout = system::JsonWriter::Layout;

// A simulation has no date; a fixed one makes equal runs equal files.
constexpr const char* kStart = "2000-01-01T00:00:00.000000Z";
constexpr double kStartUnixS = 946'684'800;

// Flows of one direction, under the names that a test of Flent has for them.
struct Direction {
  std::string series;                              // "TCP upload"
  std::string streams;                             // stem of the names of single flows
  std::vector<const system::FlowResult*> flows{};  // TCP

  std::string name(std::size_t flow) const { return streams + "::" + std::to_string(flow + 1); }
};

struct Test {
  std::string name;
  Direction up{"TCP upload", "TCP upload"};
  Direction down{"TCP download", "TCP download"};
};

Test test_of(const system::Results& results) {
  Test test;
  for (const system::FlowResult& flow : results.flows) {
    if (system::row_of(system::flow_kind(flow.kind)).is_stream) {
      (flow.direction == "upstream" ? test.up : test.down).flows.push_back(&flow);
    }
  }
  test.name = test.down.flows.empty() ? "tcp_nup" : "tcp_ndown";
  if (!test.up.flows.empty() && !test.down.flows.empty()) {
    test.name = "rrul_be_nflows";
    test.up.streams += " BE";
    test.down.streams += " BE";
  }
  return test;
}

using Values = std::vector<double>;

Values sum_of(const std::vector<const system::FlowResult*>& flows) {
  Values sum;
  for (const system::FlowResult* flow : flows) {
    sum.resize(std::max(sum.size(), flow->goodput_series_mbps.size()));
    std::transform(flow->goodput_series_mbps.begin(), flow->goodput_series_mbps.end(), sum.begin(),
                   sum.begin(), std::plus<>());
  }
  return sum;
}

class FlentWriter {
 public:
  FlentWriter(const system::Results& results, const Series& series)
      : results_(results), series_(series), test_(test_of(results)) {}

  std::string text(const std::string& path) {
    writer_.begin_object();
    writer_.field("version", 4U);
    metadata(path);
    array("x_values", ends_of_intervals());
    series_of_test();
    raw_values();
    writer_.end_object();
    return writer_.text() + "\n";
  }

 private:
  std::size_t interval_count() const {
    return std::max(sum_of(test_.up.flows).size(), sum_of(test_.down.flows).size());
  }
  double end_of_interval(std::size_t interval) const {
    return static_cast<double>(interval + 1) * results_.goodput_interval_s;
  }
  Values ends_of_intervals() const {
    Values ends(interval_count());
    for (std::size_t i = 0; i < ends.size(); ++i) {
      ends[i] = end_of_interval(i);
    }
    return ends;
  }

  void array(const std::string& name, const Values& values) {
    writer_.key(name).begin_array(Layout::kInline);
    for (const double value : values) {
      writer_.number(value);
    }
    writer_.end_array();
  }

  void metadata(const std::string& path) {
    writer_.key("metadata").begin_object();
    writer_.field("NAME", test_.name);
    writer_.field("TITLE", results_.scenario + ", seed " + std::to_string(results_.seed));
    writer_.field("NOTE", "docsis-vp " + std::string(version()));
    writer_.field("TIME", kStart);
    writer_.field("T0", kStart);
    writer_.field("HOST", "docsis-vp");
    writer_.key("HOSTS").begin_array(Layout::kInline).string("docsis-vp").end_array();
    writer_.field("LOCAL_HOST", "docsis-vp");
    writer_.field("LENGTH", results_.simulated_s);
    writer_.field("TOTAL_LENGTH", results_.simulated_s);
    writer_.field("STEP_SIZE", results_.goodput_interval_s);
    writer_.field("IP_VERSION", 4U);
    writer_.field("DATA_FILENAME", std::filesystem::path(path).filename().string());
    writer_.key("TEST_PARAMETERS").begin_object();
    writer_.field("upload_streams", std::to_string(test_.up.flows.size()));
    writer_.field("download_streams", std::to_string(test_.down.flows.size()));
    writer_.end_object();
    writer_.key("SERIES_META").begin_object();
    for (const Direction* direction : {&test_.up, &test_.down}) {
      for (std::size_t i = 0; i < direction->flows.size(); ++i) {
        writer_.key(direction->name(i)).begin_object(Layout::kInline);
        writer_.field("FLOW", direction->flows[i]->name).field("UNITS", "Mbits/s").end_object();
      }
    }
    writer_.end_object();
    writer_.end_object();
  }

  void series_of_test() {
    writer_.key("results").begin_object();
    for (const Direction* direction : {&test_.up, &test_.down}) {
      const auto& flows = direction->flows;
      for (std::size_t i = 0; i < flows.size(); ++i) {
        array(direction->name(i), flows[i]->goodput_series_mbps);
      }
      if (!flows.empty()) {
        Values values = sum_of(flows);
        array(direction->series + " sum", values);
        for (double& value : values) {
          value /= static_cast<double>(flows.size());
        }
        array(direction->series + " avg", values);
      }
    }
    if (!test_.up.flows.empty() && !test_.down.flows.empty()) {
      std::vector<const system::FlowResult*> all = test_.up.flows;
      all.insert(all.end(), test_.down.flows.begin(), test_.down.flows.end());
      array("TCP totals", sum_of(all));
    }
    writer_.end_object();
  }

  void raw_values() {
    writer_.key("raw_values").begin_object();
    for (const Direction* direction : {&test_.up, &test_.down}) {
      for (std::size_t i = 0; i < direction->flows.size(); ++i) {
        writer_.key(direction->name(i)).begin_array();
        const Values& goodput = direction->flows[i]->goodput_series_mbps;
        for (std::size_t k = 0; k < goodput.size(); ++k) {
          raw_value(end_of_interval(k), "val", goodput[k]);
        }
        round_trips(direction->flows[i]->name);
        writer_.end_array();
      }
    }
    writer_.end_object();
  }

  void round_trips(const std::string& flow) {
    for (const SeriesLine& line : series_.lines) {
      if (line.flow != flow || line.column != "srtt_ms") {
        continue;
      }
      for (std::size_t i = 0; i < line.values.size(); ++i) {
        if (!std::isnan(line.values[i])) {
          raw_value(series_.times_s[i], "tcp_rtt", line.values[i]);
        }
      }
    }
  }

  void raw_value(double time_s, const char* key, double value) {
    writer_.begin_object(Layout::kInline);
    writer_.field("t", kStartUnixS + time_s).field(key, value).end_object();
  }

  const system::Results& results_;
  const Series& series_;
  const Test test_;
  system::JsonWriter writer_;
};

}  // namespace

std::string stream_kinds() {
  std::string names;
  for (const system::TrafficKind* const kind : system::traffic_kinds()) {
    if (kind->is_stream) names += (names.empty() ? "" : " or ") + std::string(kind->name);
  }
  return names;
}

std::vector<std::string> flows_without_flent_test(const system::Scenario& scenario) {
  std::vector<std::string> lacks;
  for (const system::FlowConfig& flow : scenario.flows) {
    if (!system::row_of(flow.kind).is_stream) {
      lacks.push_back(flow.name);
    }
  }
  if (lacks.size() == scenario.flows.size()) {
    throw InputError("--export flent: expected a flow of kind " + stream_kinds() +
                     ", which tests of Flent measure");
  }
  if (scenario.duration_s < scenario.stats.goodput_interval_s) {
    throw InputError("--export flent: expected a run of at least one stats.goodput_interval_s, " +
                     system::json_number(scenario.stats.goodput_interval_s) + " s");
  }
  return lacks;
}

void write_flent(const system::Results& results, const std::string& series_csv,
                 const std::string& path) {
  std::ifstream csv(series_csv);
  const Series series = read_series(csv, series_csv);
  const std::string text = FlentWriter(results, series).text(path);
  system::ResultFile file(path);
  if (std::filesystem::path(path).extension() == ".gz") {
    platform::BackgroundStream packed(file.stream(), platform::BackgroundStream::Format::kGzip);
    packed << text;
    packed.finish();
  } else {
    file.stream() << text;
  }
  file.commit();
}

}  // namespace docsis_vp::app
