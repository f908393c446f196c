#include "system/json/writer.h"

#include <array>
#include <boost/locale/utf.hpp>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace docsis_vp::system {

namespace {

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kReplacementCharacter = "\xef\xbf\xbd";  // U+FFFD

// Length of the first character; 0 if the text does not begin with valid UTF-8.
std::size_t utf8_length(std::string_view text) {
  namespace utf = boost::locale::utf;
  const char* end = text.data();
  const utf::code_point character = utf::utf_traits<char>::decode(end, text.data() + text.size());
  const bool is_valid = character != utf::illegal && character != utf::incomplete;
  return is_valid ? static_cast<std::size_t>(end - text.data()) : 0;
}

}  // namespace

std::string json_number(double value) {
  std::string text;
  append_json_number(text, value);
  return text;
}

void append_json_number(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += "null";
    return;
  }
  if (value == 0) {
    text += '0';  // also for -0
    return;
  }
  const double magnitude = std::fabs(value);
  const auto format = magnitude >= 1e-7 && magnitude < 1e17 ? std::chars_format::fixed
                                                            : std::chars_format::scientific;
  std::array<char, 64> buffer;  // NOLINT: written before it is read
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format);
  text.append(buffer.data(), result.ptr);
}

std::string json_string(std::string_view value) {
  std::string text = "\"";
  for (std::size_t at = 0; at < value.size(); ++at) {
    const char c = value[at];
    const auto octet = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (c == '\n') {
      text += "\\n";
    } else if (octet < 0x20) {
      text += "\\u00";
      text += kHex[octet >> 4];
      text += kHex[octet & 15];
    } else if (octet < 0x80) {
      text += c;
    } else if (const std::size_t octets = utf8_length(value.substr(at)); octets != 0) {
      text += value.substr(at, octets);
      at += octets - 1;
    } else {
      text += kReplacementCharacter;
    }
  }
  return text + '"';
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  text_ += json_string(name);
  text_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::block(std::string_view value) {
  separate();
  for (const char c : value) {
    if (c == '\n') {
      new_line();
    } else {
      text_ += c;
    }
  }
  return *this;
}

JsonWriter& JsonWriter::begin(char bracket, Layout layout) {
  separate();
  const bool is_inline =
      layout == Layout::kInline || (!levels_.empty() && levels_.back().is_inline);
  text_ += bracket;
  levels_.push_back({is_inline, true});
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty && !level.is_inline) {
    new_line();
  }
  text_ += bracket;
  if (levels_.empty()) {
    text_ += '\n';
  }
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view value) {
  separate();
  text_ += value;
  return *this;
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) {
    return;
  }
  Level& level = levels_.back();
  if (!level.empty) {
    text_ += level.is_inline ? ", " : ",";
  }
  if (!level.is_inline) {
    new_line();
  }
  level.empty = false;
}

void JsonWriter::new_line() {
  text_ += '\n';
  text_.append(2 * levels_.size(), ' ');
}

}  // namespace docsis_vp::system
