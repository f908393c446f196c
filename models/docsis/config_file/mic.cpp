#include <md5.h>

#include <algorithm>

#include "models/docsis/config_file/config_file.h"

namespace docsis_vp::docsis {

namespace {

constexpr std::size_t kBlock = 64;  // block size of MD5

// Encodings that the CMTS MIC covers, in the order of its digest (Annex D.2.1).
constexpr std::uint8_t kCmtsMicOrder[] = {1,  2,  3,  4,  17, 43, 6,  18, 19, 20, 22,
                                          23, 24, 25, 28, 29, 26, 35, 36, 37, 40};

// RFC 2104.
Mic hmac_md5(std::string_view secret, const std::vector<std::uint8_t>& octets) {
  std::vector<std::uint8_t> key(secret.begin(), secret.end());
  if (key.size() > kBlock) {
    const Mic digest = md5(OctetView(key));
    key.assign(digest.begin(), digest.end());
  }
  key.resize(kBlock);
  const auto keyed = [&key](std::uint8_t pad, const auto& rest) {
    std::vector<std::uint8_t> text;
    std::transform(key.begin(), key.end(), std::back_inserter(text),
                   [pad](std::uint8_t octet) { return static_cast<std::uint8_t>(octet ^ pad); });
    text.insert(text.end(), rest.begin(), rest.end());
    return md5(OctetView(text));
  };
  return keyed(0x5c, keyed(0x36, octets));
}

const ConfigTlv* find(const std::vector<ConfigTlv>& tlvs, std::uint8_t type) {
  const auto found =
      std::find_if(tlvs.begin(), tlvs.end(), [&](const ConfigTlv& t) { return t.type == type; });
  return found == tlvs.end() ? nullptr : &*found;
}

MicState compare(const ConfigTlv* in_file, const Mic& computed) {
  if (in_file == nullptr) {
    return MicState::kAbsent;
  }
  return std::equal(computed.begin(), computed.end(), in_file->value.begin(), in_file->value.end())
             ? MicState::kMatches
             : MicState::kDiffers;
}

// The CM MIC ends the octets that it covers; only the CMTS MIC may follow.
void require_covered(const std::vector<ConfigTlv>& tlvs) {
  const ConfigTlv* mic = find(tlvs, kCmMicTlv);
  for (const ConfigTlv& tlv : tlvs) {
    if (mic != nullptr && tlv.offset > mic->offset && tlv.type != kCmtsMicTlv) {
      throw ConfigFileError(tlv.offset, "encoding " + std::to_string(tlv.type) +
                                            " follows the MIC of the CM, which does not cover it");
    }
  }
}

}  // namespace

Mic md5(OctetView octets) {
  MD5_CTX context;
  MD5Init(&context);
  MD5Update(&context, octets.data, octets.size);
  Mic digest;
  MD5Final(digest.data(), &context);
  return digest;
}

Mic cmts_mic(const std::vector<ConfigTlv>& tlvs, std::string_view secret) {
  std::vector<ConfigTlv> covered;
  for (const std::uint8_t type : kCmtsMicOrder) {
    std::copy_if(tlvs.begin(), tlvs.end(), std::back_inserter(covered),
                 [type](const ConfigTlv& tlv) { return tlv.type == type; });
  }
  return hmac_md5(secret, write_config_tlvs(covered));
}

MicState check_cm_mic(OctetView file, const std::vector<ConfigTlv>& tlvs) {
  require_covered(tlvs);
  const ConfigTlv* mic = find(tlvs, kCmMicTlv);
  return compare(mic, mic == nullptr ? Mic{} : md5(file.first(mic->offset)));
}

MicState check_cmts_mic(const std::vector<ConfigTlv>& tlvs, std::string_view secret) {
  return compare(find(tlvs, kCmtsMicTlv), cmts_mic(tlvs, secret));
}

}  // namespace docsis_vp::docsis
