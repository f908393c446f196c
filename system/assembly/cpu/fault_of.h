// Builds the failure report of a CPU's program from its FaultWatch.
#pragma once

#include <string>

#include "platform/base/time.h"
#include "platform/cpu/cpu.h"
#include "platform/memory/elf_image.h"
#include "platform/observe/fault_watch.h"
#include "system/results/fault_result.h"

namespace docsis_vp::system {

// End of a run in which the CPU took no exception.
struct Ending {
  std::string of;  // name of the modem or of the program
  std::string cause;
  TimePs at = 0;
};

// image: the running image, with its symbols.
FaultResult fault_of(const platform::FaultWatch& watch, const platform::Cpu& cpu,
                     const platform::ElfImage& image, const Ending& ending);

}  // namespace docsis_vp::system
