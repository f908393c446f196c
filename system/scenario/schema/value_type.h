// Defines the value types of the keys of a table: how each is read, checked, written and described.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

// A value type. `value` points to the typed value. read() throws ConfigError with the value's
// pointer.
class ValueType {
 public:
  virtual ~ValueType() = default;
  virtual void read(const JsonNode& node, const std::string& pointer, void* value,
                    PlaceTable& places) const = 0;
  virtual void write(const void* value, JsonWriter& writer) const = 0;
  // Writes the members of the value's JSON Schema.
  virtual void schema(JsonWriter& writer) const = 0;
  // Returns text such as "number, 1 to 255".
  virtual std::string described() const = 0;
  // Returns the table of the objects that the value holds.
  virtual const ObjectTable* table() const { return nullptr; }
  // True if the value is an array of such objects.
  virtual bool is_list() const { return false; }
};

std::unique_ptr<const ValueType> number_type(double low, double high);
std::unique_ptr<const ValueType> numbers_type(double low, double high);
std::unique_ptr<const ValueType> integer_type(std::uint64_t low, std::uint64_t high);
std::unique_ptr<const ValueType> unsigned_type(unsigned low, unsigned high);
// One of the given numbers.
std::unique_ptr<const ValueType> unsigned_choice_type(std::vector<unsigned> numbers);
std::unique_ptr<const ValueType> boolean_type();
std::unique_ptr<const ValueType> string_type();
// A non-empty name without spaces, '/' or '.'.
std::unique_ptr<const ValueType> name_type();
std::unique_ptr<const ValueType> names_type();
// A path, resolved against the folder of the file that names it, or against the working folder.
std::unique_ptr<const ValueType> path_type();
// A bare name, or a path (with '/' or ending in .elf), which is resolved like path_type().
std::unique_ptr<const ValueType> firmware_type();
// The type of a Parameters member: parameters of a custom part (parameters.h).
std::unique_ptr<const ValueType> parameters_type();
std::unique_ptr<const ValueType> flags_type(Flags flags);
// An enumeration of `bytes` bytes: 1 or sizeof(int).
std::unique_ptr<const ValueType> enumeration_type(const std::vector<NamedNumber>& values,
                                                  std::size_t bytes);
// One of the given names, as a std::string.
std::unique_ptr<const ValueType> string_choice_type(std::vector<std::string_view> names);
std::unique_ptr<const ValueType> object_type(const ObjectTable& table);
std::unique_ptr<const ValueType> list_type(const ObjectTable& table, const ListAccess& access);

}  // namespace docsis_vp::system
