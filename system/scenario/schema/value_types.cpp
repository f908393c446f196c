#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::system {

namespace {

using Kind = JsonNode::Kind;

// Integers up to 2^53 are exact as floating-point numbers.
constexpr double kExact = 9007199254740992.0;

[[noreturn]] void refuse(const std::string& pointer, const std::string& expected,
                         const JsonNode& node) {
  throw ConfigError(pointer, "expected " + expected + ", got " + shown(node));
}

class NumberType : public ValueType {
 public:
  NumberType(double low, double high) : low_(low), high_(high) {}

  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable&) const override {
    if (node.kind != Kind::kNumber || node.number < low_ || node.number > high_) {
      refuse(pointer, "a number from " + range(), node);
    }
    *static_cast<double*>(value) = node.number;
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.number(*static_cast<const double*>(value));
  }
  void schema(JsonWriter& writer) const override {
    writer.field("type", "number").field("minimum", low_).field("maximum", high_);
  }
  std::string described() const override { return "number, " + range(); }

 private:
  std::string range() const { return json_number(low_) + " to " + json_number(high_); }

  double low_;
  double high_;
};

// Unsigned numbers of 1, 4 or 8 bytes.
std::uint64_t load_unsigned(const void* from, std::size_t bytes) {
  std::uint8_t octet = 0;
  std::uint32_t word = 0;
  std::uint64_t number = 0;
  switch (bytes) {
    case sizeof octet:
      std::memcpy(&octet, from, sizeof octet);
      return octet;
    case sizeof word:
      std::memcpy(&word, from, sizeof word);
      return word;
    default:
      std::memcpy(&number, from, sizeof number);
      return number;
  }
}

void store_unsigned(void* to, std::size_t bytes, std::uint64_t number) {
  const auto octet = static_cast<std::uint8_t>(number);
  const auto word = static_cast<std::uint32_t>(number);
  switch (bytes) {
    case sizeof octet:
      std::memcpy(to, &octet, sizeof octet);
      break;
    case sizeof word:
      std::memcpy(to, &word, sizeof word);
      break;
    default:
      std::memcpy(to, &number, sizeof number);
      break;
  }
}

class IntegerType : public ValueType {
 public:
  IntegerType(std::uint64_t low, std::uint64_t high, std::size_t bytes)
      : low_(low), high_(high), bytes_(bytes) {}

  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable&) const override {
    const std::optional<std::uint64_t> number = integer(node);
    if (!number || *number < low_ || *number > high_) {
      refuse(pointer, "an integer from " + range(), node);
    }
    store_unsigned(value, bytes_, *number);
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.integer(load_unsigned(value, bytes_));
  }
  void schema(JsonWriter& writer) const override {
    writer.field("type", "integer").key("minimum").integer(low_);
    writer.key("maximum").integer(high_);
  }
  std::string described() const override { return "integer, " + range(); }

 private:
  // 1e3 and 8.0 are integers too.
  static std::optional<std::uint64_t> integer(const JsonNode& node) {
    if (node.kind != Kind::kNumber) {
      return {};
    }
    std::uint64_t number = 0;
    const char* end = node.text.data() + node.text.size();
    const auto [stop, status] = std::from_chars(node.text.data(), end, number);
    if (status == std::errc{} && stop == end) {
      return number;
    }
    if (node.number < 0 || node.number > kExact || std::trunc(node.number) != node.number) {
      return {};
    }
    return static_cast<std::uint64_t>(node.number);
  }
  std::string range() const { return std::to_string(low_) + " to " + std::to_string(high_); }

  std::uint64_t low_;
  std::uint64_t high_;
  std::size_t bytes_;
};

class BooleanType : public ValueType {
 public:
  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable&) const override {
    if (node.kind != Kind::kBoolean) {
      refuse(pointer, "true or false", node);
    }
    *static_cast<bool*>(value) = node.boolean;
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.boolean(*static_cast<const bool*>(value));
  }
  void schema(JsonWriter& writer) const override { writer.field("type", "boolean"); }
  std::string described() const override { return "true or false"; }
};

class StringType : public ValueType {
 public:
  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable&) const override {
    if (node.kind != Kind::kString) {
      refuse(pointer, expected(), node);
    }
    *static_cast<std::string*>(value) = accept(node, pointer);
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.string(*static_cast<const std::string*>(value));
  }
  void schema(JsonWriter& writer) const override { writer.field("type", "string"); }
  std::string described() const override { return "string"; }

 protected:
  virtual std::string expected() const { return "a string"; }
  virtual std::string accept(const JsonNode& node, const std::string&) const { return node.text; }
};

class NameType : public StringType {
 public:
  void schema(JsonWriter& writer) const override {
    writer.field("type", "string").field("pattern", "^[A-Za-z0-9_-]+$");
  }
  std::string described() const override { return "name"; }

