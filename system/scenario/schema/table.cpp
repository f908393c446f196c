#include "system/scenario/schema/table.h"

#include <algorithm>
#include <deque>

#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::system {

const Access kPlainAccess = {
    [](const void* member, std::string_view) { return member; },
    [](void* member, std::string_view) { return member; },
    nullptr,
};

std::string_view kept(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text));
}

const void* Field::get(const void* object) const {
  const auto* structure = static_cast<const char*>(object) + holder.offset;
  if (holder.access != nullptr) {
    structure = static_cast<const char*>(holder.access->get(structure, name));
  }
  return member.access->get(structure + member.offset, name);
}

void* Field::make(void* object) const {
  return member.access->make(static_cast<char*>(make_structure(object)) + member.offset, name);
}

void Field::clear(void* object) const {
  member.access->clear(static_cast<char*>(make_structure(object)) + member.offset, name);
}

void* Field::make_structure(void* object) const {
  void* const structure = static_cast<char*>(object) + holder.offset;
  return holder.access == nullptr ? structure : holder.access->make(structure, name);
}

ObjectTable::ObjectTable(std::string_view title, std::string_view sentence, const void* prototype)
    : title_(title), sentence_(sentence), prototype_(prototype) {}
ObjectTable::ObjectTable(ObjectTable&&) noexcept = default;
ObjectTable::~ObjectTable() = default;

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
  const bool applies = field.applies_to(object);
  if (node == nullptr) {
    if (field.is_required && applies) {
      throw ConfigError(pointer, "the key \"" + std::string(field.name) + "\" is missing");
    }
    return;
  }
  const bool is_absent = node->kind == JsonNode::Kind::kNull && field.is_optional();
  if (!applies && !is_absent) {
    throw ConfigError(at, "applies only with " + std::string(field.condition_text));
  }
  if (is_absent) {
    if (applies) {
      field.clear(object);
    }
    return;
  }
  try {
    field.type->read(*node, at, field.make(object), places);
  } catch (const ConfigError& error) {
    // The type knows the range, the field knows the unit.
    if (field.unit_text.empty() || field.type->table() != nullptr) {
      throw;
    }
    std::string message = error.message();
    const std::size_t got = message.find(", got ");
    if (got == std::string::npos || message.find("an empty array", got) != std::string::npos) {
      throw;
    }
    message.insert(got, " " + std::string(field.unit_text));
    throw ConfigError(error.pointer(), message);  // of the key, or of an element of its list
  }
}

void ObjectTable::write(const void* object, JsonWriter& writer) const {
  writer.begin_object();
  for (const auto& field : fields_) {
    const void* value = field->get(object);
    if (value == nullptr || !field->applies_to(object)) {
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
  const void* value = field.is_required ? nullptr : field.get(prototype_);
  if (value == nullptr || field.type->table() != nullptr) {
    return {};
  }
  JsonWriter writer;
  field.type->write(value, writer);
  std::string text = writer.text();
  // A list ends with a newline, which would break a row of the reference.
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

void ObjectTable::schema(JsonWriter& writer) const {
  writer.field("type", "object").field("title", title_).field("description", sentence_);
  writer.field("additionalProperties", false);
  writer.key("required").begin_array(JsonWriter::Layout::kInline);
  for (const auto& field : fields_) {
    if (field->is_required && !field->is_conditional()) {
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

Field& ObjectTable::add(std::string_view name, Member member,
                        std::unique_ptr<const ValueType> type) {
  Field& field = *fields_.emplace_back(std::make_unique<Field>());
  field.name = name;
  field.member = member;
  field.type = std::move(type);
  return field;
}
void ObjectTable::add_beside(Member holder, ObjectTable&& part, std::string_view text,
                             Condition condition) {
  for (auto& field : part.fields_) {
    field->holder = holder;
    field->condition_text = text;
    field->condition = condition;
    fields_.push_back(std::move(field));
  }
}
void ObjectTable::add_part(Member part, ObjectTable&& fields) {
  for (auto& field : fields.fields_) {
    Member& place = field->holder.access == nullptr ? field->member : field->holder;
    place.offset += part.offset;
    field->condition.offset += part.offset;
    fields_.push_back(std::move(field));
  }
}
Field& ObjectTable::add_number(std::string_view name, Member member, double low, double high) {
  return add(name, member, number_type(low, high));
}
Field& ObjectTable::add_numbers(std::string_view name, Member member, double low, double high) {
  return add(name, member, numbers_type(low, high));
}
Field& ObjectTable::add_integer(std::string_view name, Member member, std::uint64_t low,
                                std::uint64_t high) {
  return add(name, member, integer_type(low, high));
}
Field& ObjectTable::add_unsigned(std::string_view name, Member member, unsigned low,
                                 unsigned high) {
  return add(name, member, unsigned_type(low, high));
}
Field& ObjectTable::add_unsigned_choice(std::string_view name, Member member,
                                        std::vector<unsigned> numbers) {
  return add(name, member, unsigned_choice_type(std::move(numbers)));
}
Field& ObjectTable::add_boolean(std::string_view name, Member member) {
  return add(name, member, boolean_type());
}
Field& ObjectTable::add_string(std::string_view name, Member member) {
  return add(name, member, string_type());
}
Field& ObjectTable::add_name(std::string_view name, Member member) {
  return add(name, member, name_type());
}
Field& ObjectTable::add_names(std::string_view name, Member member) {
  return add(name, member, names_type());
}
Field& ObjectTable::add_path(std::string_view name, Member member) {
  return add(name, member, path_type());
}
Field& ObjectTable::add_firmware(std::string_view name, Member member) {
  return add(name, member, firmware_type());
}
Field& ObjectTable::add_parameters(std::string_view name, Member member) {
  return add(name, member, parameters_type());
}
Field& ObjectTable::add_flags(std::string_view name, Member member, Flags flags) {
  return add(name, member, flags_type(std::move(flags)));
}
Field& ObjectTable::add_enumeration(std::string_view name, Member member, const NamedNumber* values,
                                    std::size_t count, std::size_t bytes) {
  return add(name, member, enumeration_type({values, values + count}, bytes));
}
Field& ObjectTable::add_object(std::string_view name, Member member, const ObjectTable& table) {
  return add(name, member, object_type(table));
}
Field& ObjectTable::add_list(std::string_view name, Member member, const ObjectTable& table,
                             const ListAccess& access) {
  return add(name, member, list_type(table, access));
}

}  // namespace docsis_vp::system
