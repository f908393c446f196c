// Finds the firmware image that a scenario names.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::system {

// Folders searched for a bare name, in this order: the scenario's own, those of $DOCSIS_VP_PATH,
// of the program's build tree and installation, and those that add_firmware_folder() named.
std::vector<std::string> firmware_folders(const std::string& scenario_directory);

// Before main() and later. Twice the same counts once.
bool add_firmware_folder(const std::string& folder);

#ifdef DOCSIS_VP_INSTALLED_FIRMWARE
// Set by the CMake package: a program that links the installed library lies anywhere.
inline const bool kInstalledFirmwareKnown = add_firmware_folder(DOCSIS_VP_INSTALLED_FIRMWARE);
#endif

// A bare name is looked up as NAME.elf; anything with '/' or ending in .elf is a path. Throws
// InputError that says where it looked.
std::string find_firmware(const std::string& name, const std::string& scenario_directory);

}  // namespace docsis_vp::system
