// Completes and checks custom parts of a scenario: algorithms, hosts, hardware blocks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/extension/extensions.h"
#include "system/scenario/fields/aqm.h"
#include "system/scenario/fields/modem.h"

namespace docsis_vp::system {

bool is_custom(const AqmConfig& aqm);

// All functions throw ConfigError.
void find_custom_law(AqmConfig& aqm, const Extensions& extensions, const std::string& pointer);
void complete_custom_aqm(AqmConfig& aqm, const std::string& pointer);
// Checks the blocks of a modem: they need a CPU, distinct addresses and distinct interrupts.
void complete_blocks(ModemConfig& modem, const Extensions& extensions, const std::string& pointer);

// Returns the options of a custom law, in its order, in the models' units. aqm: complete.
std::vector<std::uint32_t> custom_option_values(const AqmConfig& aqm);

}  // namespace docsis_vp::system
