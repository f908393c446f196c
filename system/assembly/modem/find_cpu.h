// Finds the modem whose CPU an option names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "system/assembly/modem/modem_unit.h"

namespace docsis_vp::system {

// modem: name; empty: the first modem with a CPU. Throws InputError if there is none; `option`
// names the source of the request.
ModemUnit& find_cpu(const std::vector<std::unique_ptr<ModemUnit>>& modems,
                    const std::string& option, const std::string& modem);

}  // namespace docsis_vp::system
