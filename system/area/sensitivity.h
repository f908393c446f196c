// Computes how the area changes if one quantity of the configuration is halved or doubled.
#pragma once

#include <string>
#include <vector>

#include "models/area/technology.h"
#include "models/cm/modem/modem_config.h"

namespace docsis_vp::system {

struct Sensitivity {
  std::string quantity;
  // Area difference to the unchanged modem, for low, nominal and high.
  area::Figures half;
  area::Figures twice;
};

// Returns the quantities that apply to the modem:
// - service flows (1 to 48) and descriptors;
// - buffer: one bit of every width that counts a queue's bytes;
// - burst: one bit of every width that counts tokens;
// - queue memory: one bit of every address;
// - queues of each flow under a manager;
// - the technology's figures for the periphery of SRAM macros, which decide which memories are
//   macros.
std::vector<Sensitivity> sensitivities(const cm::DataPathConfig& modem,
                                       const area::Technology& technology);

}  // namespace docsis_vp::system
