// Declares the area results of modems with the same hardware.
#pragma once

#include <optional>
#include <string>

#include "models/area/block.h"
#include "models/area/technology.h"

namespace docsis_vp::system {

// Area of the control CPU. The core's is a published figure; memories are as large as the program;
// the subsystem consists of bus, interrupt controller, timers and console.
struct CpuArea {
  std::string profile;
  std::optional<area::Range> core_kge;  // empty: the profile does not give it
  area::Block subsystem{"cpu_system", {}};
};

struct AreaResult {
  std::string modem;    // name of the entry in the scenario
  unsigned modems = 1;  // number of modems of the entry
  area::Technology technology;
  area::Block hardware{"modem", {}};  // the data path
  std::optional<CpuArea> cpu;

  area::Figures hardware_figures() const { return figures(hardware, technology); }
  // Empty without a CPU, and if the size of its core is unknown.
  std::optional<area::Figures> cpu_figures() const;
  std::optional<area::Figures> with_cpu() const;
};

}  // namespace docsis_vp::system
