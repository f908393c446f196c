#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "platform/base/errors.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/suggestion.h"
#include "system/scenario/table.h"

namespace docsis_vp::system {

namespace {

using Kind = JsonNode::Kind;

// Integers up to 2^53 survive as floating-point numbers.
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

template <class Integer>
class IntegerType : public ValueType {
 public:
  IntegerType(Integer low, Integer high) : low_(low), high_(high) {}

  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable&) const override {
    const std::optional<Integer> number = integer(node);
    if (!number || *number < low_ || *number > high_) {
      refuse(pointer, "an integer from " + range(), node);
    }
    *static_cast<Integer*>(value) = *number;
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.integer(*static_cast<const Integer*>(value));
  }
  void schema(JsonWriter& writer) const override {
    writer.field("type", "integer").key("minimum").integer(low_);
    writer.key("maximum").integer(high_);
  }
  std::string described() const override { return "integer, " + range(); }

 private:
  // 1e3 and 8.0 are integers too.
  static std::optional<Integer> integer(const JsonNode& node) {
    if (node.kind != Kind::kNumber) {
      return {};
    }
    Integer number = 0;
    const char* end = node.text.data() + node.text.size();
    const auto [stop, status] = std::from_chars(node.text.data(), end, number);
    if (status == std::errc{} && stop == end) {
      return number;
    }
    if (node.number < 0 || node.number > kExact || std::trunc(node.number) != node.number ||
        node.number > static_cast<double>(std::numeric_limits<Integer>::max())) {
      return {};
    }
    return static_cast<Integer>(node.number);
  }
  std::string range() const { return std::to_string(low_) + " to " + std::to_string(high_); }

  Integer low_;
  Integer high_;
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

class ChoiceType : public ValueType {
 public:
  ChoiceType(Choices::List choices, std::function<void(void*, int)> store,
             std::function<int(const void*)> load)
      : choices_(std::move(choices)), store_(std::move(store)), load_(std::move(load)) {}

  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable&) const override {
    for (const auto& [name, number] : choices_) {
      if (node.kind == Kind::kString && node.text == name) {
        store_(value, number);
        return;
      }
    }
    std::string message = "expected " + listed("\"", " or ") + ", got " + shown(node);
    if (node.kind == Kind::kString) {
      std::vector<std::string_view> names;
      for (const auto& choice : choices_) {
        names.push_back(choice.first);
      }
      const std::string_view guess = nearest(node.text, names);
      message += guess.empty() ? "" : ", did you mean \"" + std::string(guess) + "\"?";
    }
    throw ConfigError(pointer, message);
  }
  void write(const void* value, JsonWriter& writer) const override {
    const int number = load_(value);
    const auto found = std::find_if(choices_.begin(), choices_.end(), [number](const auto& choice) {
      return choice.second == number;
    });
    writer.string(found->first);
  }
  void schema(JsonWriter& writer) const override {
    writer.key("enum").begin_array(JsonWriter::Layout::kInline);
    for (const auto& choice : choices_) {
      writer.string(choice.first);
    }
    writer.end_array();
  }
  std::string described() const override { return listed("`", ", "); }

 private:
  std::string listed(std::string_view quote, std::string_view last) const {
    std::string text;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      text += i == 0 ? "" : i + 1 == choices_.size() ? last : ", ";
      text += quote;
      text += choices_[i].first;
      text += quote;
    }
    return text;
  }

  Choices::List choices_;
  std::function<void(void*, int)> store_;
  std::function<int(const void*)> load_;
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
  ListType(const ObjectTable& table, std::function<void*(void*)> append,
           std::function<void(void*)> clear, std::function<std::size_t(const void*)> size,
           std::function<const void*(const void*, std::size_t)> at)
      : table_(table),
        append_(std::move(append)),
        clear_(std::move(clear)),
        size_(std::move(size)),
        at_(std::move(at)) {}

  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable& places) const override {
    if (node.kind != Kind::kArray) {
      refuse(pointer, "an array", node);
    }
    clear_(value);
    for (std::size_t i = 0; i < node.elements.size(); ++i) {
      const std::string at = pointer + "/" + std::to_string(i);
      const JsonNode& element = node.elements[i];
      places[at] = element.place;
      refuse_twin(node, i, at);
      table_.read(element, at, append_(value), places);
    }
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.begin_array();
    for (std::size_t i = 0; i < size_(value); ++i) {
      table_.write(at_(value, i), writer);
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
  std::function<void*(void*)> append_;
  std::function<void(void*)> clear_;
  std::function<std::size_t(const void*)> size_;
  std::function<const void*(const void*, std::size_t)> at_;
};

}  // namespace

std::shared_ptr<const ValueType> number_type(double low, double high) {
  return std::make_shared<NumberType>(low, high);
}
std::shared_ptr<const ValueType> integer_type(std::uint64_t low, std::uint64_t high) {
  return std::make_shared<IntegerType<std::uint64_t>>(low, high);
}
std::shared_ptr<const ValueType> unsigned_type(unsigned low, unsigned high) {
  return std::make_shared<IntegerType<unsigned>>(low, high);
}
std::shared_ptr<const ValueType> boolean_type() {
  return std::make_shared<BooleanType>();
}
std::shared_ptr<const ValueType> string_type() {
  return std::make_shared<StringType>();
}
std::shared_ptr<const ValueType> name_type() {
  return std::make_shared<NameType>();
}
std::shared_ptr<const ValueType> path_type() {
  return std::make_shared<PathType>();
}
std::shared_ptr<const ValueType> firmware_type() {
  return std::make_shared<FirmwareType>();
}
std::shared_ptr<const ValueType> object_type(const ObjectTable& table) {
  return std::make_shared<ObjectType>(table);
}
std::shared_ptr<const ValueType> Choices::type(List choices, std::function<void(void*, int)> store,
                                               std::function<int(const void*)> load) {
  return std::make_shared<ChoiceType>(std::move(choices), std::move(store), std::move(load));
}
std::shared_ptr<const ValueType> list_type(
    const ObjectTable& table, std::function<void*(void*)> append, std::function<void(void*)> clear,
    std::function<std::size_t(const void*)> size,
    std::function<const void*(const void*, std::size_t)> at) {
  return std::make_shared<ListType>(table, std::move(append), std::move(clear), std::move(size),
                                    std::move(at));
}

}  // namespace docsis_vp::system
