// Reads and writes DOCSIS configuration files: a tree of encodings (type, length, value).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/docsis/config_file/tlv_table.h"
#include "models/docsis/octets.h"
#include "platform/base/errors.h"

namespace docsis_vp::docsis {

// A malformed encoding, with the offset of its first octet in the file.
class ConfigFileError : public InputError {
 public:
  ConfigFileError(std::size_t offset, const std::string& message)
      : InputError("offset " + std::to_string(offset) + ": " + message), offset_(offset) {}
  std::size_t offset() const { return offset_; }

 private:
  std::size_t offset_;
};

struct ConfigTlv {
  std::uint8_t type = 0;
  const TlvDescription* known = nullptr;  // null: unknown type; it is kept, and otherwise ignored
  std::vector<std::uint8_t> value;        // empty for groups
  std::vector<ConfigTlv> children;        // groups only
  std::size_t offset = 0;                 // offset in the file

  bool is_group() const { return known != nullptr && known->kind == TlvKind::kGroup; }
  std::uint64_t number() const;  // value of kUnsigned
  // Returns the first child of that type, or null.
  const ConfigTlv* child(std::uint8_t type_of_child) const;
};

// Reads the encodings of a file in order, without padding and end marker. Throws ConfigFileError
// for an encoding that exceeds its space, has a length or value out of its table's range, or is
// repeated without permission. Unknown types are kept; devices ignore them (CM-SP-MULPIv3.1 sec.
// 10.5).
std::vector<ConfigTlv> read_config_file(OctetView octets);
// Reads the encodings of a registration request: same format without end marker and MICs.
std::vector<ConfigTlv> read_config_tlvs(OctetView octets);

// Returns the octets of encodings as in a file; adds no MIC, end marker or padding.
std::vector<std::uint8_t> write_config_tlvs(const std::vector<ConfigTlv>& tlvs);

using Mic = std::array<std::uint8_t, 16>;
Mic md5(OctetView octets);

// Computes the CMTS MIC (CM-SP-MULPIv3.1 Annex D.2): over whole encodings in the order of a list of
// types, keyed with a shared secret. (The CM MIC is the MD5 of all octets before it.)
Mic cmts_mic(const std::vector<ConfigTlv>& tlvs, std::string_view secret);

// Returns a file: encodings (without their own MICs), both MICs, end marker and padding. Without a
// secret, a CMTS MIC among the encodings is kept.
std::vector<std::uint8_t> write_config_file(std::vector<ConfigTlv> tlvs,
                                            const std::optional<std::string>& secret);

enum class MicState { kAbsent, kMatches, kDiffers };
// tlvs: the result of read_config_file() for these octets. The CM MIC covers the octets before it;
// check_cm_mic() throws ConfigFileError for an encoding after it.
MicState check_cm_mic(OctetView file, const std::vector<ConfigTlv>& tlvs);
MicState check_cmts_mic(const std::vector<ConfigTlv>& tlvs, std::string_view secret);

}  // namespace docsis_vp::docsis
