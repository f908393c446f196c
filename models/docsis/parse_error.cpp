#include "models/docsis/parse_error.h"

namespace docsis_vp::docsis {

std::string_view to_string(ParseError error) {
  switch (error) {
    case ParseError::kTruncated:
      return "truncated";
    case ParseError::kBadHcs:
      return "bad header check sequence";
    case ParseError::kBadCrc:
      return "bad CRC";
    case ParseError::kBadLength:
      return "bad length";
    case ParseError::kBadExtendedHeader:
      return "bad extended header";
    case ParseError::kUnknownFrame:
      return "unknown frame";
    case ParseError::kReservedField:
      return "reserved field set";
    case ParseError::kNotManagement:
      return "not a MAC management message";
    case ParseError::kNotAMap:
      return "not a MAP";
    case ParseError::kBadVersion:
      return "bad MAP version";
    case ParseError::kProbeMap:
      return "probe MAP";
    case ParseError::kTooFewElements:
      return "too few information elements";
    case ParseError::kTooManyElements:
      return "too many information elements";
    case ParseError::kBadElementOrder:
      return "bad order of information elements";
    case ParseError::kNoNullElement:
      return "no Null information element";
  }
  return "unknown error";
}

}  // namespace docsis_vp::docsis
