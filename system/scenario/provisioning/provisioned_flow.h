// Converts a service flow of a configuration file into one of a scenario.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/docsis/config_file/config_file.h"
#include "system/scenario/complete/link_rates.h"
#include "system/scenario/fields/service_flow.h"

namespace docsis_vp::system {

struct AggregateShare;

// Settings that apply to all service flows of a file.
struct FileWide {
  bool aqm_off = false;                    // TLV 76, upstream
  std::optional<std::uint64_t> buffer_ms;  // TLV 68, upstream
  LinkRates link;
};

// tlv: of type 24 or 25. share: of its aggregate service flow; null: it has none. Throws
// docsis::ConfigFileError at an invalid encoding, or one whose value the scenario's key does not
// accept.
ServiceFlowConfig provisioned_flow(const docsis::ConfigTlv& tlv, Direction direction,
                                   const std::string& name, const FileWide& file,
                                   const AggregateShare* share);

}  // namespace docsis_vp::system
