// Describes each field of a typed structure once. The parser, the effective configuration, the JSON
// Schema and the reference page all come from this description.
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

struct JsonNode;
class JsonWriter;
class Parameters;
class ValueType;

// Access to the value in a member: one set of functions per member type, for all structures. `key`:
// name of the field, for a member that holds the values of several fields.
struct Access {
  const void* (*get)(const void* member, std::string_view key);  // null: absent
  void* (*make)(void* member, std::string_view key);             // creates it if it is absent
  void (*clear)(void* member, std::string_view key);             // null: never absent
};

// Access for a member that is itself the value.
extern const Access kPlainAccess;

template <class M>
struct OptionalAccess {
  static const void* get(const void* member, std::string_view) {
    const auto& value = *static_cast<const std::optional<M>*>(member);
    return value ? &*value : nullptr;
  }
  static void* make(void* member, std::string_view) {
    auto& value = *static_cast<std::optional<M>*>(member);
    return value ? &*value : &value.emplace();
  }
  static void clear(void* member, std::string_view) {
    static_cast<std::optional<M>*>(member)->reset();
  }
  static constexpr Access kFunctions = {get, make, clear};
};

// Access to a structure in a std::any. A std::any that holds no U reads as a U with its defaults.
template <class U>
struct AnyAccess {
  static const void* get(const void* member, std::string_view) {
    static const U defaults{};
    const U* const held = std::any_cast<U>(static_cast<const std::any*>(member));
    return held != nullptr ? held : &defaults;
  }
  static void* make(void* member, std::string_view) {
    auto& value = *static_cast<std::any*>(member);
    U* const held = std::any_cast<U>(&value);
    return held != nullptr ? held : &value.emplace<U>();
  }
  static constexpr Access kFunctions = {get, make, nullptr};
};

// Access to the elements of a list, which are contiguous in memory.
struct ListAccess {
  std::size_t element_bytes;
  void* (*assign)(void* list, std::size_t count);  // replaces all by `count` defaults; returns the
                                                   // first
  const void* (*first)(const void* list);
  std::size_t (*count)(const void* list);
};

template <class U>
struct VectorAccess {
  static void* assign(void* list, std::size_t count) {
    auto& elements = *static_cast<std::vector<U>*>(list);
    elements = std::vector<U>(count);
    return elements.data();
  }
  static const void* first(const void* list) {
    return static_cast<const std::vector<U>*>(list)->data();
  }
  static std::size_t count(const void* list) {
    return static_cast<const std::vector<U>*>(list)->size();
  }
  static constexpr ListAccess kFunctions = {sizeof(U), assign, first, count};
};

// An empty list counts as absent, so that it is not written.
template <class U>
struct ListIfAnyAccess {
  static const void* get(const void* member, std::string_view) {
    return static_cast<const std::vector<U>*>(member)->empty() ? nullptr : member;
  }
  static void* make(void* member, std::string_view) { return member; }
  static void clear(void* member, std::string_view) {
    static_cast<std::vector<U>*>(member)->clear();
  }
  static constexpr Access kFunctions = {get, make, clear};
};

// Location of a field's value in the structure.
struct Member {
  std::size_t offset = 0;  // bytes
  const Access* access = nullptr;
};

// Condition for a field: a function on the structure, and a caller that takes the structure's
// address.
struct Condition {
  void (*function)() = nullptr;  // null: always
  bool (*call)(void (*function)(), const void* structure) = nullptr;
  std::size_t offset = 0;  // of the structure in the object, bytes
};

struct Field {
  std::string_view name;
  // Offset of the structure that has the member; without access: of the object itself.
  Member holder;
  Member member;
  std::unique_ptr<const ValueType> type;
  std::string_view unit_text;
  std::string_view source_text;
  std::string_view sentence;
  std::string_view default_text;  // if the default depends on another field
  std::string_view condition_text;
  Condition condition;
  bool is_required = false;

  Field& unit(std::string_view text) { return set(unit_text, text); }
  // Document and section of the default or the range.
  Field& source(std::string_view text) { return set(source_text, text); }
  Field& says(std::string_view text) { return set(sentence, text); }
  Field& default_is(std::string_view text) { return set(default_text, text); }
  Field& required() {
    is_required = true;
    return *this;
  }

  bool is_conditional() const { return condition.function != nullptr; }
  bool applies_to(const void* object) const {
    return !is_conditional() ||
           condition.call(condition.function, static_cast<const char*>(object) + condition.offset);
  }
  // True if the field may be absent or null.
  bool is_optional() const { return member.access->clear != nullptr; }
  const void* get(const void* object) const;  // null: absent
  void* make(void* object) const;             // creates it if it is absent
  void clear(void* object) const;             // optional fields only

 private:
  void* make_structure(void* object) const;
  Field& set(std::string_view& where, std::string_view text) {
    where = text;
    return *this;
  }
};

// Stores a text that a table refers to, until the program ends.
std::string_view kept(std::string text);

// A value of any enumeration, with its name in scenarios.
struct NamedNumber {
  std::string_view name;
  unsigned number;
};

