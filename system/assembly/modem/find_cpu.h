// Finds the modem or the hart that an option names.
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

struct FoundHart {
  ModemUnit& unit;
  unsigned number;  // its mhartid

  platform::Cpu& hart() const { return unit.cpu()->hart(number); }
};
// name: of a modem, "cm0", for its hart 0, or of a hart, "cm0.cpu1"; empty: hart 0 of the first
// modem with a CPU. Throws InputError if there is no such hart.
FoundHart find_hart(const std::vector<std::unique_ptr<ModemUnit>>& modems,
                    const std::string& option, const std::string& name);

}  // namespace docsis_vp::system
