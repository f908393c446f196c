// Settles what of a scenario the program itself has added: algorithms, hosts, hardware blocks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/extension/extensions.h"
#include "system/scenario/fields/aqm.h"
#include "system/scenario/fields/flow.h"
#include "system/scenario/fields/modem.h"

namespace docsis_vp::system {

bool is_custom(const AqmConfig& aqm);

// All throw ConfigError.
void find_custom_law(AqmConfig& aqm, const Extensions& extensions, const std::string& pointer);
void complete_custom_aqm(AqmConfig& aqm, const std::string& pointer);
void complete_custom_flow(FlowConfig& flow, const Extensions& extensions,
                          const std::string& pointer);
// Of a modem: they need a CPU, addresses of their own, interrupts of their own.
void complete_blocks(ModemConfig& modem, const Extensions& extensions, const std::string& pointer);

// The options of a custom law, in its order, as models take them; of a complete configuration.
std::vector<std::uint32_t> custom_option_values(const AqmConfig& aqm);

}  // namespace docsis_vp::system
