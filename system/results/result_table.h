// Declares the keys of results once: from the declaration come results.json, its JSON Schema and
// docs/results-reference.md. A structure of results has a static template describe(table), which
// declares a key for each figure, in the order of results.json.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "system/json/writer.h"
#include "system/results/summary_row.h"

namespace docsis_vp::system {

class ResultTable;

enum class ResultKind : std::uint8_t {
  kNumber,
  kInteger,  // never negative
  kBoolean,
  kString,
  kObject,
  kPart,      // an object whose keys stand beside those of the table
  kMembers,   // keys and values that stand beside those of the table, declared one by one
  kScenario,  // an effective configuration
};

struct ResultType {
  ResultKind kind = ResultKind::kNumber;
  bool is_list = false;
  bool is_nullable = false;
  const ResultTable& (*table)() = nullptr;  // of objects
};

// A function of a structure, without the structure's type.
using ResultPredicate = std::array<char, sizeof(void*)>;

template <class T>
bool ask_predicate(const ResultPredicate& predicate, const void* object) {
  bool (*function)(const T&) = nullptr;
  std::memcpy(&function, predicate.data(), sizeof function);
  return function(*static_cast<const T*>(object));
}

struct ResultField {
  std::string_view name;  // empty: other keys stand beside those of the table, "*": any name
  std::string_view unit;
  std::string_view sentence;
  std::string_view details;    // stands below the table of the reference
  std::string_view condition;  // completes "only with"; empty: the key is always there
  std::string_view where_key;  // the condition, where it is one: that key has that value
  std::string_view where_value;
  unsigned since = 1;  // schema of results
  ResultType type;
  std::vector<std::string_view> names;  // that a string may be; empty: any
  std::vector<std::string_view> shown;  // keys below it, or itself, that tables of runs show
  std::string_view label;               // of its row or column in the summary
  SummaryRow row = SummaryRow::kNever;
  bool is_averaged = true;             // over replications
  bool is_compared = true;             // between two runs
  std::unique_ptr<ResultTable> group;  // of the keys of an object without a structure of its own

  // How a value is read of its structure: a pointer to a member, or a function.
  std::array<char, 2 * sizeof(void*)> access = {};
  // Null: only declared, kMembers writes it.
  void (*put)(const ResultField& field, const void* object, JsonWriter& json) = nullptr;
  ResultPredicate predicate = {};
  bool (*is_there)(const ResultPredicate& predicate, const void* object) = nullptr;  // null: always

  const ResultTable* table() const {
    return group ? group.get() : type.table != nullptr ? &type.table() : nullptr;
  }
};

// The keys of an object.
class ResultTable {
 public:
  using Layout = JsonWriter::Layout;

  ResultTable();
  ResultTable(ResultTable&&) noexcept;
  ~ResultTable();

  std::string_view title() const { return title_; }
  std::string_view sentence() const { return sentence_; }
  const std::vector<std::unique_ptr<ResultField>>& fields() const { return fields_; }
  const ResultField* find(std::string_view name) const;

  void write(JsonWriter& json, const void* object) const;
  // Without braces.
  void write_members(JsonWriter& json, const void* object) const;

 private:
  template <class T>
  friend class ResultTableOf;

  ResultField& add(std::string_view name, std::string_view unit, std::string_view sentence,
                   ResultType type);

