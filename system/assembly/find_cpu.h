// The modem whose CPU an option means.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "system/assembly/modem_unit.h"

namespace docsis_vp::system {

// modem: by name; empty: the first that has a CPU. Throws InputError if there is none, `option`
// says where.
ModemUnit& find_cpu(const std::vector<std::unique_ptr<ModemUnit>>& modems,
                    const std::string& option, const std::string& modem);

}  // namespace docsis_vp::system
