// What modems that are alike are made of.
#pragma once

#include <optional>
#include <string>

#include "models/area/block.h"
#include "models/area/technology.h"

namespace docsis_vp::system {

// The control CPU: a published figure of another library, memories as large as its program, and
// what is around it, bus, interrupt controller, timers and console.
struct CpuArea {
  std::string profile;
  std::optional<area::Range> core_kge;  // none: the profile does not say
  area::Block subsystem{"cpu_system", {}};
};

struct AreaResult {
  std::string modem;    // as the scenario calls them together
  unsigned modems = 1;  // so many
  area::Technology technology;
  area::Block hardware{"modem", {}};  // the data path
  std::optional<CpuArea> cpu;

  area::Figures hardware_figures() const { return figures(hardware, technology); }
  // Nothing where there is no CPU, or nobody says how large it is.
  std::optional<area::Figures> cpu_figures() const;
  std::optional<area::Figures> with_cpu() const;
};

}  // namespace docsis_vp::system
