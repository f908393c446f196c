// Collects notes on encodings of a configuration file that have no effect in the model.
#pragma once

#include <string>
#include <vector>

#include "models/docsis/config_file/config_file.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns encodings that would change the treatment of packets, such as "24.23 (tos_and_or)", each
// once and in the file's order. Encodings that ask for the model's own behaviour are left out.
std::vector<std::string> without_effect(const std::vector<docsis::ConfigTlv>& tlvs);

// Returns active classifiers that no packet matches, each with its reason: "upstream classifier 1
// matches no packet: 22.17 (mpls) is not modelled".
std::vector<std::string> unmatched_classifiers(const std::vector<docsis::ConfigTlv>& tlvs);

// Returns a line for each modem whose file has encodings without effect, and one for each such
// classifier.
std::vector<std::string> notes_on_configuration_files(const Scenario& scenario);

}  // namespace docsis_vp::system
