// What a configuration file asks for that nothing here does.
#pragma once

#include <string>
#include <vector>

#include "models/docsis/config_file/config_file.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// Encodings that would change how packets are treated, such as "24.23 (tos_and_or)", each once and
// in the file's order; those that say what is done anyway are left out.
std::vector<std::string> without_effect(const std::vector<docsis::ConfigTlv>& tlvs);

// Active classifiers that no packet matches, each with its reason: "upstream classifier 1 matches
// no packet: 22.17 (mpls) is not modelled".
std::vector<std::string> unmatched_classifiers(const std::vector<docsis::ConfigTlv>& tlvs);

// A line for each modem whose file has encodings without effect, and one for each such classifier.
std::vector<std::string> notes_on_configuration_files(const Scenario& scenario);

}  // namespace docsis_vp::system
