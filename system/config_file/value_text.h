// Converts the value of one encoding into text and back: addresses, hexadecimal octets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/docsis/config_file/tlv_table.h"

namespace docsis_vp::system {

// Returns "0a1b", "00:0a:1b:..", "192.0.2.1", "2001:db8::1", or the text itself, depending on the
// kind. Not for kUnsigned, kOctetList or kGroup.
std::string value_text(docsis::TlvKind kind, const std::vector<std::uint8_t>& value);
// The reverse of value_text(); empty if the text has another form.
std::optional<std::vector<std::uint8_t>> value_of_text(docsis::TlvKind kind,
                                                       const std::string& text);
// The expected form for a message, such as "an IPv4 address".
const char* expected_text(docsis::TlvKind kind);

}  // namespace docsis_vp::system