// The bits of a word by name.
using Flags = std::vector<std::pair<std::string_view, unsigned>>;

// A table that does not know the type of its structure.
class ObjectTable {
 public:
  // prototype: a structure with its defaults; it must outlive the table.
  ObjectTable(std::string_view title, std::string_view sentence, const void* prototype);
  ObjectTable(ObjectTable&&) noexcept;
  ~ObjectTable();

  std::string_view title() const { return title_; }
  std::string_view sentence() const { return sentence_; }
  const std::vector<std::unique_ptr<Field>>& fields() const { return fields_; }

  // Key of the object that a string stands for: "aqm": "none".
  std::string_view shorthand() const { return shorthand_; }
  void set_shorthand(std::string_view key) { shorthand_ = key; }

  // Throws ConfigError: not an object; unknown, missing or mistyped key.
  void read(const JsonNode& node, const std::string& pointer, void* object,
            PlaceTable& places) const;
  void write(const void* object, JsonWriter& writer) const;
  void schema(JsonWriter& writer) const;
  // Default of a field as JSON text; empty if it has none.
  std::string default_of(const Field& field) const;

 protected:
  // Called by the typed table, so that sources with tables need not include the value types.
  Field& add(std::string_view name, Member member, std::unique_ptr<const ValueType> type);
  Field& add_number(std::string_view name, Member member, double low, double high);
  Field& add_numbers(std::string_view name, Member member, double low, double high);
  Field& add_integer(std::string_view name, Member member, std::uint64_t low, std::uint64_t high);
  Field& add_unsigned(std::string_view name, Member member, unsigned low, unsigned high);
  Field& add_unsigned_choice(std::string_view name, Member member, std::vector<unsigned> numbers);
  Field& add_boolean(std::string_view name, Member member);
  Field& add_string(std::string_view name, Member member);
  Field& add_name(std::string_view name, Member member);
  Field& add_names(std::string_view name, Member member);
  Field& add_path(std::string_view name, Member member);
  Field& add_firmware(std::string_view name, Member member);
  Field& add_parameters(std::string_view name, Member member);
  Field& add_flags(std::string_view name, Member member, Flags flags);
  Field& add_enumeration(std::string_view name, Member member, const NamedNumber* values,
                         std::size_t count, std::size_t bytes);
  Field& add_object(std::string_view name, Member member, const ObjectTable& table);
  Field& add_list(std::string_view name, Member member, const ObjectTable& table,
                  const ListAccess& access);
  void add_beside(Member holder, ObjectTable&& part, std::string_view text, Condition condition);
  void add_part(Member part, ObjectTable&& fields);

  const void* prototype() const { return prototype_; }

 private:
  void refuse_unknown_keys(const JsonNode& node, const std::string& pointer) const;
  void read_field(const Field& field, const JsonNode* node, const std::string& pointer,
                  void* object, PlaceTable& places) const;

  std::string_view title_;
  std::string_view sentence_;
  std::string_view shorthand_;
  const void* prototype_;
  std::vector<std::unique_ptr<Field>> fields_;
};

template <class T>
class Table : public ObjectTable {
 public:
  Table(std::string_view title, std::string_view sentence)
      : ObjectTable(title, sentence, &defaults()) {}

