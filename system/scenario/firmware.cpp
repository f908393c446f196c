#include "system/scenario/firmware.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "platform/base/errors.h"

namespace docsis_vp::system {

namespace fs = std::filesystem;

std::vector<std::string> firmware_folders(const std::string& scenario_directory) {
  std::vector<std::string> folders = {scenario_directory.empty() ? "." : scenario_directory};
  if (const char* list = std::getenv("DOCSIS_VP_PATH")) {
    std::istringstream stream(list);
    for (std::string folder; std::getline(stream, folder, ':');) {
      if (!folder.empty()) {
        folders.push_back(folder);
      }
    }
  }
  std::error_code unreadable;
  const fs::path program = fs::read_symlink("/proc/self/exe", unreadable);
  if (!unreadable) {
    const fs::path root = program.parent_path().parent_path();
    folders.push_back((root / "firmware").string());
    folders.push_back((root / "share/docsis-vp/firmware").string());
  }
  return folders;
}

std::string find_firmware(const std::string& name, const std::string& scenario_directory) {
  const bool is_path = name.find('/') != std::string::npos || fs::path(name).extension() == ".elf";
  if (is_path) {
    if (!fs::is_regular_file(name)) {
      throw InputError("there is no firmware file " + name);
    }
    return name;
  }
  std::string searched;
  for (const std::string& folder : firmware_folders(scenario_directory)) {
    const fs::path candidate = fs::path(folder) / (name + ".elf");
    if (fs::is_regular_file(candidate)) {
      return candidate.lexically_normal().string();
    }
    searched += (searched.empty() ? "" : ", ") + folder;
  }
  throw InputError("there is no firmware \"" + name + "\": no " + name + ".elf in " + searched);
}

}  // namespace docsis_vp::system
