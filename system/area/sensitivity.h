// What a modem would be made of if a quantity of its configuration were half or twice as large.
#pragma once

#include <string>
#include <vector>

#include "models/area/technology.h"
#include "models/cm/modem/modem_config.h"

namespace docsis_vp::system {

struct Sensitivity {
  std::string quantity;
  // Against the modem as it is; low, nominal and high by themselves.
  area::Figures half;
  area::Figures twice;
};

// Quantities that the modem has: service flows (1 to 32), descriptors, buffer (a bit of every width
// that counts a queue's bytes), burst (a bit of every width that counts tokens), queue memory (a
// bit of every address), queues of each flow under a manager; and the technology's figures for the
// periphery of SRAM macros, which decide what is one.
std::vector<Sensitivity> sensitivities(const cm::ModemConfig& modem,
                                       const area::Technology& technology);

}  // namespace docsis_vp::system
