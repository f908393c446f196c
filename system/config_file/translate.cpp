#include "platform/base/errors.h"
#include "platform/base/read_file.h"
#include "system/config_file/config_json.h"

namespace docsis_vp::system {

namespace {

using Octets = std::vector<std::uint8_t>;

void require(docsis::MicState state, const std::string& path, const char* mic) {
  if (state == docsis::MicState::kDiffers) {
    throw InputError(path + ": the MIC of the " + mic +
                     " does not match; --ignore-mic decodes the file all the same");
  }
}

}  // namespace

std::string decode_config_file(const std::string& path, const std::optional<std::string>& secret,
                               bool ignore_mic) {
  const std::string contents = read_file(path);
  const Octets octets(contents.begin(), contents.end());
  try {
    const std::vector<docsis::ConfigTlv> tlvs = docsis::read_config_file(octets);
    if (!ignore_mic) {
      require(docsis::check_cm_mic(octets, tlvs), path, "CM");
      if (secret) {
        require(docsis::check_cmts_mic(tlvs, *secret), path, "CMTS under this key");
      }
    }
    return config_to_json(tlvs);
  } catch (const docsis::ConfigFileError& error) {
    throw InputError(path + ": " + error.what());
  }
}

Octets encode_config_file(const std::string& path, const std::optional<std::string>& secret) {
  const std::vector<docsis::ConfigTlv> tlvs = config_from_json(parse_json_file(path));
  try {
    return docsis::write_config_file(tlvs, secret);
  } catch (const InputError& error) {  // too long for their lengths
    throw InputError(path + ": " + error.what());
  }
}

}  // namespace docsis_vp::system
