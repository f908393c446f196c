// Declares the results of parsing received octets. Errors are values: nothing that arrives over the
// cable throws.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

namespace docsis_vp::docsis {

enum class ParseError : std::uint8_t {
  kTruncated,          // fewer octets than the fields need
  kBadHcs,             // header check sequence does not match
  kBadCrc,             // CRC of the message does not match
  kBadLength,          // a length field contradicts another one or the available octets
  kBadExtendedHeader,  // extended header elements do not fill their space exactly
  kUnknownFrame,       // unknown frame control
  kReservedField,      // a field that must be zero is not
  kNotManagement,      // a whole frame, but no MAC management message
  kNotAMap,            // a MAC management message, but not a MAP
  kBadVersion,         // a MAP of neither version 1 nor 5
  kProbeMap,           // a version 5 MAP of a category other than 0, which grants nothing
  kTooFewElements,     // less than one interval and the Null element
  kTooManyElements,    // more than 240 (version 1) or 490 (version 5)
  kBadElementOrder,    // offsets decrease, or an element after the Null has a length
  kNoNullElement       // no Null element ends the last interval
};

std::string_view to_string(ParseError error);

// A parsed value or an error.
template <typename T>
class Parsed {
 public:
  Parsed(T value) : content_(value) {}           // NOLINT: implicit by design
  Parsed(ParseError error) : content_(error) {}  // NOLINT

  explicit operator bool() const { return std::holds_alternative<T>(content_); }
  const T& operator*() const { return *std::get_if<T>(&content_); }
  const T* operator->() const { return std::get_if<T>(&content_); }
  ParseError error() const { return *std::get_if<ParseError>(&content_); }

 private:
  std::variant<T, ParseError> content_;
};

}  // namespace docsis_vp::docsis
