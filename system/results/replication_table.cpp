#include <cstdio>
#include <sstream>

#include "system/results/replication_summary.h"
#include "system/results/result_table.h"
#include "system/results/results.h"

namespace docsis_vp::system {

namespace {

// Dotted paths below an element of a list of results.json that the table shows.
std::vector<std::string> shown_paths(const ResultTable& table) {
  std::vector<std::string> paths;
  for (const auto& field : table.fields()) {
    if (field->type.kind == ResultKind::kPart) {
      const std::vector<std::string> inner = shown_paths(*field->table());
      paths.insert(paths.end(), inner.begin(), inner.end());
    }
    for (const std::string_view key : field->shown) {
      paths.push_back(std::string(field->name) + (key.empty() ? "" : ".") + std::string(key));
    }
  }
  return paths;
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

std::string rows(const JsonNode& element, const std::vector<std::string>& paths) {
  const std::string* name = element.find_string("name");
  name = name == nullptr ? element.find_string("direction") : name;
  std::string text;
  for (const std::string& path : paths) {
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
  for (const auto& field : results_table().fields()) {
    if (!field->type.is_list) {
      continue;
    }
    const std::vector<std::string> paths = shown_paths(*field->table());
    const JsonNode* array = summary.find(field->name);
    if (paths.empty() || array == nullptr || array->elements.empty()) {
      continue;
    }
    text += "\n";
    for (const JsonNode& element : array->elements) {
      text += rows(element, paths);
    }
  }
  return text;
}

}  // namespace docsis_vp::system
