// Reads what gates and bits measure in a technology.
#pragma once

#include <string>
#include <string_view>

#include "models/area/technology.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// Both throw InputError, one line with file, line, key and expectation.
area::Technology parse_technology(std::string_view text, const std::string& origin);
// A modem's: of its file if it names one, else the built-in one of that name.
area::Technology technology_of(const ModemConfig& modem);
// Of all modems.
void check_technologies(const Scenario& scenario);

}  // namespace docsis_vp::system
