// The classifier of a configuration file as one of a scenario.
#pragma once

#include <optional>
#include <string>

#include "models/docsis/config_file/config_file.h"
#include "system/scenario/fields/classifier.h"

namespace docsis_vp::system {

// tlv: of type 22 or 23. Nothing: no packet here could match it. Throws docsis::ConfigFileError.
std::optional<ClassifierConfig> provisioned_classifier(const docsis::ConfigTlv& tlv,
                                                       const std::string& service_flow);

}  // namespace docsis_vp::system
