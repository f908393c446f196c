#include "system/results/replication_summary.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "system/json/writer.h"
#include "system/results/merged_bins.h"
#include "system/results/result_table.h"
#include "system/results/results.h"
#include "system/results/student_t.h"

namespace docsis_vp::system {

namespace {

using Kind = JsonNode::Kind;
using Nodes = std::vector<const JsonNode*>;  // one per replication; null if it has none
using Layout = JsonWriter::Layout;

const JsonNode* first_of(const Nodes& nodes) {
  const auto found = std::find_if(nodes.begin(), nodes.end(), [](const JsonNode* node) {
    return node != nullptr && node->kind != Kind::kNull;
  });
  return found == nodes.end() ? nullptr : *found;
}

Nodes members(const Nodes& objects, const std::string& key) {
  Nodes found;
  for (const JsonNode* object : objects) {
    found.push_back(object != nullptr && object->kind == Kind::kObject ? object->find(key)
                                                                       : nullptr);
  }
  return found;
}

// Identifies an element of an array, because not all replications have all elements. Empty: only
// the order identifies it.
std::string identity(const JsonNode& element) {
  std::string text;
  for (const char* key : {"name", "modem", "source", "direction"}) {
    if (const std::string* part = element.find_string(key)) {
      text += std::string(key) + '=' + *part + ';';
    }
  }
  return text;
}

// Groups corresponding elements of all arrays, each group as one `Nodes`, in the order of first
// mention.
std::vector<Nodes> elements(const Nodes& arrays) {
  std::map<std::pair<std::string, std::size_t>, std::size_t> places;  // of the nth with an identity
  std::vector<Nodes> found;
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; arrays[a] != nullptr && i < arrays[a]->elements.size(); ++i) {
      const JsonNode& element = arrays[a]->elements[i];
      const std::string own = identity(element);
      const auto [known, is_new] = places.try_emplace({own, seen[own]++}, found.size());
      if (is_new) {
        found.emplace_back(arrays.size(), nullptr);
      }
      found[known->second][a] = &element;
    }
  }
  return found;
}

// True for arrays without objects.
bool are_series(const Nodes& nodes) {
  return std::all_of(nodes.begin(), nodes.end(), [](const JsonNode* node) {
    return node == nullptr || node->kind == Kind::kNull ||
           (node->kind == Kind::kArray &&
            (node->elements.empty() || node->elements.front().kind != Kind::kObject));
  });
}

void write_estimate(JsonWriter& json, const Nodes& numbers) {
  std::vector<double> samples;
  for (const JsonNode* node : numbers) {
    if (node != nullptr && node->kind == Kind::kNumber) {
      samples.push_back(node->number);
    }
  }
  const Estimate result = estimate(samples);
  json.begin_object(Layout::kInline);
  json.field("mean", result.mean).field("ci95", result.ci95).field("n", result.n).end_object();
}

template <class Number>
std::vector<Number> numbers_of(const JsonNode& histogram, const char* key) {
  std::vector<Number> numbers;
  for (const JsonNode& element : histogram.find(key)->elements) {
    numbers.push_back(static_cast<Number>(element.number));
  }
  return numbers;
}

// The values of all replications together, and not an estimate for each bin.
void write_histogram(JsonWriter& json, const Nodes& nodes) {
  std::vector<Bins> histograms;
  for (const JsonNode* node : nodes) {
    if (node != nullptr && node->kind == Kind::kObject) {
      histograms.push_back(
          {numbers_of<double>(*node, "edges"), numbers_of<std::uint64_t>(*node, "counts")});
    }
  }
  const Bins sum = merged_bins(histograms);
  result_table<Bins>().write(json, &sum);
}

template <class Number>
void write_series(JsonWriter& json, const char* key, const std::vector<Number>& numbers,
                  JsonWriter& (JsonWriter::*write)(Number)) {
  json.key(key).begin_array(Layout::kInline);
  for (const Number number : numbers) {
    (json.*write)(number);
  }
  json.end_array();
}

// Replications have the same edges, those of their scenario.
void write_latency_counts(JsonWriter& json, const Nodes& nodes) {
  const std::vector<double> edges = numbers_of<double>(*first_of(nodes), "bin_edges_ms");
  std::vector<std::uint64_t> sum(edges.size() + 1);
  for (const JsonNode* node : nodes) {
    if (node != nullptr && node->kind == Kind::kObject) {
      const auto counts = numbers_of<std::uint64_t>(*node, "counts");
      for (std::size_t i = 0; i < std::min(sum.size(), counts.size()); ++i) {
        sum[i] += counts[i];
      }
    }
  }
  write_series(json, "bin_edges_ms", edges, &JsonWriter::number);
  write_series(json, "counts", sum, &JsonWriter::integer);
}

// The table is that of the objects; null: it is not known.
void write_merged(JsonWriter& json, const Nodes& nodes, const ResultTable* table);

void write_members(JsonWriter& json, const Nodes& objects, const ResultTable* table) {
  // Every key that any of them has, in the order of first mention: a page that never loaded
  // leaves its key null in one replication and not in another.
  std::vector<std::string> keys;
  for (const JsonNode* object : objects) {
    for (std::size_t i = 0; object != nullptr && i < object->members.size(); ++i) {
      const std::string& key = object->members[i].key;
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
        keys.push_back(key);
      }
    }
  }
  for (const std::string& key : keys) {
    const Nodes values = members(objects, key);
    const JsonNode* first = first_of(values);
    const ResultField* const field = table != nullptr ? table->find(key) : nullptr;
    const bool is_averaged = field == nullptr || field->is_averaged;
    if (first == nullptr || !is_averaged || are_series(values)) {
      continue;
    }
    json.key(key);
    write_merged(json, values, field != nullptr ? field->table() : nullptr);
  }
}

void write_merged(JsonWriter& json, const Nodes& nodes, const ResultTable* table) {
  const JsonNode& first = *first_of(nodes);
  switch (first.kind) {
    case Kind::kNumber:
      write_estimate(json, nodes);
      break;
    case Kind::kObject:
      if (table == &result_table<Bins>()) {
        write_histogram(json, nodes);
        break;
      }
      json.begin_object();
      if (table == &result_table<LatencyResult>()) {
        write_latency_counts(json, nodes);
      }
      write_members(json, nodes, table);
      json.end_object();
      break;
    case Kind::kArray:
      json.begin_array();
      for (const Nodes& same : elements(nodes)) {
        write_merged(json, same, table);
      }
      json.end_array();
      break;
    case Kind::kString:
      json.string(first.text);
      break;
    case Kind::kBoolean:
      json.boolean(first.boolean);
      break;
    case Kind::kNull:
      json.null();
      break;
  }
}

}  // namespace

std::string Replications::json() const {
  JsonWriter json;
  json.begin_object();
  json.field("schema", 1U).field("scenario", scenario).field("replications", count);
  json.key("seeds").begin_array(Layout::kInline);
  for (unsigned i = 0; i < count; ++i) {
    json.integer(first_seed + i);
  }
  json.end_array();
  json.key("failed").begin_array(Layout::kInline);
  for (const unsigned number : failed) {
    json.integer(number);
  }
  json.end_array();
  Nodes roots;
  for (const JsonNode& root : results) {
    roots.push_back(&root);
  }
  write_members(json, roots, &results_table());
  json.end_object();
  return json.text();
}

}  // namespace docsis_vp::system
