#include "system/scenario/schema/parameters.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::system {

namespace {

constexpr std::array<const char*, 3> kKindNames = {"a number", "true or false", "a string"};

template <class T>
const T& value_of(const std::map<std::string, ParameterValue>& values, const std::string& name) {
  const auto found = values.find(name);
  if (found == values.end() || !std::holds_alternative<T>(found->second)) {
    throw std::logic_error("the parameter " + name + " was not declared with this type");
  }
  return std::get<T>(found->second);
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? "" : ", ";
    text += word;
  }
  return text;
}

void check(const ParameterSpec& spec, const ParameterValue& value, const std::string& pointer) {
  if (value.index() != spec.usual.index()) {
    throw ConfigError(pointer, std::string("expected ") + kKindNames[spec.usual.index()]);
  }
  const double* number = std::get_if<double>(&value);
  if (number != nullptr && (*number < spec.low || *number > spec.high)) {
    throw ConfigError(pointer, "expected " + json_number(spec.low) + " to " +
                                   json_number(spec.high) + ", got " + json_number(*number));
  }
  const auto* text = std::get_if<std::string>(&value);
  if (text != nullptr && !spec.choices.empty() &&
      std::find(spec.choices.begin(), spec.choices.end(), *text) == spec.choices.end()) {
    throw ConfigError(pointer,
                      "expected one of " + listed(spec.choices) + ", got \"" + *text + "\"");
  }
}

// An object of numbers, switches and texts.
class ParametersType : public ValueType {
 public:
  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable& places) const override {
    auto& values = static_cast<Parameters*>(value)->values;
    values.clear();
    if (node.kind != JsonNode::Kind::kObject) {
      throw ConfigError(pointer, "expected an object, got " + shown(node));
    }
    for (const JsonMember& member : node.members) {
      const std::string at = pointer + "/" + member.key;
      places[at] = member.value.place;
      values[member.key] = read_value(member.value, at);
    }
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.begin_object();
    for (const auto& [name, entry] : static_cast<const Parameters*>(value)->values) {
      writer.key(name);
      if (const double* number = std::get_if<double>(&entry)) {
        writer.number(*number);
      } else if (const bool* flag = std::get_if<bool>(&entry)) {
        writer.boolean(*flag);
      } else {
        writer.string(std::get<std::string>(entry));
      }
    }
    writer.end_object();
  }
  void schema(JsonWriter& writer) const override {
    writer.field("type", "object").key("additionalProperties").begin_object();
    writer.key("type").begin_array(JsonWriter::Layout::kInline);
    writer.string("number").string("boolean").string("string").end_array().end_object();
  }
  std::string described() const override { return "object of numbers, switches and strings"; }

 private:
  static ParameterValue read_value(const JsonNode& node, const std::string& pointer) {
    switch (node.kind) {
      case JsonNode::Kind::kNumber:
        return node.number;
      case JsonNode::Kind::kBoolean:
        return node.boolean;
      case JsonNode::Kind::kString:
        return node.text;
      default:
        throw ConfigError(pointer,
                          "expected a number, true, false or a string, got " + shown(node));
    }
  }
};

}  // namespace

double Parameters::number(const std::string& name) const {
  return value_of<double>(values, name);
}

bool Parameters::flag(const std::string& name) const {
  return value_of<bool>(values, name);
}

const std::string& Parameters::text(const std::string& name) const {
  return value_of<std::string>(values, name);
}

void Parameters::settle(const std::vector<ParameterSpec>& known, const std::string& of,
                        const std::string& pointer) {
  std::vector<std::string_view> names;
  for (const ParameterSpec& spec : known) {
    names.emplace_back(spec.name);
    const auto [entry, is_new] = values.emplace(spec.name, spec.usual);
    if (!is_new) {
      check(spec, entry->second, pointer + "/" + spec.name);
    }
  }
  for (const auto& [name, value] : values) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw ConfigError(std::string(pointer).append("/").append(name),
                        of + " has no such parameter" + suggestion(name, names));
    }
  }
}

std::unique_ptr<const ValueType> parameters_type() {
  return std::make_unique<ParametersType>();
}

}  // namespace docsis_vp::system
