// Reads technology files: areas of gates and memory bits.
#pragma once

#include <string>
#include <string_view>

#include "models/area/technology.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

// All functions throw InputError: one line with file, line, key and expectation.
area::Technology parse_technology(std::string_view text, const std::string& origin);
// Returns the technology of a modem: from its file if it names one, else the built-in technology.
area::Technology technology_of(const ModemConfig& modem);
// Checks the technologies of all modems. Errors also name the key of the scenario.
void check_technologies(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
