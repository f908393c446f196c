// Describes the fields of a typed structure once: from the description come the parser, the
// effective configuration, the JSON Schema and the reference page.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "system/scenario/table_fwd.h"

namespace docsis_vp::system {

struct JsonNode;
class JsonWriter;

// How one kind of value is read, checked, written and described. `value` points to the member.
// read() throws ConfigError with the value's pointer.
class ValueType {
 public:
  virtual ~ValueType() = default;
  virtual void read(const JsonNode& node, const std::string& pointer, void* value,
                    PlaceTable& places) const = 0;
  virtual void write(const void* value, JsonWriter& writer) const = 0;
  // Members of the value's JSON Schema.
  virtual void schema(JsonWriter& writer) const = 0;
  // "number, 1 to 255"
  virtual std::string described() const = 0;
  // Tables that the value holds objects of.
  virtual const ObjectTable* table() const { return nullptr; }
};

struct Field {
  std::string_view name;
  std::shared_ptr<const ValueType> type;
  std::string_view unit_text;
  std::string_view source_text;
  std::string_view sentence;
  std::string_view default_text;  // where the default hangs on another field
  std::string_view condition_text;
  bool is_required = false;
  bool is_optional = false;  // may be absent, or null

  std::function<const void*(const void* object)> get;  // null: absent
  std::function<void*(void* object)> make;             // made if absent
  std::function<void(void* object)> clear;             // of optional members only
  std::function<bool(const void* object)> applies;     // empty: always

  Field& unit(std::string_view text) { return set(unit_text, text); }
  // The document and section the default or the range comes from.
  Field& source(std::string_view text) { return set(source_text, text); }
  Field& says(std::string_view text) { return set(sentence, text); }
  Field& default_is(std::string_view text) { return set(default_text, text); }
  Field& required() {
    is_required = true;
    return *this;
  }

 private:
  Field& set(std::string_view& where, std::string_view text) {
    where = text;
    return *this;
  }
};

// A table without the type of its structure.
class ObjectTable {
 public:
  ObjectTable(std::string_view title, std::string_view sentence)
      : title_(title), sentence_(sentence) {}
  virtual ~ObjectTable() = default;
  ObjectTable(ObjectTable&&) = default;

  std::string_view title() const { return title_; }
  std::string_view sentence() const { return sentence_; }
  const std::vector<std::unique_ptr<Field>>& fields() const { return fields_; }

  // A string stands for an object with this one key: "aqm": "none".
  std::string_view shorthand() const { return shorthand_; }
  void set_shorthand(std::string_view key) { shorthand_ = key; }

  // Throws ConfigError: not an object, unknown, missing, mistyped key.
  void read(const JsonNode& node, const std::string& pointer, void* object,
            PlaceTable& places) const;
  void write(const void* object, JsonWriter& writer) const;
  void schema(JsonWriter& writer) const;
  // The default of a field as JSON text; empty if it has none.
  std::string default_of(const Field& field) const;

 protected:
  // A structure with its defaults.
  virtual const void* prototype() const = 0;

  std::vector<std::unique_ptr<Field>> fields_;

 private:
  void refuse_unknown_keys(const JsonNode& node, const std::string& pointer) const;
  void read_field(const Field& field, const JsonNode* node, const std::string& pointer,
                  void* object, PlaceTable& places) const;

  std::string_view title_;
  std::string_view sentence_;
  std::string_view shorthand_;
};

std::shared_ptr<const ValueType> number_type(double low, double high);
std::shared_ptr<const ValueType> numbers_type(double low, double high);
std::shared_ptr<const ValueType> names_type();
std::shared_ptr<const ValueType> integer_type(std::uint64_t low, std::uint64_t high);
std::shared_ptr<const ValueType> unsigned_type(unsigned low, unsigned high);
std::shared_ptr<const ValueType> boolean_type();
std::shared_ptr<const ValueType> string_type();
// A non-empty name without spaces, '/' or '.'.
std::shared_ptr<const ValueType> name_type();
// A path, made absolute from the folder of the file that names it, or from the working folder.
std::shared_ptr<const ValueType> path_type();
// A bare name, or a path (with '/' or ending in .elf), which is resolved like path_type().
std::shared_ptr<const ValueType> firmware_type();
std::shared_ptr<const ValueType> object_type(const ObjectTable& table);
// Of Parameters: what the program itself adds has them (parameters.h).
std::shared_ptr<const ValueType> parameters_type();
// The bits of a word by name.
using Flags = std::vector<std::pair<std::string_view, unsigned>>;
std::shared_ptr<const ValueType> flags_type(Flags flags);

// A name for each value of an enumeration.
class Choices {
 public:
  using List = std::vector<std::pair<std::string_view, int>>;
  static std::shared_ptr<const ValueType> type(List choices, std::function<void(void*, int)> store,
                                               std::function<int(const void*)> load);
};

std::shared_ptr<const ValueType> list_type(const ObjectTable& table,
                                           std::function<void*(void*)> append,
                                           std::function<void(void*)> clear,
                                           std::function<std::size_t(const void*)> size,
                                           std::function<const void*(const void*, std::size_t)> at);

template <class T>
class Table : public ObjectTable {
 public:
  using ObjectTable::ObjectTable;