  std::string_view title_;
  std::string_view sentence_;
  Layout layout_ = Layout::kBlock;
  ResultPredicate predicate_ = {};
  bool (*is_block_)(const ResultPredicate& predicate, const void* object) = nullptr;
  std::vector<std::unique_ptr<ResultField>> fields_;
};

// The table that Part::describe() makes of members of T.
template <class T, class Part = T>
const ResultTable& result_table();

// Type of a key in results, by the C++ type of its value.
template <class V>
struct ResultTypeOf {
  static constexpr ResultType kType = {ResultKind::kObject, false, false, &result_table<V, V>};
};
template <>
struct ResultTypeOf<double> {
  static constexpr ResultType kType = {ResultKind::kNumber};
};
template <>
struct ResultTypeOf<std::uint64_t> {
  static constexpr ResultType kType = {ResultKind::kInteger};
};
template <>
struct ResultTypeOf<unsigned> : ResultTypeOf<std::uint64_t> {};
template <>
struct ResultTypeOf<bool> {
  static constexpr ResultType kType = {ResultKind::kBoolean};
};
template <>
struct ResultTypeOf<std::string> {
  static constexpr ResultType kType = {ResultKind::kString};
};
template <>
struct ResultTypeOf<std::string_view> : ResultTypeOf<std::string> {};
template <>
struct ResultTypeOf<const char*> : ResultTypeOf<std::string> {};
template <class V>
struct ResultTypeOf<std::optional<V>> {
  static constexpr ResultType kType = {ResultTypeOf<V>::kType.kind, ResultTypeOf<V>::kType.is_list,
                                       true, ResultTypeOf<V>::kType.table};
};
template <class V>
struct ResultTypeOf<std::vector<V>> {
  static constexpr ResultType kType = {ResultTypeOf<V>::kType.kind, true, false,
                                       ResultTypeOf<V>::kType.table};
};
template <class V>
struct ResultTypeOf<std::vector<std::pair<std::string, V>>> {
  static constexpr ResultType kType = {ResultKind::kMembers};
};

using ResultValue = std::variant<std::uint64_t, double, std::string>;

void put_value(JsonWriter& json, const ResultField& field, double value);
void put_value(JsonWriter& json, const ResultField& field, std::uint64_t value);
void put_value(JsonWriter& json, const ResultField& field, unsigned value);
void put_value(JsonWriter& json, const ResultField& field, bool value);
void put_value(JsonWriter& json, const ResultField& field, std::string_view value);
void put_value(JsonWriter& json, const ResultField& field, const std::string& value);
void put_value(JsonWriter& json, const ResultField& field, const char* value);
void put_value(JsonWriter& json, const ResultField& field, const std::vector<double>& values);
void put_value(JsonWriter& json, const ResultField& field,
               const std::vector<std::uint64_t>& values);
void put_value(JsonWriter& json, const ResultField& field,
               const std::vector<std::pair<std::string, double>>& values);
void put_value(JsonWriter& json, const ResultField& field,
               const std::vector<std::pair<std::string, std::uint64_t>>& values);
void put_value(JsonWriter& json, const ResultField& field,
               const std::vector<std::pair<std::string, ResultValue>>& values);
void put_object(JsonWriter& json, const ResultField& field, const void* object);
void put_objects(JsonWriter& json, const ResultField& field, const void* first, std::size_t count,
                 std::size_t element_bytes);
// Null, or nothing where the key is there only with a value.
void put_nothing(JsonWriter& json, const ResultField& field);

template <class V>
void put_value(JsonWriter& json, const ResultField& field, const V& object) {
  put_object(json, field, &object);
}
template <class V>
void put_value(JsonWriter& json, const ResultField& field, const std::optional<V>& value) {
  if (value) {
    put_value(json, field, *value);
  } else {
    put_nothing(json, field);
  }
}
template <class V>
void put_value(JsonWriter& json, const ResultField& field, const std::vector<V>& objects) {
  put_objects(json, field, objects.data(), objects.size(), sizeof(V));
}

// A field as it is declared.
template <class T>
class ResultFieldOf {
 public:
  explicit ResultFieldOf(ResultField& field) : field_(field) {}

  ResultFieldOf& details(std::string_view text) {
    field_.details = text;
    return *this;
  }
  // The key is there only with this, which completes "only with". Without a predicate: if the value
  // is, or is not empty.
  ResultFieldOf& only(std::string_view condition) {
    field_.condition = condition;
    field_.type.is_nullable = false;
    return *this;
  }
  ResultFieldOf& only_if(std::string_view condition, bool (*predicate)(const T&)) {
    field_.condition = condition;
    std::memcpy(field_.predicate.data(), &predicate, sizeof predicate);
    field_.is_there = ask_predicate<T>;
    return *this;
  }
  // Says the condition to programs: another key of the object has this value.
  ResultFieldOf& where(std::string_view key, std::string_view value) {
    field_.where_key = key;
    field_.where_value = value;
    return *this;
  }
  ResultFieldOf& one_of(std::vector<std::string_view> names) {
    field_.names = std::move(names);
    return *this;
  }
  // A number that is null where it is NaN or infinite.
  ResultFieldOf& or_null() {
    field_.type.is_nullable = true;
    return *this;
  }
  // The table of replications has a row for it, or for these keys of its object.
  ResultFieldOf& shown(std::vector<std::string_view> keys = {""}) {
    field_.shown = std::move(keys);
    return *this;
  }
  // The summary of a run has a row or column for it, of this label.
  ResultFieldOf& in_summary(std::string_view label, SummaryRow row = SummaryRow::kAlways) {
    field_.label = label;
    field_.row = row;
    return *this;
  }
  // Means over replications would say nothing.
  ResultFieldOf& not_averaged() {
    field_.is_averaged = false;
    return *this;
  }
  // A difference between two runs would say nothing about them. Lists of numbers never count.
  ResultFieldOf& not_compared() {
    field_.is_compared = false;
    return *this;
  }
  ResultFieldOf& since(unsigned schema) {
    field_.since = schema;
    return *this;
  }

