#include <algorithm>
#include <functional>

#include "system/json/writer.h"
#include "system/results/result_table.h"
#include "system/results/results.h"
#include "system/results/results_reference.h"
#include "system/scenario/fields/fields.h"

namespace docsis_vp::system {

namespace {

using Layout = JsonWriter::Layout;
using KeyNames = std::vector<std::string_view>;

constexpr const char* kScenarioDefinition = "configuration";

void write_names(JsonWriter& json, std::string_view key, const KeyNames& names) {
  json.key(key).begin_array(Layout::kInline);
  for (const std::string_view name : names) {
    json.string(name);
  }
  json.end_array();
}

// Fields of a table, those of its parts in their places, and when each is there.
void for_each_field(
    const ResultTable& table, std::string_view condition,
    const std::function<void(const ResultField&, std::string_view condition)>& call) {
  for (const auto& field : table.fields()) {
    const std::string_view narrowed = field->condition.empty() ? condition : field->condition;
    if (field->type.kind == ResultKind::kPart) {
      for_each_field(*field->table(), narrowed, call);
    } else if (field->type.kind != ResultKind::kMembers) {
      call(*field, narrowed);
    }
  }
}

const char* type_name(ResultKind kind) {
  switch (kind) {
    case ResultKind::kNumber:
      return "number";
    case ResultKind::kInteger:
      return "integer";
    case ResultKind::kBoolean:
      return "boolean";
    case ResultKind::kString:
      return "string";
    default:
      return "object";
  }
}

void write_object(JsonWriter& json, const ResultTable& table);

void write_reference(JsonWriter& json, const std::string& definition) {
  json.field("$ref", "#/$defs/" + definition);
}

// Writes the schema of one value, without null and without the list around it.
void write_value_schema(JsonWriter& json, const ResultField& field, bool is_nullable) {
  if (field.group) {
    write_object(json, *field.group);
  } else if (field.type.kind == ResultKind::kScenario) {
    write_reference(json, kScenarioDefinition);
  } else if (const ResultTable* const table = field.table()) {
    write_reference(json, std::string(table->title()));
  } else {
    json.key("type");
    if (is_nullable) {
      json.begin_array(Layout::kInline).string(type_name(field.type.kind)).string("null");
      json.end_array();
    } else {
      json.string(type_name(field.type.kind));
    }
    if (field.type.kind == ResultKind::kInteger) {
      json.field("minimum", std::uint64_t{0});
    }
    if (!field.names.empty()) {
      write_names(json, "enum", field.names);
    }
  }
}

void write_field_schema(JsonWriter& json, const ResultField& field, std::string_view condition) {
  json.begin_object();
  if (!field.sentence.empty()) {
    json.field("description", field.sentence);
  }
  if (!field.unit.empty()) {
    json.field("unit", field.unit);
  }
  if (!condition.empty()) {
    json.field("only_with", condition);
  }
  if (!field.is_compared) {
    json.field("compared", false);
  }
  if (field.type.is_list) {
    json.field("type", "array").key("items").begin_object(Layout::kInline);
    write_value_schema(json, field, false);
    json.end_object();
  } else if (field.type.is_nullable && field.table() != nullptr) {
    json.key("anyOf").begin_array(Layout::kInline).begin_object();
    write_value_schema(json, field, false);
    json.end_object().begin_object().field("type", "null").end_object().end_array();
  } else {
    write_value_schema(json, field, field.type.is_nullable);
  }
  json.end_object();
}

KeyNames required_of(const ResultTable& table) {
  KeyNames names;
  for_each_field(table, "", [&names](const ResultField& field, std::string_view condition) {
    if (condition.empty() && field.name != "*") {
      names.push_back(field.name);
    }
  });
  return names;
}

// Keys of a part that may be missing come together.
void write_parts(JsonWriter& json, const ResultTable& table) {
  json.key("dependentRequired").begin_object();
  const auto write = [&json](const KeyNames& names) {
    for (const std::string_view name : names) {
      write_names(json, name, names);
    }
  };
  const std::function<void(const ResultTable&)> of_parts = [&](const ResultTable& in) {
    for (const auto& field : in.fields()) {
      if (field->type.kind == ResultKind::kPart) {
        field->condition.empty() ? of_parts(*field->table()) : write(required_of(*field->table()));
      }
    }
  };
  of_parts(table);
  json.end_object();
}

// Keys that are there where another key has a value, and nowhere else.
void write_conditions(JsonWriter& json, const ResultTable& table) {
  KeyNames names;
  const ResultField* first = nullptr;
  for (const auto& field : table.fields()) {
    if (!field->where_key.empty()) {
      first = first == nullptr ? field.get() : first;
      names.push_back(field->name);
    }
  }
  if (first == nullptr) {
    return;
  }
  json.key("if").begin_object(Layout::kInline).key("properties").begin_object();
  json.key(first->where_key).begin_object().field("const", first->where_value).end_object();
  json.end_object().end_object();
  json.key("then").begin_object();
  write_names(json, "required", names);
  json.end_object();
  json.key("else").begin_object().key("properties").begin_object(Layout::kInline);
  for (const std::string_view name : names) {
    json.field(name, false);
  }
  json.end_object().end_object();
}

void write_object(JsonWriter& json, const ResultTable& table) {
  if (!table.sentence().empty()) {
    json.field("description", table.sentence());
  }
  json.field("type", "object").key("properties").begin_object();
  const ResultField* any = nullptr;
  for_each_field(table, "", [&](const ResultField& field, std::string_view condition) {
    if (field.name == "*") {
      any = &field;
      return;
    }
    json.key(field.name);
    write_field_schema(json, field, condition);
  });
  json.end_object();
  write_names(json, "required", required_of(table));
  write_parts(json, table);
  write_conditions(json, table);
  json.key("additionalProperties");
  any != nullptr ? write_field_schema(json, *any, any->condition)
                 : static_cast<void>(json.boolean(false));
}

bool is_only_a_part(const ResultTable& root, const ResultTable& table) {
  for (const ResultTable* const each : tables_of(root)) {
    bool is_held = &table == &root;
    for_each_field(*each, "", [&](const ResultField& field, std::string_view) {
      is_held = is_held || field.table() == &table;
    });
    if (is_held) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string results_schema() {
  const ResultTable& root = results_table();
  JsonWriter json;
  json.begin_object();
  json.field("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.field("$id", "urn:docsis-vp:results");
  json.field("title", "docsis-vp results.json");
  write_reference(json, std::string(root.title()));
  json.key("$defs").begin_object();
  for (const ResultTable* const table : tables_of(root)) {
    if (!is_only_a_part(root, *table)) {
      json.key(table->title()).begin_object();
      write_object(json, *table);
      json.end_object();
    }
  }
  json.key(kScenarioDefinition).block(scenario_schema());
  json.end_object().end_object();
  return json.text();
}

}  // namespace docsis_vp::system
