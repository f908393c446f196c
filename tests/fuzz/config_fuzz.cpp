// A binary configuration file: read, or refused with an offset within it; what was read is written
// back octet for octet, and its MICs can be computed.
#include <vector>

#include "models/docsis/config_file/config_file.h"
#include "tests/fuzz/require.h"

using docsis_vp::fuzz::require;
namespace docsis = docsis_vp::docsis;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::uint8_t> octets(data, data + size);
  try {
    const auto tlvs = docsis::read_config_file(octets);
    const auto written = docsis::write_config_tlvs(tlvs);
    require(docsis::write_config_tlvs(docsis::read_config_tlvs(written)) == written,
            "encodings survive");
    const auto file = docsis::write_config_file(tlvs, "secret");
    const auto again = docsis::read_config_file(file);
    require(docsis::check_cm_mic(file, again) == docsis::MicState::kMatches, "the MIC of the CM");
    require(docsis::check_cmts_mic(again, "secret") == docsis::MicState::kMatches,
            "the MIC of the CMTS");
  } catch (const docsis::ConfigFileError& error) {
    require(error.offset() <= octets.size(), "the offset lies within the file");
  }
  return 0;
}