 private:
  ResultField& field_;
};

// Argument of describe(): the declarations of one structure.
template <class T>
class ResultTableOf {
 public:
  explicit ResultTableOf(ResultTable& table) : table_(table) {}

  void object(std::string_view title, std::string_view sentence) {
    table_.title_ = title;
    table_.sentence_ = sentence;
  }
  // Writes the object with all its members on one line.
  void one_line() { table_.layout_ = ResultTable::Layout::kInline; }
  // Writes it on one line unless the predicate holds.
  void one_line_unless(bool (*predicate)(const T&)) {
    table_.layout_ = ResultTable::Layout::kInline;
    std::memcpy(table_.predicate_.data(), &predicate, sizeof predicate);
    table_.is_block_ = ask_predicate<T>;
  }

  template <class V>
  ResultFieldOf<T> field(std::string_view name, V T::*member, std::string_view unit,
                         std::string_view sentence) {
    return add<V>(name, member, unit, sentence);
  }
  // A member of a member.
  template <class P, class V>
  ResultFieldOf<T> field(std::string_view name, P T::*part, V P::*member, std::string_view unit,
                         std::string_view sentence) {
    return add<V>(name, Nested<P, V>{part, member}, unit, sentence);
  }
  // A member of a part that may be missing, and its key with it: only() says when.
  template <class P, class V>
  ResultFieldOf<T> field(std::string_view name, std::optional<P> T::*part, V P::*member,
                         std::string_view unit, std::string_view sentence) {
    return add<V>(name, Nested<std::optional<P>, V, P>{part, member}, unit, sentence);
  }
  // Computed by a function of T, a lambda without captures.
  template <class F>
  ResultFieldOf<T> field(std::string_view name, F function, std::string_view unit,
                         std::string_view sentence) {
    return add_computed(name, +function, unit, sentence);
  }
  // Keys that members() writes if they are among its values.
  ResultFieldOf<T> count_member(std::string_view name, std::string_view unit,
                                std::string_view sentence) {
    return ResultFieldOf<T>(table_.add(name, unit, sentence, {ResultKind::kInteger}));
  }
  ResultFieldOf<T> number_member(std::string_view name, std::string_view unit,
                                 std::string_view sentence) {
    return ResultFieldOf<T>(table_.add(name, unit, sentence, {ResultKind::kNumber}));
  }
  ResultFieldOf<T> text_member(std::string_view name, std::string_view sentence) {
    return ResultFieldOf<T>(table_.add(name, "", sentence, {ResultKind::kString}));
  }
  // A text that is the JSON of an effective configuration.
  ResultFieldOf<T> configuration(std::string_view name, std::string T::*text,
                                 std::string_view sentence) {
    ResultFieldOf<T> field = add<std::string>(name, text, "", sentence);
    table_.fields_.back()->type.kind = ResultKind::kScenario;
    return field;
  }
  // Adds keys and values among the keys of this object; the next fields declare each.
  template <class A>
  void members(A values) {
    field("", values, "", "");
  }
  // Adds the keys that describe() of a part declares: of a member, of an optional member, or of
  // this structure itself.
  template <class Part, class P>
  ResultFieldOf<T> part(Part, P T::*member) {
    return add_part<P, Part>(member);
  }
  template <class Part, class P>
  ResultFieldOf<T> part(Part, std::optional<P> T::*member) {
    return add_part<P, Part>(member);
  }
  template <class Part>
  ResultFieldOf<T> part(Part) {
    return add_part<T, Part>(Itself());
  }
  // Adds those of the part that `finder` finds by a key. Null: it has no such part. The key must
  // outlive the table.
  template <class K>
  ResultFieldOf<T> found_part(const ResultTable& (*table_of_part)(),
                              const void* (*finder)(const T&, const K&), const K& key) {
    return add_part(table_of_part, Found<K>{finder, &key});
  }
  // An object whose keys come from this structure as well.
  ResultTableOf group(std::string_view name, std::string_view sentence) {
    ResultField& field = table_.add(name, "", sentence, {ResultKind::kObject});
    field.group = std::make_unique<ResultTable>();
    field.put = put_object;
    return ResultTableOf(*field.group);
  }
  ResultFieldOf<T> last() { return ResultFieldOf<T>(*table_.fields_.back()); }