 protected:
  std::string expected() const override { return "a name of letters, digits, '_' and '-'"; }
  std::string accept(const JsonNode& node, const std::string& pointer) const override {
    const bool fine =
        !node.text.empty() && std::all_of(node.text.begin(), node.text.end(), [](char c) {
          return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                 c == '_' || c == '-';
        });
    if (!fine) {
      refuse(pointer, expected(), node);
    }
    return node.text;
  }
};

std::string resolved(const JsonNode& node) {
  namespace fs = std::filesystem;
  const fs::path path = node.text;
  if (path.is_absolute() || node.place.line == 0) {
    return path.string();
  }
  return (fs::path(*node.place.origin).parent_path() / path).lexically_normal().string();
}

class PathType : public StringType {
 public:
  std::string described() const override { return "path"; }

 protected:
  std::string expected() const override { return "a path"; }
  std::string accept(const JsonNode& node, const std::string& pointer) const override {
    if (node.text.empty()) {
      refuse(pointer, expected(), node);
    }
    return resolved(node);
  }
};

class FirmwareType : public StringType {
 public:
  std::string described() const override { return "name or path"; }

 protected:
  std::string expected() const override { return "the name of a firmware or a path"; }
  std::string accept(const JsonNode& node, const std::string& pointer) const override {
    if (node.text.empty()) {
      refuse(pointer, expected(), node);
    }
    const bool is_path = node.text.find('/') != std::string::npos ||
                         std::filesystem::path(node.text).extension() == ".elf";
    if (!is_path) {
      return node.text;
    }
    const std::string path = resolved(node);
    // A path keeps a slash, so that it is never taken for a name again.
    return path.find('/') == std::string::npos ? "./" + path : path;
  }
};

// One of the given names; derived classes define the stored value.
class ChoiceType : public ValueType {
 public:
  explicit ChoiceType(std::vector<std::string_view> names) : names_(std::move(names)) {}

  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable&) const override {
    const auto found = std::find(names_.begin(), names_.end(), node.text);
    if (node.kind == Kind::kString && found != names_.end()) {
      store(value, static_cast<std::size_t>(found - names_.begin()));
      return;
    }
    std::string message = "expected " + listed("\"", " or ") + ", got " + shown(node);
    if (node.kind == Kind::kString) {
      const std::string_view guess = nearest(node.text, names_);
      message += guess.empty() ? "" : ", did you mean \"" + std::string(guess) + "\"?";
    }
    throw ConfigError(pointer, message);
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.string(name_of(value));
  }
  void schema(JsonWriter& writer) const override {
    writer.key("enum").begin_array(JsonWriter::Layout::kInline);
    for (const std::string_view name : names_) {
      writer.string(name);
    }
    writer.end_array();
  }
  std::string described() const override { return listed("`", ", "); }

 protected:
  std::string_view name(std::size_t index) const { return names_.at(index); }

 private:
  virtual void store(void* value, std::size_t index) const = 0;
  virtual std::string_view name_of(const void* value) const = 0;

  std::string listed(std::string_view quote, std::string_view last) const {
    std::string text;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      text += i == 0 ? "" : i + 1 == names_.size() ? last : ", ";
      text += quote;
      text += names_[i];
      text += quote;
    }
    return text;
  }

  std::vector<std::string_view> names_;
};

class EnumerationType : public ChoiceType {
 public:
  EnumerationType(const std::vector<NamedNumber>& values, std::size_t bytes)
      : ChoiceType(names_of(values)), bytes_(bytes) {
    for (const NamedNumber& value : values) {
      numbers_.push_back(value.number);
    }
  }

 private:
  static std::vector<std::string_view> names_of(const std::vector<NamedNumber>& values) {
    std::vector<std::string_view> names;
    for (const NamedNumber& value : values) {
      names.push_back(value.name);
    }
    return names;
  }

  void store(void* value, std::size_t index) const override {
    store_unsigned(value, bytes_, numbers_[index]);
  }
  std::string_view name_of(const void* value) const override {
    const auto found = std::find(numbers_.begin(), numbers_.end(), load_unsigned(value, bytes_));
    return name(static_cast<std::size_t>(found - numbers_.begin()));
  }

  std::vector<std::uint64_t> numbers_;
  std::size_t bytes_;
};

class StringChoiceType : public ChoiceType {
 public:
  using ChoiceType::ChoiceType;

 private:
  void store(void* value, std::size_t index) const override {
    *static_cast<std::string*>(value) = name(index);
  }
  std::string_view name_of(const void* value) const override {
    return *static_cast<const std::string*>(value);
  }
};

