// The files that a run of a scenario reads.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/load.h"

namespace docsis_vp::system {

struct InputFile {
  std::string what;  // as messages call it: "the firmware"
  std::string path;
};

// Of a scenario that check_firmware() has let pass: itself, what it extends, and what it names.
std::vector<InputFile> input_files(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