 private:
  template <class P, class V, class Owner = P>
  struct Nested {
    P T::*part;
    V Owner::*member;
  };

  static void put_object(const ResultField& field, const void* object, JsonWriter& json) {
    system::put_object(json, field, object);
  }
  template <class V>
  static const V& read(V T::*member, const T& object) {
    return object.*member;
  }
  template <class P, class V>
  static const V& read(const Nested<P, V>& nested, const T& object) {
    return object.*nested.part.*nested.member;
  }
  template <class V>
  static V read(V (*function)(const T&), const T& object) {
    return function(object);
  }
  template <class P, class V>
  static void put_access(const Nested<std::optional<P>, V, P>& nested, const ResultField& field,
                         const T& object, JsonWriter& json) {
    if (const std::optional<P>& part = object.*nested.part) {
      put_value(json, field, (*part).*nested.member);
    }
  }
  template <class A>
  static void put_access(const A& access, const ResultField& field, const T& object,
                         JsonWriter& json) {
    put_value(json, field, read(access, object));
  }
  struct Itself {};
  template <class P>
  static const void* find(P T::*member, const T& object) {
    return &(object.*member);
  }
  template <class P>
  static const void* find(std::optional<P> T::*member, const T& object) {
    const std::optional<P>& part = object.*member;
    return part ? &*part : nullptr;
  }
  static const void* find(Itself, const T& object) { return &object; }
  template <class K>
  struct Found {
    const void* (*function)(const T&, const K&);
    const K* key;
  };
  template <class K>
  static const void* find(const Found<K>& found, const T& object) {
    return found.function(object, *found.key);
  }
  template <class A>
  static void put_part(const ResultField& field, const void* object, JsonWriter& json) {
    A access{};
    std::memcpy(&access, field.access.data(), sizeof access);
    if (const void* const part = find(access, *static_cast<const T*>(object))) {
      field.table()->write_members(json, part);
    }
  }
  template <class P, class Part, class A>
  ResultFieldOf<T> add_part(A access) {
    return add_part(&result_table<P, Part>, access);
  }
  template <class A>
  ResultFieldOf<T> add_part(const ResultTable& (*table_of_part)(), A access) {
    ResultField& field = table_.add("", "", "", {ResultKind::kPart, false, false, table_of_part});
    static_assert(sizeof access <= sizeof field.access);
    std::memcpy(field.access.data(), &access, sizeof access);
    field.put = put_part<A>;
    return ResultFieldOf<T>(field);
  }
  template <class A>
  static void put(const ResultField& field, const void* object, JsonWriter& json) {
    A access{};
    std::memcpy(&access, field.access.data(), sizeof access);
    put_access(access, field, *static_cast<const T*>(object), json);
  }
  template <class V>
  ResultFieldOf<T> add_computed(std::string_view name, V (*function)(const T&),
                                std::string_view unit, std::string_view sentence) {
    return add<V>(name, function, unit, sentence);
  }
  template <class V, class A>
  ResultFieldOf<T> add(std::string_view name, A access, std::string_view unit,
                       std::string_view sentence) {
    ResultField& field = table_.add(name, unit, sentence, ResultTypeOf<V>::kType);
    static_assert(sizeof access <= sizeof field.access);
    std::memcpy(field.access.data(), &access, sizeof access);
    field.put = put<A>;
    return ResultFieldOf<T>(field);
  }

  ResultTable& table_;
};

template <class T, class Part>
const ResultTable& result_table() {
  static const ResultTable table = [] {
    ResultTable made;
    ResultTableOf<T> to(made);
    Part::describe(to);
    return made;
  }();
  return table;
}

// Tables that a table refers to, itself first, each once, in the order of first mention. Groups
// belong to their table.
std::vector<const ResultTable*> tables_of(const ResultTable& root);

}  // namespace docsis_vp::system