class ObjectType : public ValueType {
 public:
  explicit ObjectType(const ObjectTable& table) : table_(table) {}

  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable& places) const override {
    table_.read(node, pointer, value, places);
  }
  void write(const void* value, JsonWriter& writer) const override { table_.write(value, writer); }
  void schema(JsonWriter& writer) const override {
    if (table_.shorthand().empty()) {
      reference(writer);
      return;
    }
    writer.key("anyOf").begin_array();
    writer.begin_object(JsonWriter::Layout::kInline).field("type", "string").end_object();
    writer.begin_object(JsonWriter::Layout::kInline);
    reference(writer);
    writer.end_object();
    writer.end_array();
  }
  std::string described() const override {
    const std::string text =
        "[" + std::string(table_.title()) + "](#" + std::string(table_.title()) + ")";
    return table_.shorthand().empty()
               ? text
               : text + " or its `" + std::string(table_.shorthand()) + "` alone";
  }
  const ObjectTable* table() const override { return &table_; }

 private:
  void reference(JsonWriter& writer) const {
    writer.field("$ref", "#/$defs/" + std::string(table_.title()));
  }

  const ObjectTable& table_;
};

class ListType : public ValueType {
 public:
  ListType(const ObjectTable& table, const ListAccess& access) : table_(table), access_(access) {}

  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable& places) const override {
    if (node.kind != Kind::kArray) {
      refuse(pointer, "an array", node);
    }
    auto* object = static_cast<char*>(access_.assign(value, node.elements.size()));
    for (std::size_t i = 0; i < node.elements.size(); ++i) {
      const std::string at = pointer + "/" + std::to_string(i);
      const JsonNode& element = node.elements[i];
      places[at] = element.place;
      refuse_twin(node, i, at);
      table_.read(element, at, object + i * access_.element_bytes, places);
    }
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.begin_array();
    const auto* object = static_cast<const char*>(access_.first(value));
    for (std::size_t i = 0; i < access_.count(value); ++i) {
      table_.write(object + i * access_.element_bytes, writer);
    }
    writer.end_array();
  }
  void schema(JsonWriter& writer) const override {
    writer.field("type", "array").key("items").begin_object(JsonWriter::Layout::kInline);
    writer.field("$ref", "#/$defs/" + std::string(table_.title())).end_object();
  }
  std::string described() const override {
    return "array of [" + std::string(table_.title()) + "](#" + std::string(table_.title()) + ")";
  }
  const ObjectTable* table() const override { return &table_; }
  bool is_list() const override { return true; }

 private:
  static void refuse_twin(const JsonNode& list, std::size_t index, const std::string& pointer) {
    const std::string* name = list.elements[index].find_string("name");
    for (std::size_t other = 0; name != nullptr && other < index; ++other) {
      const std::string* twin = list.elements[other].find_string("name");
      if (twin != nullptr && *twin == *name) {
        throw ConfigError(pointer + "/name", "the name \"" + *name + "\" is used twice, first in " +
                                                 list.elements[other].place.text());
      }
    }
  }

  const ObjectTable& table_;
  const ListAccess& access_;
};

}  // namespace

std::unique_ptr<const ValueType> number_type(double low, double high) {
  return std::make_unique<NumberType>(low, high);
}
std::unique_ptr<const ValueType> integer_type(std::uint64_t low, std::uint64_t high) {
  return std::make_unique<IntegerType>(low, high, sizeof(std::uint64_t));
}
std::unique_ptr<const ValueType> unsigned_type(unsigned low, unsigned high) {
  return std::make_unique<IntegerType>(low, high, sizeof(unsigned));
}
std::unique_ptr<const ValueType> boolean_type() {
  return std::make_unique<BooleanType>();
}
std::unique_ptr<const ValueType> string_type() {
  return std::make_unique<StringType>();
}
std::unique_ptr<const ValueType> name_type() {
  return std::make_unique<NameType>();
}
std::unique_ptr<const ValueType> path_type() {
  return std::make_unique<PathType>();
}
std::unique_ptr<const ValueType> firmware_type() {
  return std::make_unique<FirmwareType>();
}
std::unique_ptr<const ValueType> object_type(const ObjectTable& table) {
  return std::make_unique<ObjectType>(table);
}
std::unique_ptr<const ValueType> enumeration_type(const std::vector<NamedNumber>& values,
                                                  std::size_t bytes) {
  return std::make_unique<EnumerationType>(values, bytes);
}
std::unique_ptr<const ValueType> string_choice_type(std::vector<std::string_view> names) {
  return std::make_unique<StringChoiceType>(std::move(names));
}
std::unique_ptr<const ValueType> list_type(const ObjectTable& table, const ListAccess& access) {
  return std::make_unique<ListType>(table, access);
}

}  // namespace docsis_vp::system
