// A DOCSIS configuration file as JSON, for people to read and write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/docsis/config_file/config_file.h"
#include "system/json/node.h"

namespace docsis_vp::system {

// Keys are the names of models/docsis/config_file/tlv_table.cpp, in the file's order; encodings
// that may repeat are arrays; unknown ones stand in "unknown" as {"type", "octets"}. "order" lists
// the types one by one where grouping them by name has lost their order. The modem's MIC is left
// out: it follows from the rest.
std::string config_to_json(const std::vector<docsis::ConfigTlv>& tlvs);

// The reverse. InputError with file and line: a name, a value or a length that will not do.
std::vector<docsis::ConfigTlv> config_from_json(const JsonNode& root);

// Whole files. The secret is that of the CMTS MIC. InputError: a malformed file, or a MIC that does
// not match unless it is to be ignored; of JSON as above.
std::string decode_config_file(const std::string& path, const std::optional<std::string>& secret,
                               bool ignore_mic);
std::vector<std::uint8_t> encode_config_file(const std::string& path,
                                             const std::optional<std::string>& secret);

}  // namespace docsis_vp::system