  Field& number(std::string_view name, double T::*member, double low, double high) {
    return add(name, member, number_type(low, high));
  }
  Field& number(std::string_view name, std::optional<double> T::*member, double low, double high) {
    return add(name, member, number_type(low, high));
  }
  Field& integer(std::string_view name, std::uint64_t T::*member, std::uint64_t low,
                 std::uint64_t high) {
    return add(name, member, integer_type(low, high));
  }
  Field& integer(std::string_view name, std::optional<std::uint64_t> T::*member, std::uint64_t low,
                 std::uint64_t high) {
    return add(name, member, integer_type(low, high));
  }
  Field& integer(std::string_view name, unsigned T::*member, unsigned low, unsigned high) {
    return add(name, member, unsigned_type(low, high));
  }
  Field& integer(std::string_view name, std::optional<unsigned> T::*member, unsigned low,
                 unsigned high) {
    return add(name, member, unsigned_type(low, high));
  }
  Field& boolean(std::string_view name, bool T::*member) {
    return add(name, member, boolean_type());
  }
  Field& boolean(std::string_view name, std::optional<bool> T::*member) {
    return add(name, member, boolean_type());
  }
  // At least one number; a single one needs no brackets.
  Field& numbers(std::string_view name, std::vector<double> T::*member, double low, double high) {
    return add(name, member, numbers_type(low, high));
  }
  // At least one name; a single one needs no brackets.
  Field& names(std::string_view name, std::optional<std::vector<std::string>> T::*member) {
    return add(name, member, names_type());
  }
  Field& string(std::string_view name, std::string T::*member) {
    return add(name, member, string_type());
  }
  Field& string(std::string_view name, std::optional<std::string> T::*member) {
    return add(name, member, string_type());
  }
  Field& identifier(std::string_view name, std::string T::*member) {
    return add(name, member, name_type());
  }
  Field& identifier(std::string_view name, std::optional<std::string> T::*member) {
    return add(name, member, name_type());
  }
  Field& path(std::string_view name, std::string T::*member) {
    return add(name, member, path_type());
  }
  Field& path(std::string_view name, std::optional<std::string> T::*member) {
    return add(name, member, path_type());
  }
  Field& firmware(std::string_view name, std::string T::*member) {
    return add(name, member, firmware_type());
  }
  template <class P>
  Field& parameters(std::string_view name, std::optional<P> T::*member) {
    return add(name, member, parameters_type());
  }
  Field& flags(std::string_view name, std::optional<unsigned> T::*member, Flags flags) {
    return add(name, member, flags_type(std::move(flags)));
  }
  template <class E>
  Field& choice(std::string_view name, E T::*member,
                std::vector<std::pair<std::string_view, E>> choices) {
    return add(name, member, choice_type(std::move(choices)));
  }
  template <class E>
  Field& choice(std::string_view name, std::optional<E> T::*member,
                std::vector<std::pair<std::string_view, E>> choices) {
    return add(name, member, choice_type(std::move(choices)));
  }
  template <class U>
  Field& object(std::string_view name, U T::*member, const Table<U>& table) {
    return add(name, member, object_type(table));
  }
  template <class U>
  Field& object(std::string_view name, std::optional<U> T::*member, const Table<U>& table) {
    return add(name, member, object_type(table));
  }
  // An array of objects.
  template <class U>
  Field& list(std::string_view name, std::vector<U> T::*member, const Table<U>& table) {
    return add(
        name, member,
        list_type(
            table,
            [](void* list) -> void* { return &static_cast<std::vector<U>*>(list)->emplace_back(); },
            [](void* list) { static_cast<std::vector<U>*>(list)->clear(); },
            [](const void* list) { return static_cast<const std::vector<U>*>(list)->size(); },
            [](const void* list, std::size_t index) -> const void* {
              return &static_cast<const std::vector<U>*>(list)->at(index);
            }));
  }

  // The last field exists only where the condition holds; it may look at fields above it.
  Field& only_if(Field& field, std::string_view text, std::function<bool(const T&)> condition) {
    field.condition_text = text;
    field.applies = [condition = std::move(condition)](const void* object) {
      return condition(*static_cast<const T*>(object));
    };
    return field;
  }

 protected:
  const void* prototype() const override {
    static const T value{};
    return &value;
  }

 private:
  template <class E>
  static std::shared_ptr<const ValueType> choice_type(
      std::vector<std::pair<std::string_view, E>> choices) {
    Choices::List list;
    for (const auto& [name, value] : choices) {
      list.emplace_back(name, static_cast<int>(value));
    }
    return Choices::type(
        std::move(list), [](void* to, int value) { *static_cast<E*>(to) = static_cast<E>(value); },
        [](const void* from) { return static_cast<int>(*static_cast<const E*>(from)); });
  }

  Field& add_field(std::string_view name, std::shared_ptr<const ValueType> type) {
    Field& field = *fields_.emplace_back(std::make_unique<Field>());
    field.name = name;
    field.type = std::move(type);
    return field;
  }

  template <class M>
  Field& add(std::string_view name, M T::*member, std::shared_ptr<const ValueType> type) {
    Field& field = add_field(name, std::move(type));
    field.get = [member](const void* object) -> const void* {
      return &(static_cast<const T*>(object)->*member);
    };
    field.make = [member](void* object) -> void* { return &(static_cast<T*>(object)->*member); };
    return field;
  }

  template <class M>
  Field& add(std::string_view name, std::optional<M> T::*member,
             std::shared_ptr<const ValueType> type) {
    Field& field = add_field(name, std::move(type));
    field.is_optional = true;
    field.get = [member](const void* object) -> const void* {
      const auto& value = static_cast<const T*>(object)->*member;
      return value ? &*value : nullptr;
    };
    field.make = [member](void* object) -> void* {
      auto& value = static_cast<T*>(object)->*member;
      if (!value) {
        value.emplace();
      }
      return &*value;
    };
    field.clear = [member](void* object) { (static_cast<T*>(object)->*member).reset(); };
    return field;
  }
};

}  // namespace docsis_vp::system
