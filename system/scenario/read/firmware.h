// Finds the firmware image that a scenario names.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::system {

// Returns the folders that are searched for a bare name, in this order: the scenario's own, those
// of $DOCSIS_VP_PATH, of the build tree and of the installation, and those of
// add_firmware_folder().
std::vector<std::string> firmware_folders(const std::string& scenario_directory);

// May be called before main() and later. A folder given twice counts once.
bool add_firmware_folder(const std::string& folder);

#ifdef DOCSIS_VP_INSTALLED_FIRMWARE
// Set by the CMake package, because a program that links the installed library may lie anywhere.
inline const bool kInstalledFirmwareKnown = add_firmware_folder(DOCSIS_VP_INSTALLED_FIRMWARE);
#endif

// A bare name is looked up as NAME.elf; a name with '/' or ending in .elf is a path. Throws
// InputError that lists the searched folders.
std::string find_firmware(const std::string& name, const std::string& scenario_directory);

}  // namespace docsis_vp::system
