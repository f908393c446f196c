#include <fstream>
#include <iterator>

#include "platform/base/errors.h"
#include "system/config_file/config_json.h"

namespace docsis_vp::system {

namespace {

using Octets = std::vector<std::uint8_t>;

Octets read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Octets octets{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) {
    throw InputError(path + ": cannot be read");
  }
  return octets;
}

void require(docsis::MicState state, const std::string& path, const char* mic) {
  if (state == docsis::MicState::kDiffers) {
    throw InputError(path + ": the MIC of the " + mic +
                     " does not match; --ignore-mic decodes the file all the same");
  }
}

}  // namespace

std::string decode_config_file(const std::string& path, const std::optional<std::string>& secret,
                               bool ignore_mic) {
  const Octets octets = read_file(path);
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
  return docsis::write_config_file(config_from_json(parse_json_file(path)), secret);
}

}  // namespace docsis_vp::system
