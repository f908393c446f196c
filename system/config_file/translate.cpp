#include "platform/base/errors.h"
#include "platform/base/read_file.h"
#include "system/config_file/config_json.h"

namespace docsis_vp::system {

namespace {

using Octets = std::vector<std::uint8_t>;

void require_file(bool holds, const std::string& path, const std::string& mic) {
  if (!holds) {
    throw InputError(path + ": the MIC of the " + mic +
                     "; --ignore-mic decodes the file all the same");
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
      using docsis::MicState;
      const MicState of_cm = docsis::check_cm_mic(octets, tlvs);
      require_file(of_cm != MicState::kDiffers, path, "CM does not match");
      if (secret) {
        const MicState of_cmts = docsis::check_cmts_mic(tlvs, *secret);
        require_file(of_cmts != MicState::kAbsent, path, "CMTS, which the key checks, is missing");
        require_file(of_cmts != MicState::kDiffers, path, "CMTS under this key does not match");
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
  } catch (const InputError& error) {  // too long for their length fields
    throw InputError(path + ": " + error.what());
  }
}

}  // namespace docsis_vp::system
