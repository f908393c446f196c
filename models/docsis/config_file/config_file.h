// A DOCSIS configuration file as a tree of its encodings (type, length, value), and as octets.
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

// An encoding that cannot be read, at its first octet in the file.
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
  const TlvDescription* known = nullptr;  // null: not in the tables; kept, and otherwise ignored
  std::vector<std::uint8_t> value;        // of all but groups
  std::vector<ConfigTlv> children;        // of groups
  std::size_t offset = 0;                 // in the file it was read from

  bool is_group() const { return known != nullptr && known->kind == TlvKind::kGroup; }
  std::uint64_t number() const;  // of kUnsigned
  // The first of its children of that type, or null.
  const ConfigTlv* child(std::uint8_t type_of_child) const;
};

// The encodings of a file in its order, without padding and end. An encoding that does not fit its
// space, has a length or value out of its table's range, or comes twice where it may not, is
// refused: ConfigFileError. Types that no table has are kept (CM-SP-MULPIv3.1 sec. 10.5: ignored by
// who does not know them).
std::vector<ConfigTlv> read_config_file(OctetView octets);
// The encodings of a registration request: the same without end marker and MICs.
std::vector<ConfigTlv> read_config_tlvs(OctetView octets);

// The octets of encodings, as they stand in a file: no MIC, end or padding is added.
std::vector<std::uint8_t> write_config_tlvs(const std::vector<ConfigTlv>& tlvs);

using Mic = std::array<std::uint8_t, 16>;
Mic md5(OctetView octets);

// CM-SP-MULPIv3.1 Annex D.2: over whole encodings in the order of a list of types, keyed with a
// shared secret. (That of the CM is the MD5 of all octets before it.)
Mic cmts_mic(const std::vector<ConfigTlv>& tlvs, std::string_view secret);

// Encodings (whose own MICs are dropped), both MICs, end and padding. Without a secret the CMTS MIC
// that is among the encodings stays, if there is one.
std::vector<std::uint8_t> write_config_file(std::vector<ConfigTlv> tlvs,
                                            const std::optional<std::string>& secret);

enum class MicState { kAbsent, kMatches, kDiffers };
// tlvs: what read_config_file made of these octets. ConfigFileError: an encoding behind the MIC of
// the CM, which covers what stands before it.
MicState check_cm_mic(OctetView file, const std::vector<ConfigTlv>& tlvs);
MicState check_cmts_mic(const std::vector<ConfigTlv>& tlvs, std::string_view secret);

}  // namespace docsis_vp::docsis
