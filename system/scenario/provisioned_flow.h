// The service flow of a configuration file as one of a scenario.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/docsis/config_file/config_file.h"
#include "system/scenario/fields/service_flow.h"
#include "system/scenario/link_rates.h"

namespace docsis_vp::system {

// What holds for all of a file's service flows.
struct FileWide {
  bool aqm_off = false;                    // TLV 76, upstream
  std::optional<std::uint64_t> buffer_ms;  // TLV 68, upstream
  LinkRates link;
};

// tlv: of type 24 or 25. Throws docsis::ConfigFileError at the encoding that will not do, as one is
// whose value the scenario's key would not take.
ServiceFlowConfig provisioned_flow(const docsis::ConfigTlv& tlv, Direction direction,
                                   const std::string& name, const FileWide& file);

}  // namespace docsis_vp::system
