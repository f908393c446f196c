// How the program of a CPU failed, from what was watched of it.
#pragma once

#include <string>

#include "platform/base/time.h"
#include "platform/cpu/cpu.h"
#include "platform/memory/elf_image.h"
#include "platform/observe/fault_watch.h"
#include "system/results/fault_result.h"

namespace docsis_vp::system {

// How a run ended whose CPU took no exception.
struct Ending {
  std::string of;  // the modem, or the program
  std::string cause;
  TimePs at = 0;
};

// image: that runs, with its symbols.
FaultResult fault_of(const platform::FaultWatch& watch, const platform::Cpu& cpu,
                     const platform::ElfImage& image, const Ending& ending);

}  // namespace docsis_vp::system
