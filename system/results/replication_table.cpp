#include <cstdio>
#include <sstream>

#include "system/results/replication_summary.h"

namespace docsis_vp::system {

namespace {

// Values of an array element of results.json that the table shows, if present.
struct Section {
  const char* array;
  std::vector<const char*> paths;
};

const std::vector<Section>& sections() {
  static const std::vector<Section> all = {
      {"service_flows", {"sent_mbps", "queue_delay_ms.p50", "queue_delay_ms.p99", "aqm_drops"}},
      {"flows",
       {"goodput_mbps", "loss_percent", "one_way_ms.p50", "one_way_ms.p99", "rtt_ms.p50", "r_value",
        "mos", "playback_mbps", "rebuffer_percent", "transfer_s.median", "page_load_s.median",
        "wrt_s.mean"}},
      {"groups", {"goodput_mbps", "jain_index", "min_max_ratio", "application_bias_percent"}},
  };
  return all;
}

const JsonNode* find(const JsonNode& node, const std::string& dotted) {
  const JsonNode* at = &node;
  std::istringstream parts(dotted);
  for (std::string part; at != nullptr && std::getline(parts, part, '.');) {
    at = at->find(part);
  }
  return at;
}

std::string row(const std::string& name, const std::string& path, const JsonNode& estimate) {
  char text[160];
  const JsonNode& ci95 = *estimate.find("ci95");
  std::string spread = "-";
  if (ci95.kind == JsonNode::Kind::kNumber) {
    char number[32];
    std::snprintf(number, sizeof number, "%.4g", ci95.number);
    spread = number;
  }
  std::snprintf(text, sizeof text, "  %-20s %-24s %12.6g  +- %-10s %4s\n", name.c_str(),
                path.c_str(), estimate.find("mean")->number, spread.c_str(),
                estimate.find("n")->text.c_str());
  return text;
}

std::string rows(const JsonNode& element, const Section& section) {
  const std::string* name = element.find_string("name");
  std::string text;
  for (const char* path : section.paths) {
    const JsonNode* estimate = find(element, path);
    if (estimate != nullptr && estimate->find("ci95") != nullptr) {
      text += row(name == nullptr ? "" : *name, path, *estimate);
    }
  }
  return text;
}

}  // namespace

std::string replication_table(const JsonNode& summary) {
  const std::string* scenario = summary.find_string("scenario");
  const auto& seeds = summary.find("seeds")->elements;
  std::string text = *scenario + ": " + std::to_string(seeds.size()) + " replications, seeds " +
                     seeds.front().text + " to " + seeds.back().text +
                     "; mean and its 95 % confidence interval\n";
  for (const Section& section : sections()) {
    const JsonNode* array = summary.find(section.array);
    if (array == nullptr || array->elements.empty()) {
      continue;
    }
    text += "\n";
    for (const JsonNode& element : array->elements) {
      text += rows(element, section);
    }
  }
  return text;
}

}  // namespace docsis_vp::system
