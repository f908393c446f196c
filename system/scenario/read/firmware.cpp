#include "system/scenario/read/firmware.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "platform/base/errors.h"
#include "platform/base/files.h"

namespace docsis_vp::system {

namespace fs = std::filesystem;

namespace {

// Created at the first call, which may precede main().
std::vector<std::string>& added_folders() {
  static std::vector<std::string> folders;
  return folders;
}

}  // namespace

bool add_firmware_folder(const std::string& folder) {
  std::vector<std::string>& folders = added_folders();
  if (std::find(folders.begin(), folders.end(), folder) == folders.end()) {
    folders.push_back(folder);
  }
  return true;
}

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
  folders.insert(folders.end(), added_folders().begin(), added_folders().end());
  return folders;
}

std::string find_firmware(const std::string& name, const std::string& scenario_directory) {
  const bool is_path = name.find('/') != std::string::npos || fs::path(name).extension() == ".elf";
  if (is_path) {
    if (!is_file(name)) {
      throw InputError(is_folder(name) ? name + ": is a folder, expected a file"
                                       : "there is no firmware file " + name);
    }
    return name;
  }
  std::string searched;
  for (const std::string& folder : firmware_folders(scenario_directory)) {
    const fs::path candidate = fs::path(folder) / (name + ".elf");
    if (is_file(candidate)) {
      return candidate.lexically_normal().string();
    }
    searched += (searched.empty() ? "" : ", ") + folder;
  }
  throw InputError("there is no firmware \"" + name + "\": no " + name + ".elf in " + searched);
}

}  // namespace docsis_vp::system
