// Why octets are not what they should be. Nothing that arrives over the cable throws.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

namespace docsis_vp::docsis {

enum class ParseError : std::uint8_t {
  kTruncated,          // fewer octets than the fields need
  kBadHcs,             // header check sequence does not match
  kBadCrc,             // CRC of the message does not match
  kBadLength,          // a length field contradicts another, or the octets that are there
  kBadExtendedHeader,  // extended header elements do not fill their space exactly
  kUnknownFrame,       // frame control names no frame of the specification
  kReservedField,      // a field that must be zero is not
  kNotManagement,      // a whole frame, but no MAC management message
  kNotAMap,            // a MAC management message, but not a MAP
  kBadVersion,         // a MAP of neither version 1 nor 5
  kProbeMap,           // a version 5 MAP of a category other than 0, which grants nothing
  kTooFewElements,     // less than an interval and the Null element
  kTooManyElements,    // more than 240 (version 1) or 490 (version 5)
  kBadElementOrder,    // offsets run backwards, or something but a zero length after the Null
  kNoNullElement       // nothing ends the last interval
};

std::string_view to_string(ParseError error);

// A value, or why there is none.
template <typename T>
class Parsed {
 public:
  Parsed(T value) : content_(value) {}           // NOLINT: both conversions are meant
  Parsed(ParseError error) : content_(error) {}  // NOLINT

  explicit operator bool() const { return std::holds_alternative<T>(content_); }
  const T& operator*() const { return *std::get_if<T>(&content_); }
  const T* operator->() const { return std::get_if<T>(&content_); }
  ParseError error() const { return *std::get_if<ParseError>(&content_); }

 private:
  std::variant<T, ParseError> content_;
};

}  // namespace docsis_vp::docsis
