#include "system/scenario/table.h"

#include <algorithm>

#include "platform/base/errors.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/suggestion.h"

namespace docsis_vp::system {

void ObjectTable::read(const JsonNode& node, const std::string& pointer, void* object,
                       PlaceTable& places) const {
  if (!shorthand_.empty() && node.kind == JsonNode::Kind::kString) {
    JsonNode whole = JsonNode::object(node.place);
    whole.members.push_back({std::string(shorthand_), node});
    read(whole, pointer, object, places);
    return;
  }
  if (node.kind != JsonNode::Kind::kObject) {
    throw ConfigError(pointer, "expected an object, got " + shown(node));
  }
  for (const JsonMember& member : node.members) {
    places[pointer + "/" + member.key] = member.value.place;
  }
  refuse_unknown_keys(node, pointer);
  for (const auto& field : fields_) {
    read_field(*field, node.find(field->name), pointer, object, places);
  }
}

void ObjectTable::refuse_unknown_keys(const JsonNode& node, const std::string& pointer) const {
  std::vector<std::string_view> known;
  for (const auto& field : fields_) {
    known.push_back(field->name);
  }
  for (const JsonMember& member : node.members) {
    if (std::find(known.begin(), known.end(), member.key) == known.end()) {
      throw ConfigError(pointer + "/" + member.key, "unknown key" + suggestion(member.key, known));
    }
  }
}

void ObjectTable::read_field(const Field& field, const JsonNode* node, const std::string& pointer,
                             void* object, PlaceTable& places) const {
  const std::string at = pointer + "/" + std::string(field.name);
  const bool applies = !field.applies || field.applies(object);
  if (node == nullptr) {
    if (field.is_required && applies) {
      throw ConfigError(pointer, "the key \"" + std::string(field.name) + "\" is missing");
    }
    return;
  }
  const bool is_absent = node->kind == JsonNode::Kind::kNull && field.is_optional;
  if (!applies && !is_absent) {
    throw ConfigError(at, "has a meaning only with " + std::string(field.condition_text));
  }
  if (is_absent) {
    field.clear(object);
    return;
  }
  try {
    field.type->read(*node, at, field.make(object), places);
  } catch (const ConfigError& error) {
    // The type knows the range, the field the unit.
    if (error.pointer() != at || field.unit_text.empty() || field.type->table() != nullptr) {
      throw;
    }
    std::string message = error.message();
    const std::size_t got = message.find(", got ");
    if (got == std::string::npos) {
      throw;
    }
    message.insert(got, " " + std::string(field.unit_text));
    throw ConfigError(at, message);
  }
}

void ObjectTable::write(const void* object, JsonWriter& writer) const {
  writer.begin_object();
  for (const auto& field : fields_) {
    const void* value = field->get(object);
    if (value == nullptr || (field->applies && !field->applies(object))) {
      continue;
    }
    writer.key(field->name);
    field->type->write(value, writer);
  }
  writer.end_object();
}

std::string ObjectTable::default_of(const Field& field) const {
  if (!field.default_text.empty()) {
    return std::string(field.default_text);
  }
  const void* value = field.is_required ? nullptr : field.get(prototype());
  if (value == nullptr || field.type->table() != nullptr) {
    return {};
  }
  JsonWriter writer;
  field.type->write(value, writer);
  return writer.text();
}

void ObjectTable::schema(JsonWriter& writer) const {
  writer.field("type", "object").field("title", title_).field("description", sentence_);
  writer.field("additionalProperties", false);
  writer.key("required").begin_array(JsonWriter::Layout::kInline);
  for (const auto& field : fields_) {
    if (field->is_required && !field->applies) {
      writer.string(field->name);
    }
  }
  writer.end_array();
  writer.key("properties").begin_object();
  for (const auto& field : fields_) {
    writer.key(field->name).begin_object();
    std::string description(field->sentence);
    if (!field->unit_text.empty()) {
      description += " Unit: " + std::string(field->unit_text) + ".";
    }
    if (!field->condition_text.empty()) {
      description += " Only with " + std::string(field->condition_text) + ".";
    }
    writer.field("description", description);
    if (field->default_text.empty()) {
      const std::string default_text = default_of(*field);
      if (!default_text.empty()) {
        writer.key("default").block(default_text);
      }
    }
    field->type->schema(writer);
    writer.end_object();
  }
  writer.end_object();
}

}  // namespace docsis_vp::system
