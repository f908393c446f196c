// Finds the firmware image that a scenario names.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::system {

// Folders searched for a bare name, in this order: the scenario's own, those of $DOCSIS_VP_PATH,
// the build tree's, the installed ones.
std::vector<std::string> firmware_folders(const std::string& scenario_directory);

// A bare name is looked up as NAME.elf; anything with '/' or ending in .elf is a path. Throws
// InputError that says where it looked.
std::string find_firmware(const std::string& name, const std::string& scenario_directory);

}  // namespace docsis_vp::system
