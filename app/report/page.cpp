#include "app/report/page.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string_view>

#include "app/report/defaults.h"
#include "app/report/packet_choice.h"
#include "app/report/page_parts.h"
#include "app/report/series.h"
#include "platform/base/errors.h"
#include "platform/base/files.h"
#include "platform/base/read_file.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/results/result_file.h"

namespace docsis_vp::app {

namespace {

namespace fs = std::filesystem;

constexpr double kSchema = 1;
// All runs of a page share this number; each run gets at least kFewestParts.
constexpr std::size_t kParts = 2'000;
constexpr std::size_t kFewestParts = 100;

// Checks an array of results.json whose elements the page finds by these texts.
void check_array(const system::JsonNode& results, const std::string& key,
                 std::initializer_list<const char*> texts) {
  const system::JsonNode* const array = results.find(key);
  if (array == nullptr) {
    return;
  }
  if (array->kind != system::JsonNode::Kind::kArray) {
    throw InputError(array->place.text() + ": " + key + ": expected an array, got " +
                     system::shown(*array));
  }
  for (const system::JsonNode& element : array->elements) {
    for (const char* const text : texts) {
      if (element.find_string(text) == nullptr) {
        throw InputError(element.place.text() + ": " + key + ": expected objects with a text " +
                         text);
      }
    }
  }
}

std::string results_of(const std::string& path) {
  const std::string text = read_file(path);
  const system::JsonNode results = system::parse_json(text, path);
  const system::JsonNode* const schema = results.find("schema");
  if (schema == nullptr || results.find("service_flows") == nullptr) {
    throw InputError(path + ":1: these are no results of docsis-vp run");
  }
  if (schema->number != kSchema) {
    throw InputError(schema->place.text() + ": schema: expected 1, got " + system::shown(*schema));
  }
  check_array(results, "service_flows", {"name", "modem", "direction"});
  check_array(results, "flows", {"name", "kind", "direction"});
  check_array(results, "cpus", {"modem"});
  return compact_json(text);
}

std::string series_of(const std::string& path, std::size_t parts) {
  std::ifstream csv(path);
  if (!csv) {
    throw InputError(path + ": cannot be read");
  }
  return series_json(thinned(read_series(csv, path), parts));
}

std::string run_json(const std::string& folder, std::size_t parts) {
  const fs::path path(folder);
  const std::string series = (path / "timeseries.csv").string();
  std::string text = R"({"folder":)" + compact_json(system::json_string(folder));
  text += R"(,"results":)" + results_of((path / "results.json").string());
  // Campaigns keep no time series.
  text += R"(,"series":)" + (is_file(series) ? compact_json(series_of(series, parts)) : "null");
  return text + "}";
}

std::string group_json(const ReportGroup& group, std::size_t parts) {
  std::string text = R"({"name":)" + compact_json(system::json_string(group.name)) + R"(,"runs":[)";
  const char* separator = "";
  for (const std::string& folder : group.folders) {
    text += separator + run_json(folder, parts);
    separator = ",";
  }
  return text + "]}";
}

ServiceFlowNames service_flows_of(const ReportGroup& group) {
  const std::string path = (fs::path(group.folders.front()) / "results.json").string();
  const system::JsonNode results = system::parse_json(read_file(path), path);
  ServiceFlowNames names;
  for (const system::JsonNode& flow : results.find("service_flows")->elements) {
    names.insert(
        {*flow.find_string("modem"), *flow.find_string("direction"), *flow.find_string("name")});
  }
  return names;
}

std::string with(std::string page, std::string_view mark, std::string_view text) {
  return page.replace(page.find(mark), mark.size(), text);
}

}  // namespace

std::string compact_json(const std::string& text) {
  std::string result;
  result.reserve(text.size());
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<') {
      result += "\\u003c";
    } else if (in_string || !(c == ' ' || c == '\n' || c == '\r' || c == '\t')) {
      result += c;
    }
    if (in_string && c == '\\') {
      result += text[++i];
    } else if (c == '"') {
      in_string = !in_string;
    }
  }
  return result;
}

std::string report_data(const std::vector<ReportGroup>& groups) {
  std::size_t runs = 0;
  for (const ReportGroup& group : groups) {
    runs += group.folders.size();
  }
  const std::size_t parts = std::max(kFewestParts, kParts / std::max<std::size_t>(runs, 1));
  std::string data = "[";
  for (const ReportGroup& group : groups) {
    data += (data.size() > 1 ? "," : "") + group_json(group, parts);
  }
  return data + "]";
}

std::string report_page(const std::vector<ReportGroup>& groups, const RunRecords& records) {
  const std::string data = report_data(groups);
  std::string page(kPageMarkup);
  page = with(std::move(page), "/*style*/", kPageStyle);
  page = with(std::move(page), "/*script*/", kPageScript);
  page = with(std::move(page), "/*defaults*/", compact_json(defaults_json()));
  // The last part of the page is put in first, as names may look like marks.
  page = with(std::move(page), "/*data*/", data);
  const bool has_packets = !records.packets.empty();
  const PacketChoice choice =
      has_packets ? choose_packets(records.packets, service_flows_of(groups.front()))
                  : PacketChoice{"null", {}};
  page = with(std::move(page), "/*packets*/", compact_json(choice.json));
  const std::string& profile = records.profile_json;
  page = with(std::move(page), "/*profile*/", compact_json(profile.empty() ? "null" : profile));
  const bool has_timeline = has_packets && !records.timeline.empty();
  return with(
      std::move(page), "/*surroundings*/",
      compact_json(has_timeline ? surroundings_json(records.timeline, choice.shown) : "null"));
}

std::string live_page(const std::string& nonce) {
  std::string page(kPageMarkup);
  page = with(std::move(page), "<script>", "<script nonce=\"" + nonce + "\">");
  // Browsers then ask for no favicon.
  page = with(std::move(page), "<title>", "<link rel=\"icon\" href=\"data:,\">\n<title>");
  page = with(std::move(page), "/*style*/", std::string(kPageStyle) + std::string(kLiveStyle));
  page = with(std::move(page), "/*script*/", std::string(kPageScript) + std::string(kLiveScript));
  page = with(std::move(page), "/*defaults*/", compact_json(defaults_json()));
  page = with(std::move(page), "/*data*/", "[]");
  page = with(std::move(page), "/*packets*/", "null");
  page = with(std::move(page), "/*profile*/", "null");
  return with(std::move(page), "/*surroundings*/", "null");
}

std::string report_path(const std::string& folder) {
  return (fs::path(folder) / "report.html").string();
}

void write_report(const std::vector<ReportGroup>& groups, const std::string& path,
                  const RunRecords& records) {
  const std::string page = report_page(groups, records);
  system::ResultFile file(path);
  file.stream() << page;
  file.commit();
}

}  // namespace docsis_vp::app
