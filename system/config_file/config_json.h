// Converts a DOCSIS configuration file into JSON and back, for people to read and write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/docsis/config_file/config_file.h"
#include "system/json/node.h"

namespace docsis_vp::system {

// Keys are the names of models/docsis/config_file/tlv_table.cpp, in the file's order. Encodings
// that may repeat are arrays. Unknown encodings are listed in "unknown" as {"type", "octets"}.
// "order" lists the types one by one if grouping by name would lose their order. The modem's MIC is
// left out because it follows from the rest.
std::string config_to_json(const std::vector<docsis::ConfigTlv>& tlvs);

// The reverse of config_to_json(). Throws InputError with file and line for an invalid name, value
// or length.
std::vector<docsis::ConfigTlv> config_from_json(const JsonNode& root);

// Convert whole files. secret: of the CMTS MIC. Throw InputError for a malformed file, for a MIC
// that does not match (unless ignore_mic), and for JSON as above.
std::string decode_config_file(const std::string& path, const std::optional<std::string>& secret,
                               bool ignore_mic);
std::vector<std::uint8_t> encode_config_file(const std::string& path,
                                             const std::optional<std::string>& secret);

}  // namespace docsis_vp::system