  Field& number(std::string_view name, double T::*member, double low, double high) {
    return add_number(name, at(member), low, high);
  }
  Field& number(std::string_view name, std::optional<double> T::*member, double low, double high) {
    return add_number(name, at(member), low, high);
  }
  Field& integer(std::string_view name, std::uint64_t T::*member, std::uint64_t low,
                 std::uint64_t high) {
    return add_integer(name, at(member), low, high);
  }
  Field& integer(std::string_view name, std::optional<std::uint64_t> T::*member, std::uint64_t low,
                 std::uint64_t high) {
    return add_integer(name, at(member), low, high);
  }
  Field& integer(std::string_view name, unsigned T::*member, unsigned low, unsigned high) {
    return add_unsigned(name, at(member), low, high);
  }
  Field& integer(std::string_view name, std::optional<unsigned> T::*member, unsigned low,
                 unsigned high) {
    return add_unsigned(name, at(member), low, high);
  }
  // Accepts one of the given numbers.
  Field& integer_of(std::string_view name, std::optional<unsigned> T::*member,
                    std::vector<unsigned> numbers) {
    return add_unsigned_choice(name, at(member), std::move(numbers));
  }
  Field& boolean(std::string_view name, bool T::*member) { return add_boolean(name, at(member)); }
  Field& boolean(std::string_view name, std::optional<bool> T::*member) {
    return add_boolean(name, at(member));
  }
  // At least one number; a single one needs no brackets.
  Field& numbers(std::string_view name, std::vector<double> T::*member, double low, double high) {
    return add_numbers(name, at(member), low, high);
  }
  // At least one name; a single one needs no brackets.
  Field& names(std::string_view name, std::optional<std::vector<std::string>> T::*member) {
    return add_names(name, at(member));
  }
  Field& string(std::string_view name, std::string T::*member) {
    return add_string(name, at(member));
  }
  Field& string(std::string_view name, std::optional<std::string> T::*member) {
    return add_string(name, at(member));
  }
  Field& identifier(std::string_view name, std::string T::*member) {
    return add_name(name, at(member));
  }
  Field& identifier(std::string_view name, std::optional<std::string> T::*member) {
    return add_name(name, at(member));
  }
  Field& path(std::string_view name, std::string T::*member) { return add_path(name, at(member)); }
  Field& path(std::string_view name, std::optional<std::string> T::*member) {
    return add_path(name, at(member));
  }
  Field& firmware(std::string_view name, std::string T::*member) {
    return add_firmware(name, at(member));
  }
  Field& firmware(std::string_view name, std::optional<std::string> T::*member) {
    return add_firmware(name, at(member));
  }
  Field& parameters(std::string_view name, std::optional<Parameters> T::*member) {
    return add_parameters(name, at(member));
  }
  Field& flags(std::string_view name, std::optional<unsigned> T::*member, Flags flags) {
    return add_flags(name, at(member), std::move(flags));
  }
  template <class E, std::size_t kCount>
  Field& choice(std::string_view name, E T::*member, const Choice<E> (&choices)[kCount]) {
    return enumeration(name, at(member), choices);
  }
  template <class E, std::size_t kCount>
  Field& choice(std::string_view name, std::optional<E> T::*member,
                const Choice<E> (&choices)[kCount]) {
    return enumeration(name, at(member), choices);
  }
  // The number of a row in a registry, an enumeration without names of its own. values: all rows.
  template <class E>
  Field& row(std::string_view name, E T::*member, const std::vector<NamedNumber>& values) {
    return add_enumeration(name, at(member), values.data(), values.size(), sizeof(E));
  }
  template <class U>
  Field& object(std::string_view name, U T::*member, const Table<U>& table) {
    return add_object(name, at(member), table);
  }
  template <class U>
  Field& object(std::string_view name, std::optional<U> T::*member, const Table<U>& table) {
    return add_object(name, at(member), table);
  }
  // An array of objects.
  template <class U>
  Field& list(std::string_view name, std::vector<U> T::*member, const Table<U>& table) {
    return add_list(name, at(member), table, VectorAccess<U>::kFunctions);
  }

  // The same, but omitted from a written scenario if it is empty.
  template <class U>
  Field& list_if_any(std::string_view name, std::vector<U> T::*member, const Table<U>& table) {
    return add_list(name, at(member, ListIfAnyAccess<U>::kFunctions), table,
                    VectorAccess<U>::kFunctions);
  }
  // An object of a type that only its table knows.
  template <class U>
  Field& object(std::string_view name, std::any T::*member, const Table<U>& table) {
    return add_object(name, at(member, AnyAccess<U>::kFunctions), table);
  }
  // The fields of a structure in such a member appear beside those of the object, all with the same
  // condition. They have no conditions of their own.
  template <class U>
  void beside(std::any T::*member, Table<U>&& part, std::string_view text,
              bool (*condition)(const T&)) {
    add_beside(at(member, AnyAccess<U>::kFunctions), std::move(part), text,
               condition_of(condition));
  }

  // The fields of a structure that is a plain member appear beside those of the object. Their
  // conditions read this structure.
  template <class U>
  void part(U T::*member, Table<U>&& fields) {
    add_part(at(member), std::move(fields));
  }

  // Makes the last field conditional. The condition may read fields above it.
  Field& only_if(Field& field, std::string_view text, bool (*condition)(const T&)) {
    field.condition_text = text;
    field.condition = condition_of(condition);
    return field;
  }

 protected:
  // Measures the offset of the member on the prototype.
  template <class M>
  Member at(M T::*member, const Access& access = kPlainAccess) const {
    const void* const structure = prototype();
    const void* const place = &(static_cast<const T*>(structure)->*member);
    return {static_cast<std::size_t>(static_cast<const char*>(place) -
                                     static_cast<const char*>(structure)),
            &access};
  }
  template <class M>
  Member at(std::optional<M> T::*member) const {
    return at(member, OptionalAccess<M>::kFunctions);
  }

 private:
  static Condition condition_of(bool (*condition)(const T&)) {
    return {reinterpret_cast<void (*)()>(condition), call};
  }
  static bool call(void (*condition)(), const void* object) {
    return reinterpret_cast<bool (*)(const T&)>(condition)(*static_cast<const T*>(object));
  }
  static const T& defaults() {
    static const T value{};
    return value;
  }

  template <class E, std::size_t kCount>
  Field& enumeration(std::string_view name, Member member, const Choice<E> (&choices)[kCount]) {
    using Number = std::underlying_type_t<E>;
    static_assert(std::is_same_v<Number, int> || std::is_same_v<Number, std::uint8_t>);
    NamedNumber values[kCount];
    for (std::size_t i = 0; i < kCount; ++i) {
      values[i] = {choices[i].name, static_cast<unsigned>(choices[i].value)};
    }
    return add_enumeration(name, member, values, kCount, sizeof(E));
  }
};

}  // namespace docsis_vp::system
