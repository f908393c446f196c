// The value of one encoding as text: addresses, hexadecimal octets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/docsis/config_file/tlv_table.h"

namespace docsis_vp::system {

// "0a1b", "00:0a:1b:..", "192.0.2.1", "2001:db8::1", or the text itself, as the kind asks; none of
// kUnsigned, kOctetList or kGroup.
std::string value_text(docsis::TlvKind kind, const std::vector<std::uint8_t>& value);
// The reverse; nothing if the text is not of that form.
std::optional<std::vector<std::uint8_t>> value_of_text(docsis::TlvKind kind,
                                                       const std::string& text);
// What a message says was expected, such as "an IPv4 address".
const char* expected_text(docsis::TlvKind kind);

}  // namespace docsis_vp::system
