#include "system/results/results_reference.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "system/results/result_table.h"
#include "system/results/results.h"
#include "system/results/series_sample.h"
#include "system/scenario/schema/reference_table.h"

namespace docsis_vp::system {

namespace {

constexpr const char* kAskedHead =
    "\n### Columns that must be asked for\n\n"
    "`stats.columns` names them; they stand behind all others, in its order, and are empty in rows "
    "of\n"
    "flows. `--set stats.columns=NAME` asks for one.\n\n"
    "| column | type | unit | meaning |\n| --- | --- | --- | --- |\n";
constexpr const char* kSeriesHead =
    "\n## timeseries.csv\n\n"
    "A row for each service flow every `stats.queue_interval_s`, and one for each flow with open "
    "TCP\n"
    "connections every `stats.tcp_interval_s`. Cells that do not apply are empty. Rows of one "
    "instant\n"
    "come in this order: the modems' queues, the CMTS's, flows.\n\n"
    "| column | type | unit | meaning |\n| --- | --- | --- | --- |\n";

std::string link_to(const ResultTable& table) {
  return "[" + std::string(table.title()) + "](#" + std::string(table.title()) + ")";
}

std::string one_value(const ResultField& field) {
  switch (field.type.kind) {
    case ResultKind::kNumber:
      return "number";
    case ResultKind::kInteger:
      return "integer";
    case ResultKind::kBoolean:
      return "boolean";
    case ResultKind::kString:
      return "text";
    case ResultKind::kScenario:
      return "[scenario](scenario-reference.md)";
    default:
      return field.group ? "object" : link_to(*field.table());
  }
}

std::string type_cell(const ResultField& field) {
  return (field.type.is_list ? "list of " : "") + one_value(field) +
         (field.type.is_nullable ? " or null" : "");
}

// Notes below a table: keys grouped by the text of their note.
class KeyNotes {
 public:
  void add(const std::string& text, const std::string& key) {
    for (auto& [known, keys] : notes_) {
      if (known == text) {
        keys += ", " + key;
        return;
      }
    }
    notes_.emplace_back(text, key);
  }
  std::string text() const {
    std::string all;
    for (const auto& [text, keys] : notes_) {
      all += list_item(text + keys + ".");
    }
    return all;
  }

 private:
  std::vector<std::pair<std::string, std::string>> notes_;
};

struct PageSection {
  std::string rows;
  KeyNotes conditions;
  std::string details;
  std::string parts;
};

std::string joined(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) {
    text += (text.empty() ? "`" : ", `") + std::string(name) + "`";
  }
  return text;
}

void add_part(const ResultField& field, PageSection& section) {
  const std::string keys = "Further keys: those of " + link_to(*field.table());
  section.parts += list_item(
      keys + (field.condition.empty() ? "." : ", only with " + std::string(field.condition) + "."));
}

void add_fields(const ResultTable& table, const std::string& prefix, PageSection& section) {
  for (const auto& field : table.fields()) {
    if (field->type.kind == ResultKind::kPart) {
      add_part(*field, section);
    }
    if (field->name.empty()) {
      continue;
    }
    const std::string key =
        "`" + prefix + (field->name == "*" ? "NAME" : std::string(field->name)) + "`";
    section.rows += "| " + key + " | " + type_cell(*field) + " | " + std::string(field->unit) +
                    " | " + std::string(field->sentence) + " |\n";
    if (!field->condition.empty()) {
      section.conditions.add("Only with " + std::string(field->condition) + ": ", key);
    }
    if (!field->details.empty()) {
      section.details += list_item(key + ": " + std::string(field->details));
    }
    if (!field->names.empty()) {
      section.details += list_item(key + ": " + joined(field->names) + ".");
    }
    if (field->since > 1) {
      section.details += list_item(key + ": since schema " + std::to_string(field->since) + ".");
    }
    if (field->group) {
      add_fields(*field->group, prefix + std::string(field->name) + ".", section);
    }
  }
}

std::string section_of(const ResultTable& table) {
  PageSection section;
  add_fields(table, "", section);
  const std::string below = section.conditions.text() + section.details + section.parts;
  return "\n## " + std::string(table.title()) + "\n\n" + paragraph(std::string(table.sentence())) +
         "\n| key | type | unit | meaning |\n| --- | --- | --- | --- |\n" + section.rows +
         (below.empty() ? "" : "\n" + below);
}

}  // namespace

// In the order of columns.
std::string series_section() {
  PageSection section;
  add_fields(result_table<SeriesKeys>(), "", section);
  add_fields(result_table<QueueSample>(), "", section);
  add_fields(result_table<SeriesFlowKey>(), "", section);
  add_fields(result_table<TcpSample>(), "", section);
  add_fields(result_table<QueueSample, LoadColumns>(), "", section);
  PageSection asked;
  add_fields(result_table<QueueSample, AskedColumns>(), "", asked);
  return kSeriesHead + section.rows + "\n" + section.conditions.text() + section.details +
         kAskedHead + asked.rows + "\n" + asked.conditions.text() + asked.details;
}

std::string results_reference() {
  std::string text =
      "# Results reference\n\n"
      "With this page you can look up every key of `results.json`. `docsis-vp check\n"
      "--results-reference` makes it from the declarations in `system/results`; `check\n"
      "--results-schema` writes the same as a JSON Schema with units:\n\n"
      "```\n"
      "docsis-vp check --results-schema > results.schema.json\n"
      "check-jsonschema --schemafile results.schema.json out/quickstart/results.json\n"
      "```\n\n"
      "- A key without a condition is always present. Null means that nothing was measured, or "
      "that\n"
      "  the subject of the key does not exist in this run.\n"
      "- An integer is never negative. A share is a part of the whole, 0 to 1.\n"
      "- All keys are of schema 1 unless a note says otherwise; [stability.md](stability.md) says\n"
      "  what may change. New keys come without a new schema: a reader passes over them. The "
      "schema\n"
      "  is strict, for results of the program that printed it.\n";
  for (const ResultTable* const table : tables_of(results_table())) {
    text += section_of(*table);
  }
  return text + series_section();
}

}  // namespace docsis_vp::system
