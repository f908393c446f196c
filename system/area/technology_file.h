// Reads what gates and bits measure in a technology.
#pragma once

#include <string>
#include <string_view>

#include "models/area/technology.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {

// All throw InputError, one line with file, line, key and expectation.
area::Technology parse_technology(std::string_view text, const std::string& origin);
// A modem's: of its file if it names one, else the built-in one of that name.
area::Technology technology_of(const ModemConfig& modem);
// Of all modems; names the key of the scenario, too.
void check_technologies(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
