// Lists the files that a run of a scenario reads.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/read/load.h"

namespace docsis_vp::system {

struct InputFile {
  std::string what;  // description in messages: "the firmware"
  std::string path;
};

// Returns the scenario file, its bases, and the files that it names. Call it after
// check_firmware().
std::vector<InputFile> input_files(const LoadedScenario& loaded);

}  // namespace docsis_vp::system
