#include <algorithm>

#include "system/json/writer.h"
#include "system/scenario/fields/fields.h"
#include "system/scenario/schema/reference_table.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::system {

namespace {

constexpr std::string_view kExtends =
    "Scenario file on which this one builds. Objects merge key by key, arrays of named "
    "objects element by element. Keys under a shorthand such as `\"aqm\": \"codel\"` "
    "extend it. A relative path counts from the file that names it.";
constexpr std::string_view kCases =
    "Named sets of changes to this scenario, merged like `extends`; `--case NAME` "
    "applies one. The scenario's name then ends in `-NAME`, with `_` for characters that "
    "a name must not contain.";

void collect(const ObjectTable& table, std::vector<const ObjectTable*>& tables) {
  if (std::find(tables.begin(), tables.end(), &table) != tables.end()) {
    return;
  }
  tables.push_back(&table);
  for (const auto& field : table.fields()) {
    if (const ObjectTable* held = field->type->table()) {
      collect(*held, tables);
    }
  }
}

std::string default_cell(const ObjectTable& table, const Field& field) {
  if (field.is_required) {
    return field.condition_text.empty() ? "required"
                                        : "required with " + std::string(field.condition_text);
  }
  const std::string text = table.default_of(field);
  if (text.empty() || text == "\"\"") {
    return "";
  }
  return field.default_text.empty() ? "`" + text + "`" : text;
}

ReferenceRow reference_row(const ObjectTable& table, const Field& field) {
  std::string meaning(field.sentence);
  if (!field.condition_text.empty() && !field.is_required) {
    meaning += " Only with " + std::string(field.condition_text) + ".";
  }
  return {std::string(field.name),
          field.type->described(),
          std::string(field.unit_text),
          default_cell(table, field),
          meaning,
          std::string(field.source_text)};
}

}  // namespace

std::vector<const ObjectTable*> tables_of(const ObjectTable& root) {
  std::vector<const ObjectTable*> tables;
  collect(root, tables);
  return tables;
}

std::string scenario_schema() {
  JsonWriter writer;
  writer.begin_object();
  writer.field("$schema", "https://json-schema.org/draft/2020-12/schema");
  writer.field("$id", "urn:docsis-vp:scenario");
  writer.field("title", "docsis-vp scenario");
  writer.field("type", "object");
  writer.key("properties").begin_object();
  writer.key("extends").begin_object();
  writer.field("description", kExtends).field("type", "string").end_object();
  writer.key("cases").begin_object();
  writer.field("description", kCases).field("type", "object").end_object();
  for (const auto& field : scenario_table().fields()) {
    writer.key(field->name).begin_object(JsonWriter::Layout::kInline);
    writer.field("$ref", "#/$defs/scenario/properties/" + std::string(field->name));
    writer.end_object();
  }
  writer.end_object();
  writer.field("additionalProperties", false);
  writer.key("$defs").begin_object();
  for (const ObjectTable* table : tables_of(scenario_table())) {
    writer.key(table->title()).begin_object();
    table->schema(writer);
    writer.end_object();
  }
  writer.end_object();
  writer.end_object();
  return writer.text();
}

std::string scenario_reference() {
  std::string text =
      "# Scenario reference\n\n"
      "With this page you can look up every key of a scenario file. `docsis-vp check --reference`\n"
      "makes it from the tables in `system/scenario/fields`; `check --schema` writes the same as "
      "a\n"
      "JSON Schema. `docsis-vp check SCENARIO` prints a scenario with all defaults. Its notes "
      "name\n"
      "limits that are never reached because another comes first: the size of a queue, or a rate\n"
      "that the channels cannot carry. The summary of a run has the same notes.\n\n"
      "`--set path=value` changes a key from the command line: names joined by dots, elements of\n"
      "arrays by name or index, as in `--set service_flows.us0.aqm.target_ms=5`.\n\n"
      "Two more keys may be at the top of a file:\n\n" +
      list_item("`extends`: " + std::string(kExtends)) +
      list_item("`cases`: " + std::string(kCases));
  for (const ObjectTable* table : tables_of(scenario_table())) {
    std::vector<ReferenceRow> rows;
    for (const auto& field : table->fields()) {
      rows.push_back(reference_row(*table, *field));
    }
    text += "\n## " + std::string(table->title()) + "\n\n" +
            paragraph(std::string(table->sentence())) + "\n" + reference_table(rows);
  }
  return text;
}

}  // namespace docsis_vp::system
