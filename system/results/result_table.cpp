#include "system/results/result_table.h"

#include <algorithm>

namespace docsis_vp::system {

namespace {

using Layout = JsonWriter::Layout;

// A key that has a condition and no predicate is there if it has a value.
bool is_left_out_when_empty(const ResultField& field) {
  return !field.condition.empty() && field.is_there == nullptr;
}

template <class V>
void put_numbers(JsonWriter& json, const ResultField& field, const std::vector<V>& values,
                 JsonWriter& (JsonWriter::*write)(V)) {
  json.key(field.name).begin_array(Layout::kInline);
  for (const V value : values) {
    (json.*write)(value);
  }
  json.end_array();
}

template <class Value>
void put_members(JsonWriter& json, const std::vector<std::pair<std::string, Value>>& values) {
  for (const auto& [name, value] : values) {
    json.field(name, value);
  }
}

void collect_tables(const ResultTable& table, std::vector<const ResultTable*>& tables,
                    bool is_group) {
  if (!is_group) {
    if (std::find(tables.begin(), tables.end(), &table) != tables.end()) {
      return;
    }
    tables.push_back(&table);
  }
  for (const auto& field : table.fields()) {
    if (const ResultTable* const held = field->table()) {
      collect_tables(*held, tables, field->group != nullptr);
    }
  }
}

}  // namespace

ResultTable::ResultTable() = default;
ResultTable::ResultTable(ResultTable&&) noexcept = default;
ResultTable::~ResultTable() = default;

const ResultField* ResultTable::find(std::string_view name) const {
  for (const auto& field : fields_) {
    if (field->type.kind == ResultKind::kPart) {
      if (const ResultField* const found = field->table()->find(name)) {
        return found;
      }
    } else if (!field->name.empty() && (field->name == name || field->name == "*")) {
      return field.get();
    }
  }
  return nullptr;
}

ResultField& ResultTable::add(std::string_view name, std::string_view unit,
                              std::string_view sentence, ResultType type) {
  auto field = std::make_unique<ResultField>();
  field->name = name;
  field->unit = unit;
  field->sentence = sentence;
  field->type = type;
  fields_.push_back(std::move(field));
  return *fields_.back();
}

void ResultTable::write(JsonWriter& json, const void* object) const {
  const bool is_block = is_block_ != nullptr && is_block_(predicate_, object);
  json.begin_object(is_block ? Layout::kBlock : layout_);
  write_members(json, object);
  json.end_object();
}

void ResultTable::write_members(JsonWriter& json, const void* object) const {
  for (const auto& field : fields_) {
    const bool is_there = field->is_there == nullptr || field->is_there(field->predicate, object);
    if (is_there && field->put != nullptr) {
      field->put(*field, object, json);
    }
  }
}

void put_value(JsonWriter& json, const ResultField& field, double value) {
  json.field(field.name, value);
}

void put_value(JsonWriter& json, const ResultField& field, std::uint64_t value) {
  json.field(field.name, value);
}

void put_value(JsonWriter& json, const ResultField& field, unsigned value) {
  json.field(field.name, value);
}

void put_value(JsonWriter& json, const ResultField& field, bool value) {
  json.field(field.name, value);
}

void put_value(JsonWriter& json, const ResultField& field, std::string_view value) {
  if (field.type.kind == ResultKind::kScenario) {
    json.key(field.name).block(value);
  } else if (!value.empty() || !is_left_out_when_empty(field)) {
    json.field(field.name, value);
  }
}

void put_value(JsonWriter& json, const ResultField& field, const std::string& value) {
  put_value(json, field, std::string_view(value));
}

void put_value(JsonWriter& json, const ResultField& field, const char* value) {
  put_value(json, field, std::string_view(value));
}

void put_value(JsonWriter& json, const ResultField& field, const std::vector<double>& values) {
  put_numbers(json, field, values, &JsonWriter::number);
}

void put_value(JsonWriter& json, const ResultField& field,
               const std::vector<std::uint64_t>& values) {
  put_numbers(json, field, values, &JsonWriter::integer);
}

void put_value(JsonWriter& json, const ResultField&,
               const std::vector<std::pair<std::string, double>>& values) {
  put_members(json, values);
}

void put_value(JsonWriter& json, const ResultField&,
               const std::vector<std::pair<std::string, std::uint64_t>>& values) {
  put_members(json, values);
}

void put_value(JsonWriter& json, const ResultField&,
               const std::vector<std::pair<std::string, ResultValue>>& values) {
  for (const auto& [name, value] : values) {
    std::visit([&json, key = std::string_view(name)](const auto& v) { json.field(key, v); }, value);
  }
}

void put_object(JsonWriter& json, const ResultField& field, const void* object) {
  json.key(field.name);
  field.table()->write(json, object);
}

void put_objects(JsonWriter& json, const ResultField& field, const void* first, std::size_t count,
                 std::size_t element_bytes) {
  if (count == 0 && is_left_out_when_empty(field)) {
    return;
  }
  json.key(field.name).begin_array();
  for (std::size_t i = 0; i < count; ++i) {
    field.table()->write(json, static_cast<const char*>(first) + i * element_bytes);
  }
  json.end_array();
}

void put_nothing(JsonWriter& json, const ResultField& field) {
  if (!is_left_out_when_empty(field)) {
    json.key(field.name).null();
  }
}

std::vector<const ResultTable*> tables_of(const ResultTable& root) {
  std::vector<const ResultTable*> tables;
  collect_tables(root, tables, false);
  return tables;
}

}  // namespace docsis_vp::system
