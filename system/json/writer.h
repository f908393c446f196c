// Writes readable JSON: indented, with numbers in their shortest exact form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docsis_vp::system {

// Returns the shortest text that reads back as the same number, without an exponent between 1e-7
// and 1e17. NaN and infinity become null, because JSON has no form for them.
std::string json_number(double value);
void append_json_number(std::string& text, double value);
// Returns a quoted string. JSON must be UTF-8 (RFC 8259, 8.1), so other octets become U+FFFD: names
// in debug information and on a command line may hold any octet.
std::string json_string(std::string_view value);

// Writes values in the order of the calls.
class JsonWriter {
 public:
  // Inline: the value and all its contents are on one line.
  enum class Layout { kBlock, kInline };

  JsonWriter& begin_object(Layout layout = Layout::kBlock) { return begin('{', layout); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array(Layout layout = Layout::kBlock) { return begin('[', layout); }
  JsonWriter& end_array() { return end(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& number(double value) { return raw(json_number(value)); }
  JsonWriter& integer(std::uint64_t value) { return raw(std::to_string(value)); }
  JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& string(std::string_view value) { return raw(json_string(value)); }
  JsonWriter& null() { return raw("null"); }

  JsonWriter& field(std::string_view name, double value) { return key(name).number(value); }
  JsonWriter& field(std::string_view name, std::uint64_t value) { return key(name).integer(value); }
  JsonWriter& field(std::string_view name, unsigned value) { return key(name).integer(value); }
  JsonWriter& field(std::string_view name, std::string_view value) {
    return key(name).string(value);
  }
  JsonWriter& field(std::string_view name, const char* value) { return key(name).string(value); }
  JsonWriter& field(std::string_view name, bool value) { return key(name).boolean(value); }
  template <class T>
  JsonWriter& field(std::string_view name, const std::optional<T>& value) {
    return value ? field(name, *value) : key(name).null();
  }

  // Inserts a complete JSON value from another writer, re-indented.
  JsonWriter& block(std::string_view value);

  const std::string& text() const { return text_; }

 private:
  struct Level {
    bool is_inline;
    bool empty;
  };

  JsonWriter& begin(char bracket, Layout layout);
  JsonWriter& end(char bracket);
  JsonWriter& raw(std::string_view value);
  void separate();
  void new_line();

  std::string text_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace docsis_vp::system
