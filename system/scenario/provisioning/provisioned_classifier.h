// Converts a classifier of a configuration file into one of a scenario.
#pragma once

#include <string>

#include "models/docsis/config_file/config_file.h"
#include "system/scenario/fields/classifier.h"

namespace docsis_vp::system {

// Returns why no packet matches a classifier of type 22 or 23, as the end of a sentence. Reasons: a
// criterion that is not modelled or that no packet here can meet, or one that makes the rule
// invalid (CM-SP-MULPIv3.1 Annex C.2.1). Empty: packets may match. Throws docsis::ConfigFileError.
std::string unmatched_reason(const docsis::ConfigTlv& tlv);

// tlv: a classifier for which unmatched_reason() is empty.
ClassifierConfig provisioned_classifier(const docsis::ConfigTlv& tlv,
                                        const std::string& service_flow);

}  // namespace docsis_vp::system
